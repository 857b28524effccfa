// Changes that a window leaves behind are found by the next one, and no window takes those of a running one.
#include "app/keeping/unsaved.h"

#include <gtest/gtest.h>

#include "kernels/state/stored/session_file.h"
#include "tests/program.h"
#include "tests/with_width.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

class Unsaved : public ::testing::Test {
protected:
  auto claim() { return UnsavedFiles::claim(root, problems); }
  std::size_t files() { return std::size_t(std::distance(fs::directory_iterator(root), {})); }

  tests::TempFolder folder;
  fs::path root = folder / "state/unsaved"; // created when needed
  std::vector<std::string> problems;
};

TEST_F(Unsaved, OnlyALeftSessionIsClaimed) {
  EXPECT_FALSE(claim());
  EXPECT_FALSE(fs::exists(root));
  {
    UnsavedFiles files(root);
    files.write(with_width(12), "/x/mine.json");
    EXPECT_FALSE(claim()) << "its window is running";
    files.write(with_width(13), "/mine.json");
  }
  auto found = claim();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->unsaved.session, with_width(13));
  EXPECT_EQ(found->unsaved.session_path, "/mine.json");
  EXPECT_FALSE(claim()) << "another window holds it now";
  found.reset(); // the question is not answered
  found = claim();
  ASSERT_TRUE(found);
  found->files.write(with_width(14), "");
  EXPECT_EQ(files(), 2u);
  found->files.remove();
  EXPECT_EQ(files(), 0u);
  EXPECT_FALSE(claim());
  EXPECT_TRUE(problems.empty());
}

TEST_F(Unsaved, WhateverEndsTheWindow) {
  const pid_t child = ::fork();
  if (child == 0) {
    UnsavedFiles files(root);
    files.write(with_width(21), "");
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto found = claim();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->unsaved.session.texture.width, 21);
  EXPECT_EQ(found->unsaved.session_path, "");
}

TEST_F(Unsaved, TheLatestComesFirst) {
  {
    UnsavedFiles a(root), b(root), c(root);
    a.write(with_width(1), "");
    b.write(with_width(2), "");
    c.write(with_width(3), "");
  }
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.path().extension() != ".json") continue;
    const int width = load_session(entry.path()).session.texture.width;
    fs::last_write_time(entry.path(),
                        fs::file_time_type::clock::now() - std::chrono::hours(width == 2 ? 0 : width));
  }
  const auto first = claim(), second = claim(), third = claim();
  ASSERT_TRUE(first && second && third);
  EXPECT_EQ(first->unsaved.session.texture.width, 2);
  EXPECT_EQ(second->unsaved.session.texture.width, 1);
  EXPECT_EQ(third->unsaved.session.texture.width, 3);
}

TEST_F(Unsaved, ItsTextureIsNamedAbsolutely) {
  Session session;
  session.texture.source = Source::file;
  session.texture.path = (folder / "state/x.png").string();
  UnsavedFiles(root).write(session, "");
  const auto found = claim();
  ASSERT_TRUE(found);
  EXPECT_TRUE(fs::path(found->unsaved.session.texture.path).is_absolute());
}

TEST_F(Unsaved, WhatIsNoSessionIsReportedAndSetAside) {
  UnsavedFiles(root).write(with_width(5), "");
  for (const auto& entry : fs::directory_iterator(root))
    if (entry.path().extension() == ".json") write(entry.path(), "{\"version\": 1,");
  EXPECT_FALSE(claim());
  EXPECT_EQ(problems.size(), 1u);
  EXPECT_EQ(files(), 1u) << "what is left is the text, under another name";
  write(root / "0123.lock", "/x.json"); // left by a window that died before it wrote
  EXPECT_FALSE(claim());
  EXPECT_FALSE(fs::exists(root / "0123.lock"));
}

TEST_F(Unsaved, AFolderThatCannotBeMadeIsReported) {
  write(folder / "state", "a file");
  UnsavedFiles files(root);
  EXPECT_THROW(files.write(with_width(5), ""), std::runtime_error);
  files.remove();
  EXPECT_FALSE(claim());
}

} // namespace
} // namespace texelscope
