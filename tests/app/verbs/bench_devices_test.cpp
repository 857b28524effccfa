// `texelscope bench --device all`: processes side by side, of which one may fail, be killed or be
// interrupted.
#include "app/verbs/bench_devices.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/studies/bench/bench_file.h"
#include "tests/program.h"

namespace texelscope {
namespace {

const std::string tiny_cell = "u8x4.point.2d.array.tile.64K.tex",
                  other_tiny_cell = "f32x1.bilinear.2d.array.tile.64K.tex";

DeviceProcess shell(int number, const std::string& script) {
  return {"GPU " + std::to_string(number), "a test's GPU", {"-c", script}, {}, "/bin/sh"};
}

Ran side_by_side(const std::vector<DeviceProcess>& processes) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = run_side_by_side(processes, {tiny_cell, other_tiny_cell});
  const std::string out = ::testing::internal::GetCapturedStdout();
  return {code, out, ::testing::internal::GetCapturedStderr()};
}

// The shell waits until the file is there.
std::string until_there(const std::filesystem::path& file) {
  return "while [ ! -e " + file.string() + " ]; do sleep 0.01; done; ";
}

TEST(BenchDevices, AreMeasuredAsByTheVerbAlone) {
  const tests::TempFolder folder;
  std::vector<DeviceProcess> processes;
  for (const std::string file : {"0.json", "1.json"})
    processes.push_back({"GPU",
                         "",
                         {"bench", "--backend", "cpu", "--cell", tiny_cell, "--json", folder / file},
                         {},
                         TEXELSCOPE_PROGRAM});
  const Ran ran = side_by_side(processes);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  EXPECT_EQ(std::ranges::count_if(lines, [](auto& line) { return line.starts_with(tiny_cell); }), 2)
      << ran.out;
  EXPECT_EQ(std::ranges::count_if(lines, [](auto& line) { return line.starts_with("1 cell measured"); }), 2);
  for (const std::string file : {"0.json", "1.json"}) {
    const profile::Report report = load_bench_json(folder / file);
    ASSERT_EQ(report.cells.size(), 1u) << file;
    EXPECT_TRUE(report.cells[0].right()) << file;
  }
}

// Each waits for the other, and the first ends last.
TEST(BenchDevices, RunAtTheSameTimeAndTheirTextsStayInOrder) {
  const tests::TempFolder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const Ran ran = side_by_side(
      {shell(0, "echo head 0; touch " + file("a") + "; " + until_there(folder / "done") + "echo end 0"),
       shell(1, "echo head 1; " + until_there(folder / "a") + "echo end 1; touch " + file("done"))});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "head 0\nend 0\nhead 1\nend 1\n");
  EXPECT_EQ(ran.err, "");
}

TEST(BenchDevices, OneThatFailsIsNamedAndTheOtherGoesOn) {
  const Ran ran = side_by_side({shell(0, "echo head; echo 'texelscope: error: It broke.' >&2; exit 1"),
                                shell(1, "sleep 0.1; printf 'head 1\\nno line feed'")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "head\nhead 1\nno line feed");
  EXPECT_EQ(ran.err, "texelscope: error: It broke.\n"
                     "texelscope: error: GPU 0, a test's GPU, was not measured to the end: its process ended "
                     "with exit code 1.\n");
}

TEST(BenchDevices, OneThatIsKilledIsNamed) {
  const Ran ran = side_by_side({shell(0, "echo head"), shell(1, "echo half; kill -9 $$")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "head\nhalf\n");
  EXPECT_EQ(
      ran.err,
      "texelscope: error: GPU 1, a test's GPU, was not measured to the end: signal 9 ended its process.\n");
}

TEST(BenchDevices, AWrongResultIsNoFailureOfItsProcess) {
  const Ran ran = side_by_side({shell(0, "echo '1 with wrong results'; exit 1"), shell(1, "true")});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "");
}

TEST(BenchDevices, AProgramThatIsMissingIsASentence) {
  DeviceProcess missing = shell(0, "");
  missing.program = "/nowhere/texelscope";
  EXPECT_THROW(run_side_by_side({shell(0, "sleep 60"), missing}, {}), MachineError);
}

class BenchDevicesEnd : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Signals, BenchDevicesEnd, ::testing::Values(SIGINT, SIGTERM));

// Only this process gets the signal, as from "kill"; a terminal would send it to all.
TEST_P(BenchDevicesEnd, InEveryProcessByASignal) {
  const tests::TempFolder folder;
  const auto measuring = [&](int number) {
    const std::string ready = (folder / std::to_string(number)).string();
    return shell(number, "trap 'echo kept; exit 130' INT; touch " + ready + "; while :; do sleep 0.02; done");
  };
  const std::jthread killer([&] {
    while (!std::filesystem::exists(folder / "0") || !std::filesystem::exists(folder / "1"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(::getpid(), GetParam());
  });
  const Ran ran = side_by_side({measuring(0), measuring(1)});
  EXPECT_EQ(ran.code, interrupted_code);
  EXPECT_EQ(ran.out, "kept\nkept\n");
  EXPECT_EQ(ran.err, "");
}

// As a shell starts what runs in its background. The verb itself, since shells let no script trap it then.
TEST(BenchDevices, EndByCtrlCEvenIfItWasIgnored) {
  const tests::TempFolder folder;
  const std::string file = folder / "part.json";
  const DeviceProcess process{
      "GPU", "", {"bench", "--backend", "cpu", "--suite", "full", "--json", file}, {}, TEXELSCOPE_PROGRAM};
  const auto before = std::signal(SIGINT, SIG_IGN);
  const std::jthread killer([] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    ::kill(::getpid(), SIGINT);
  });
  const Ran ran = side_by_side({process});
  std::signal(SIGINT, before);
  EXPECT_EQ(ran.code, interrupted_code) << ran.err;
  EXPECT_LT(load_bench_json(file).cells.size(), 2000u);
}

TEST(BenchDevices, EachGetsTheVerbsArgumentsWithItsOwnNumberAndFiles) {
  BenchOptions options;
  options.devices = {0, 3};
  options.json = "all/out.json";
  options.csv = "out.csv";
  const auto processes = device_processes(
      {"--device", "all", "--json", "all/out.json", "--csv=out.csv", "--filter=--device", "--counters"},
      options);
  ASSERT_EQ(processes.size(), 2u);
  EXPECT_EQ(processes[1].name, "GPU 3");
  EXPECT_EQ(processes[1].args,
            (std::vector<std::string>{"bench", "--device", "3", "--json", "all/out.3.json", "--csv=out.3.csv",
                                      "--filter=--device", "--counters"}));
  EXPECT_EQ(processes[0].args[2], "0");
  EXPECT_EQ(processes[0].args[4], "all/out.0.json");
  EXPECT_EQ(processes[0].in, "");
}

TEST(BenchDevices, EachReadsTheBaselineThatCameOnce) {
  BenchOptions options;
  options.devices = {0, 1};
  options.baseline = profile::Report{};
  options.baseline->machine.backend = "cuda";
  for (const DeviceProcess& process : device_processes({"--device=all", "--baseline", "-"}, options)) {
    EXPECT_EQ(process.in, bench_json(*options.baseline));
    EXPECT_EQ(process.args[3], "-");
  }
}

} // namespace
} // namespace texelscope
