// Starts the program itself as a subprocess; in these tests that is the test program.
#include "app/base/subprocess.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(Subprocess, GivesWhatItPrintedAndItsCode) {
  const Subprocess listed = run_subprocess({"--gtest_list_tests", "--gtest_filter=Subprocess.*"});
  EXPECT_EQ(listed.code, 0);
  EXPECT_NE(listed.out.find("GivesWhatItPrintedAndItsCode"), std::string::npos) << listed.out;
}

TEST(Subprocess, ReportsTheSignalThatEndedIt) {
  const Subprocess ended =
      run_subprocess({"--gtest_also_run_disabled_tests", "--gtest_filter=Subprocess.DISABLED_EndsByASignal"});
  EXPECT_EQ(ended.code, 128 + 9);
}

TEST(Subprocess, IsKilledWhenItIsToStop) {
  std::stop_source stop;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const Subprocess stopped = run_subprocess(
      {"--gtest_also_run_disabled_tests", "--gtest_filter=Subprocess.DISABLED_GoesOn"}, stop.get_token());
  EXPECT_EQ(stopped.code, 128 + 9);
}

TEST(Subprocess, DISABLED_GoesOn) {
  std::this_thread::sleep_for(std::chrono::minutes(5));
}

TEST(Subprocess, DISABLED_EndsByASignal) {
  ::raise(9);
}

} // namespace
} // namespace texelscope
