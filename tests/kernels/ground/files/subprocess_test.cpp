// Starts the program itself as a subprocess; in these tests that is the test program.
#include "kernels/ground/files/subprocess.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

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

RunningProgram::Start shell(const std::string& script) {
  return {{"-c", script}, "given", true, "/bin/sh"};
}

TEST(RunningProgram, HasItsInputAndBothOutputs) {
  RunningProgram running(shell("cat; echo ' out'; echo err >&2; exit 3"));
  const auto read = [](int from) {
    std::string all;
    char byte = 0;
    while (::read(from, &byte, 1) == 1)
      all += byte;
    return all;
  };
  EXPECT_EQ(read(running.out()), "given out\n");
  EXPECT_EQ(read(running.errors()), "err\n");
  EXPECT_EQ(running.wait(), 3);
  running.send(SIGKILL); // nobody gets it
}

TEST(RunningProgram, IsKilledWithItsOwner) {
  pid_t child = 0;
  {
    const RunningProgram running(shell("echo $$; exec sleep 300"));
    char number[16] = {};
    ASSERT_GT(::read(running.out(), number, sizeof number - 1), 0);
    child = std::stoi(number);
    EXPECT_EQ(::kill(child, 0), 0);
  }
  EXPECT_EQ(::kill(child, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(Subprocess, DISABLED_GoesOn) {
  std::this_thread::sleep_for(std::chrono::minutes(5));
}

TEST(Subprocess, DISABLED_EndsByASignal) {
  ::raise(9);
}

} // namespace
} // namespace texelscope
