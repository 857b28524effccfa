// Some seconds of random input to the real window, and that the monkey finds what it is there for.
#include <fstream>

#include <gtest/gtest.h>

#include "monkey/window_monkey.h"

namespace texelscope::gui {
namespace {

namespace fs = std::filesystem;

TEST(WindowMonkey, SomeSecondsOfRandomInputLeaveTheWindowWhole) {
  WindowMonkeyOptions options;
  options.seed = 3;
  options.seconds = 15;
  options.arguments = {"--backend", "cpu"};
  WindowMonkey monkey(options);
  ASSERT_NO_THROW(monkey.run());
  EXPECT_GT(monkey.acts(), 20);
  EXPECT_GT(monkey.frames(), monkey.acts());
}

// Programs that do what must not happen, in place of the window's. `after`: shell commands once the window is
// open; the program itself is process $program.
class Faulty : public testing::Test {
protected:
  std::string finding(const std::string& after, double seconds = 20) {
    const fs::path script = folder_.write("faulty.sh", "#!/bin/sh\n\"" TEXELSCOPE_PROGRAM R"(" "$@" &
program=$!
trap 'kill -KILL $program 2>/dev/null' EXIT
trap 'exit 143' TERM
pause() { sleep "$1" & wait $!; }
until [ -s map.json ]; do pause 0.1; done
pause 3
)" + after + "\nwait $program\n");
    fs::permissions(script, fs::perms(0755));
    WindowMonkeyOptions options;
    options.seed = 4;
    options.seconds = seconds;
    options.hang_after = 4;
    options.arguments = {"--backend", "cpu"};
    options.program = script;
    try {
      WindowMonkey(options).run();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "nothing";
  }
  tests::TempFolder folder_;
};

TEST_F(Faulty, AnExitIsFound) {
  const std::string found = finding("kill -KILL $program; exit 139");
  EXPECT_NE(found.find("the program has ended with status 139"), std::string::npos) << found;
  EXPECT_TRUE(found.starts_with("seed 4, act ")) << found;
}

TEST_F(Faulty, AHangIsFound) {
  const std::string found = finding("kill -STOP $program; pause 12");
  EXPECT_NE(found.find("has drawn no frame for 4 seconds"), std::string::npos) << found;
}

TEST_F(Faulty, AReportIsFound) {
  const std::string found = finding("echo 'runtime error: x' >&2");
  EXPECT_NE(found.find("the program reports: runtime error: x"), std::string::npos) << found;
}

TEST(WindowMonkeyParts, ABlankWindowHasOneColor) {
  Shot shot{40, 30, std::vector<std::array<std::uint8_t, 3>>(1200, {9, 9, 9})};
  EXPECT_EQ(largest_color_share(shot, 40, 30), 1);
  for (int i = 0; i < 300; ++i)
    shot.pixels[std::size_t(i)] = {200, 0, std::uint8_t(i)};
  EXPECT_EQ(largest_color_share(shot, 40, 30), 0.75);
  EXPECT_EQ(largest_color_share(shot, 900, 900), 0.75) << "what is beyond the screen does not count";
  EXPECT_EQ(largest_color_share(shot, 0, 30), 1);
}

TEST(WindowMonkeyParts, AFileThatChangesAppearsOrGoesIsNamed) {
  const tests::TempFolder folder;
  fs::create_directories(folder.path("a/build"));
  folder.write("a/one", "1");
  folder.write("two", "22");
  folder.write("a/build/output", "");
  const auto before = fingerprint({folder.root(), folder.path("not there")});
  EXPECT_EQ(before.size(), 2u);
  EXPECT_TRUE(changed_files(before, fingerprint({folder.root()})).empty());
  folder.write("a/one", "11");
  folder.write("a/three", "");
  fs::remove(folder.path("two"));
  folder.write("a/build/output", "other");
  const std::vector<fs::path> wanted = {folder.path("a/one"), folder.path("a/three"), folder.path("two")};
  EXPECT_EQ(changed_files(before, fingerprint({folder.root()})), wanted);
}

} // namespace
} // namespace texelscope::gui
