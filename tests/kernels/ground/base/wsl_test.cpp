// What find_wsl() makes of the files of a system.
#include "kernels/ground/base/wsl.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/temp_folder.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

class WslFiles : public ::testing::Test {
protected:
  void SetUp() override {
    ::unsetenv("WSL_DISTRO_NAME");
    fs::create_directories(root_ / "proc");
  }
  void TearDown() override { ::unsetenv("WSL_DISTRO_NAME"); }
  int version_of(const char* kernel) {
    root_.write("proc/version", kernel);
    return find_wsl(root_.root()).version;
  }

  tests::TempFolder root_;
};

TEST_F(WslFiles, TheKernelNamesTheVersion) {
  EXPECT_EQ(version_of("Linux version 5.15.153.1-microsoft-standard-WSL2 (root@941d) (gcc 11.2.0)\n"), 2);
  EXPECT_EQ(version_of("Linux version 4.19.104-microsoft-standard (oe-user@oe-host)\n"), 2);
  EXPECT_EQ(version_of("Linux version 4.4.0-19041-Microsoft (Microsoft@Microsoft.com) (gcc 5.4.0)\n"), 1);
  EXPECT_EQ(version_of("Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)\n"), 0);
  fs::remove(root_ / "proc/version");
  EXPECT_EQ(find_wsl(root_.root()).version, 0);
}

TEST_F(WslFiles, ItsVariableNamesItUnderAKernelOfTheUsers) {
  ::setenv("WSL_DISTRO_NAME", "Debian", 1);
  EXPECT_EQ(version_of("Linux version 6.6.9-mine (me@home)\n"), 2);
  EXPECT_EQ(version_of("Linux version 4.4.0-19041-Microsoft\n"), 1);
}

TEST_F(WslFiles, TheDriverIsThatOfWindows) {
  fs::create_directories(root_ / "usr/lib/wsl/lib");
  root_.write("proc/version", "Linux version 5.15.153.1-microsoft-standard-WSL2\n");
  EXPECT_FALSE(find_wsl(root_.root()).has_driver);
  root_.write("usr/lib/wsl/lib/libcuda.so.1", "");
  EXPECT_TRUE(find_wsl(root_.root()).has_driver);
  root_.write("proc/version", "Linux version 6.1.0-18-amd64\n");
  EXPECT_FALSE(find_wsl(root_.root()).has_driver) << "there is no WSL";
}

} // namespace
} // namespace texelscope
