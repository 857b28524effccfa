// Reading a saved file never loses its contents: a malformed file is moved aside, an unreadable one is left
// alone.
#include "kernels/ground/files/kept_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "kernels/state/stored/settings_file.h"
#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

class Kept : public ::testing::Test {
protected:
  LoadedSettings load() {
    problems.clear();
    return load_settings(file, problems);
  }
  void is_left(const std::string& reason) {
    EXPECT_EQ(load().file, KeptFile::left);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_NE(problems[0].find(reason), std::string::npos) << problems[0];
    EXPECT_NE(problems[0].find("is left as it is"), std::string::npos) << problems[0];
    EXPECT_TRUE(fs::exists(fs::symlink_status(file)));
    EXPECT_FALSE(fs::exists(folder / "settings.json.broken"));
  }
  tests::TempFolder folder;
  fs::path file = folder / "settings.json";
  std::vector<std::string> problems;
};

TEST_F(Kept, AMissingFileIsNoProblem) {
  EXPECT_EQ(load().file, KeptFile::missing);
  write(file, "");
  file /= "settings.json"; // below a file
  EXPECT_EQ(load().file, KeptFile::missing);
  EXPECT_TRUE(problems.empty());
}

TEST_F(Kept, WhatCannotBeReadIsLeftAlone) {
  fs::create_directory(file);
  is_left("Is a directory");
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  is_left("is not a regular file"); // and the read does not wait for a writer
  fs::remove(file);
  fs::create_symlink("/proc/self/mem", file); // whose first byte cannot be read
  is_left("Input/output error");
  fs::remove(file);
  fs::create_symlink("settings.json", file);
  is_left("Too many levels of symbolic links");
}

TEST_F(Kept, BrokenFilesAreNumberedAndNeverWrittenOver) {
  for (int i = 1; i <= 9; ++i) {
    write(file, "broken " + std::to_string(i));
    EXPECT_EQ(load().file, KeptFile::moved);
    ASSERT_EQ(problems.size(), 1u);
    const std::string aside = file.string() + ".broken" + (i > 1 ? "." + std::to_string(i) : "");
    EXPECT_NE(problems[0].find("was moved to \"" + aside + "\""), std::string::npos) << problems[0];
    EXPECT_EQ(contents(aside), "broken " + std::to_string(i));
  }
  EXPECT_EQ(contents(file.string() + ".broken"), "broken 1");
  write(file, "one too many");
  EXPECT_EQ(load().file, KeptFile::left);
  EXPECT_EQ(contents(file), "one too many");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.root()), {}), 10);
}

TEST_F(Kept, GoodFilesAreRead) {
  Settings settings;
  settings.dark = false;
  save_settings(file, settings);
  EXPECT_EQ(load().file, KeptFile::read);
  EXPECT_EQ(load().settings, settings);
  EXPECT_TRUE(problems.empty());
}

} // namespace
} // namespace texelscope
