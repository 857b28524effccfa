// The program started anew; here that is this test program.
#include "app/own_process.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(OwnProcess, GivesWhatItPrintedAndItsCode) {
  const OwnProcess listed = run_own_process({"--gtest_list_tests", "--gtest_filter=OwnProcess.*"});
  EXPECT_EQ(listed.code, 0);
  EXPECT_NE(listed.out.find("GivesWhatItPrintedAndItsCode"), std::string::npos) << listed.out;
}

TEST(OwnProcess, TellsTheSignalThatEndedIt) {
  const OwnProcess ended = run_own_process(
      {"--gtest_also_run_disabled_tests", "--gtest_filter=OwnProcess.DISABLED_EndsByASignal"});
  EXPECT_EQ(ended.code, 128 + 9);
}

TEST(OwnProcess, IsKilledWhenItIsToStop) {
  std::stop_source stop;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const OwnProcess stopped = run_own_process(
      {"--gtest_also_run_disabled_tests", "--gtest_filter=OwnProcess.DISABLED_GoesOn"}, stop.get_token());
  EXPECT_EQ(stopped.code, 128 + 9);
}

TEST(OwnProcess, DISABLED_GoesOn) {
  std::this_thread::sleep_for(std::chrono::minutes(5));
}

TEST(OwnProcess, DISABLED_EndsByASignal) {
  ::raise(9);
}

} // namespace
} // namespace texelscope
