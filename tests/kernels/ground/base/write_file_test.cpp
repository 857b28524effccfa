// Files appear whole or not at all, and as private as the file whose place they take.
#include <csignal>
#include <ctime>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/leftover.h"
#include "kernels/ground/base/write_file.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

void save(const fs::path& path, const std::string& content) {
  write_file(path, {std::as_bytes(std::span(content))});
}

void leave(const fs::path& file, int hours_old = 0) {
  std::ofstream(file) << "left";
  const std::time_t then = std::time(nullptr) - 3600 * hours_old;
  const timespec times[] = {{then, 0}, {then, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
}

mode_t mode(const fs::path& file) {
  struct stat found = {};
  EXPECT_EQ(::lstat(file.c_str(), &found), 0) << file;
  return found.st_mode & 07777;
}

class WriteFile : public ::testing::Test {
protected:
  const tests::TempFolder folder;
};

// Left by programs in containers, which all have the same process id.
TEST_F(WriteFile, IsNotStoppedByWhatAKilledProgramLeft) {
  for (int i = 1; i < 2000; ++i)
    leave(folder.path(".texelscope-" + std::to_string(::getpid()) + "-" + std::to_string(i)));
  save(folder.path("a"), "content");
  EXPECT_EQ(folder.read("a"), "content");
}

TEST_F(WriteFile, RemovesWhatKilledProgramsLeft) {
  leave(folder.path(".texelscope-123-4"), 2);
  leave(folder.path(".texelscope-0123456789abcdef"), 2);
  leave(folder.path(".texelscope-fedcba9876543210")); // it may still be being written
  leave(folder.path(".texelscope-notes"), 2);
  leave(folder.path("texelscope-12"), 2);
  fs::create_directory(folder.path(".texelscope-12"));
  save(folder.path("a"), "content");
  EXPECT_FALSE(fs::exists(folder.path(".texelscope-123-4")));
  EXPECT_FALSE(fs::exists(folder.path(".texelscope-0123456789abcdef")));
  EXPECT_EQ(folder.count(), 5u);
}

TEST_F(WriteFile, KeepsTheModeAndNoSetUserId) {
  for (const auto& [before, after] :
       {std::pair<mode_t, mode_t>{0600, 0600}, {0640, 0640}, {0666, 0666}, {04755, 0755}, {02771, 0771}}) {
    leave(folder.path("a"));
    ASSERT_EQ(::chmod(folder.path("a").c_str(), before), 0);
    save(folder.path("a"), "content");
    EXPECT_EQ(mode(folder.path("a")), after) << std::oct << before;
    fs::remove(folder.path("a"));
  }
  const mode_t mask = ::umask(027);
  save(folder.path("new"), "content");
  ::umask(mask);
  EXPECT_EQ(mode(folder.path("new")), 0640u);
}

TEST_F(WriteFile, IsPrivateFromTheFirstByte) {
  leave(folder.path("a"));
  ASSERT_EQ(::chmod(folder.path("a").c_str(), 0600), 0);
  write_file(folder.path("a"), [&](const PartSink& sink) {
    sink(std::as_bytes(std::span("secret")));
    for (const auto& entry : fs::directory_iterator(folder.root()))
      EXPECT_EQ(mode(entry.path()), 0600u) << entry.path();
    EXPECT_EQ(folder.count(), 2u);
  });
  EXPECT_EQ(folder.count(), 1u);
}

TEST_F(WriteFile, LeavesTheOldFileAndNothingElseWhereItFails) {
  leave(folder.path("a"));
  EXPECT_THROW(write_file(folder.path("a"),
                          [](const PartSink& sink) {
                            sink(std::as_bytes(std::span("half")));
                            throw std::runtime_error("the rest is missing");
                          }),
               std::runtime_error);
  EXPECT_EQ(folder.read("a"), "left");
  EXPECT_EQ(folder.count(), 1u);
}

TEST_F(WriteFile, ALinkStaysALink) {
  fs::create_directory(folder.path("there"));
  leave(folder.path("there/a"));
  fs::create_symlink("there/a", folder.path("a"));
  save(folder.path("a"), "content");
  EXPECT_TRUE(fs::is_symlink(folder.path("a")));
  EXPECT_EQ(folder.read("there/a"), "content");
}

// What is written where nothing was yet is what the link stands for.
TEST_F(WriteFile, ALinkToAFileThatIsNotThereYetIsFollowed) {
  fs::create_directory(folder.path("there"));
  fs::create_symlink("there/a", folder.path("a"));
  fs::create_symlink("a", folder.path("b"));
  save(folder.path("b"), "content");
  EXPECT_TRUE(fs::is_symlink(folder.path("a")));
  EXPECT_TRUE(fs::is_symlink(folder.path("b")));
  EXPECT_FALSE(fs::is_symlink(folder.path("there/a")));
  EXPECT_EQ(folder.read("there/a"), "content");
  EXPECT_EQ(folder.count(), 3u);
  fs::create_symlink("nowhere/a", folder.path("c"));
  EXPECT_THROW(save(folder.path("c"), "content"), FileError);
  EXPECT_TRUE(fs::is_symlink(folder.path("c")));
  fs::create_symlink("d", folder.path("d"));
  EXPECT_THROW(save(folder.path("d"), "content"), FileError) << "a link to itself";
}

TEST_F(WriteFile, OnlyTheTemporariesOfRunningProgramsStay) {
  const fs::path mine = folder.path(".texelscope-0000000000000001"),
                 killed = folder.path(".texelscope-0000000000000002");
  leave(mine, 2);
  leave(killed, 2);
  const int locked = ::open(mine.c_str(), O_WRONLY);
  ASSERT_TRUE(lock_temporary(locked));
  save(folder.path("a"), "content");
  EXPECT_TRUE(fs::exists(mine));
  EXPECT_FALSE(fs::exists(killed));
  ::close(locked);
  EXPECT_TRUE(is_leftover(mine));
}

// A program that is killed while it writes leaves its file, which the next one removes a minute later.
TEST_F(WriteFile, WhatAKilledProgramLeftIsNotLocked) {
  fs::path temporary;
  write_file(folder.path("a"), [&](const PartSink& sink) {
    sink(std::as_bytes(std::span("half")));
    temporary = fs::directory_iterator(folder.root())->path();
    const std::time_t then = std::time(nullptr) - 120;
    const timespec times[] = {{then, 0}, {then, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, temporary.c_str(), times, 0), 0);
    EXPECT_FALSE(is_leftover(temporary)) << "it is being written";
  });
  const pid_t child = ::fork();
  if (child == 0) {
    write_file(folder.path("b"), [&](const PartSink&) { ::raise(SIGKILL); });
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(folder.count(), 2u);
  for (const auto& entry : fs::directory_iterator(folder.root())) {
    if (entry.path().filename() == "a") continue;
    EXPECT_FALSE(is_leftover(entry.path())) << "it may be new";
    const std::time_t then = std::time(nullptr) - 120;
    const timespec times[] = {{then, 0}, {then, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, entry.path().c_str(), times, 0), 0);
    EXPECT_TRUE(is_leftover(entry.path()));
  }
}

} // namespace
} // namespace texelscope
