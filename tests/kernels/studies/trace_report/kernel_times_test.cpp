// How long kernels ran, from the lines that the library in the traced program writes to the report.
#include "kernels/studies/trace_report/kernel_times.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_text.h"
#include "tests/temp_folder.h"

namespace texelscope::trace {

namespace {
TEST(LaunchTimes, AreReadOfAllProcesses) {
  const tests::TempFolder folder;
  folder.write("times-7", "1500 _Z6samplef\n1700 _Z6samplef\n2 plain\n9 _Z6sam");
  folder.write("times-8", "1600 _Z6samplef\n! 35\n");
  folder.write("trace", "3 other\n");
  LaunchTimes times = read_launch_times(folder.root());
  std::ranges::sort(times.ns["sample(float)"]);
  EXPECT_EQ(times.ns["sample(float)"], (std::vector<double>{1500, 1600, 1700}));
  EXPECT_EQ(times.ns["plain"], std::vector<double>{2});
  EXPECT_FALSE(times.ns.contains("other"));
  EXPECT_EQ(times.error, "35");
}

MeasuredRun run(std::vector<double> ns, std::uint64_t fetches) {
  MeasuredRun made;
  made.times.ns = {{"sample(float)", std::move(ns)}, {"other()", {1}}};
  made.fetches.emplace().sites = {{7, "sample(float)", "tex.2d.v4.f32.f32", {}, fetches / 4, 1, {}},
                                  {7, "sample(float)", "tex.3d.v4.f32.f32", {}, fetches - fetches / 4, 1, {}},
                                  {7, "called(float)", "tex.3d.v4.f32.f32", {}, 5, 1, {}}};
  return made;
}

TEST(KernelTimes, StandBesideThoseWithoutFetches) {
  const TimesReport report =
      times_report(run({90, 90}, 800), run({80}, 400), run({30, 10, 20, 40}, 0), run({9, 7, 8}, 0));
  EXPECT_TRUE(report.notes.empty());
  ASSERT_EQ(report.kernels.size(), 1u) << "a kernel with texture instructions of its own";
  const KernelTimes& kernel = report.kernels[0];
  EXPECT_EQ(kernel.function, "sample(float)");
  EXPECT_EQ(kernel.with, (KernelRun{4, 100, {30, 10, 20, 40}, 400}));
  EXPECT_EQ(kernel.without, (KernelRun{3, 24, {9, 7, 8}, 400}));
  EXPECT_EQ(times_text(report), "\nKernels' times on the device, compiled by the driver:\n"
                                "  sample(float): 4 launches, in the median 0.03 us; 0.01 us without its "
                                "fetches\n");
}

TEST(KernelTimes, OfManyLaunchesAThousandAreKept) {
  std::vector<double> many;
  for (int i = 0; i < 2500; ++i)
    many.push_back(i);
  const KernelRun kept = times_report(run({1}, 1), run({1}, 1), run(many, 1), run({1}, 1)).kernels[0].with;
  EXPECT_EQ(kept.launches, 2500u);
  EXPECT_EQ(kept.total_ns, 2499.0 * 2500 / 2);
  ASSERT_EQ(kept.ns.size(), 1000u);
  EXPECT_EQ(kept.ns[1], 2);
  EXPECT_EQ(kept.ns.back(), 2497);
}

TEST(KernelTimes, SayWhyTheyAreMissing) {
  MeasuredRun failed = run({}, 0), counted = run({1}, 1);
  failed.times.error = "35";
  failed.exit_code = 139;
  counted.fetches->uncounted = 1;
  const TimesReport none = times_report(counted, failed, run({1}, 1), failed);
  EXPECT_EQ(none.kernels.size(), 0u);
  EXPECT_EQ(times_text(none),
            "\nKernels' times on the device, compiled by the driver:\n"
            "  CUPTI refused to measure kernels' times: error 35.\n"
            "  In one of the further runs the program ended with exit code 139 instead.\n"
            "  No launch of a kernel with texture instructions could be measured both with its fetches and "
            "without.\n");
  EXPECT_EQ(times_report(counted, run({1}, 1), run({1}, 1), run({1}, 1)).kernels[0].with.fetches,
            std::nullopt)
      << "some were not counted";
  MeasuredRun not_replaced = run({1}, 1);
  not_replaced.fetches->sites.clear();
  EXPECT_TRUE(times_report(run({1}, 1), run({1}, 1), run({1}, 1), not_replaced).kernels.empty());
}

TEST(KernelTimes, AreKeptInTheFile) {
  TraceReport report;
  report.times = times_report(run({90}, 800), run({80}, 400), run({30.5, 10}, 0), run({9}, 0));
  report.times->kernels[0].without.fetches.reset();
  report.times->notes = {"A sentence."};
  const std::string json = write_trace_report(report);
  EXPECT_NE(json.find("\"median_ns\": 20.25"), json.npos) << json;
  EXPECT_EQ(parse_trace_report(json, "trace.json").times, report.times);
  EXPECT_EQ(write_trace_report(TraceReport()).find("\"times\""), std::string::npos);
  EXPECT_TRUE(trace_text(report).ends_with(times_text(*report.times)));
}

TEST(Medians, OfEvenCountsLieBetween) {
  EXPECT_EQ(median_ns({}), 0);
  EXPECT_EQ(median_ns({3}), 3);
  EXPECT_EQ(median_ns({9, 1, 5}), 5);
  EXPECT_EQ(median_ns({9, 1, 5, 3}), 4);
}
} // namespace

} // namespace texelscope::trace
