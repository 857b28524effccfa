// Verdicts on samples whose true difference is known.
#include "kernels/reports/profile/report/comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/kernels/profile_reports.h"

namespace texelscope::profile {
namespace {

using tests::machine;
using tests::measured;
using tests::scattered;

constexpr const char* filtered_cell = "u8x4.bilinear.2d.array.tile.64K.tex";

struct Counts {
  int same = 0, faster = 0, slower = 0, unclear = 0, without_one = 0;
};
// Counts the verdicts of 200 pairs of runs; the second takes `factor` times as long.
Counts judge_many(std::size_t samples, double factor, double deviation) {
  Counts counts;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Judged judged = *judge(
        measured(filtered_cell, scattered(2 * seed, samples, 4, deviation)),
        measured(filtered_cell, scattered(2 * seed + 1, samples, 4 * factor, deviation)), interleaved());
    counts.same += judged.verdict == Verdict::same;
    counts.faster += judged.verdict == Verdict::faster;
    counts.slower += judged.verdict == Verdict::slower;
    counts.unclear += judged.verdict == Verdict::unclear;
    const double truth = factor - 1;
    counts.without_one += truth < judged.interval->low || truth > judged.interval->high;
  }
  return counts;
}

TEST(ProfileVerdict, TheSameDistributionIsHardlyEverCalledDifferent) {
  for (const std::size_t samples : {7u, 20u, 40u})
    for (const double deviation : {0.002, 0.01, 0.03}) {
      const Counts counts = judge_many(samples, 1, deviation);
      EXPECT_LE(counts.faster + counts.slower, 2) << samples << " samples, " << deviation; // 1 %
    }
  EXPECT_EQ(judge_many(20, 1, 0.002).same, 200);
}

TEST(ProfileVerdict, TheIntervalHoldsTheTruth) {
  for (const double factor : {1.0, 1.03, 1.2})
    for (const std::size_t samples : {7u, 20u})
      EXPECT_LE(judge_many(samples, factor, 0.01).without_one, 6)
          << factor << ", " << samples; // 1 % of 200, and chance
}

TEST(ProfileVerdict, ATrueShiftOfThreePercentIsFound) {
  EXPECT_EQ(judge_many(7, 1.03, 0.002).slower, 200);
  EXPECT_EQ(judge_many(7, 1 / 1.03, 0.002).faster, 200);
  EXPECT_GE(judge_many(40, 1.03, 0.01).slower, 190);
}

TEST(ProfileVerdict, WhatScattersWidelyIsUnclear) {
  EXPECT_GE(judge_many(7, 1, 0.1).unclear, 198);
  EXPECT_EQ(judge_many(7, 1, 0.1).same, 0);
}

TEST(ProfileVerdict, FewSamplesAreUnclear) {
  const Judged judged =
      *judge(measured(filtered_cell, {4, 4.1}), measured(filtered_cell, {8, 8.2}), interleaved());
  EXPECT_EQ(judged.verdict, Verdict::unclear);
  EXPECT_NEAR(judged.interval->low, 8 / 4.1 - 1, 1e-12);
  EXPECT_NEAR(judged.interval->high, 8.2 / 4 - 1, 1e-12);
}

TEST(ProfileVerdict, ByTheTimeATexelNotALaunch) {
  Measured twice = measured(filtered_cell, 8.0);
  twice.texels *= 2;
  summarize(twice, 100);
  const Judged judged = *judge(measured(filtered_cell, 4.0), twice, interleaved());
  EXPECT_EQ(judged.verdict, Verdict::same);
  EXPECT_DOUBLE_EQ(judged.change, 0);
}

TEST(ProfileVerdict, RepeatsToTheLastBit) {
  const Measured a = measured(filtered_cell, scattered(1, 9, 4, 0.02)),
                 b = measured(filtered_cell, scattered(2, 9, 4, 0.02));
  EXPECT_EQ(judge(a, b, interleaved()), judge(a, b, interleaved()));
  EXPECT_GT(judge(a, b, interleaved())->noise(), 0);
}

TEST(ProfileVerdict, SkippedCellsHaveNone) {
  EXPECT_EQ(
      judge(tests::skipped(filtered_cell, Obstacle::no_memory), measured(filtered_cell, 1.0), interleaved()),
      std::nullopt);
}

TEST(ProfileVerdict, OneSampleGivesNoInterval) {
  const Judged judged = *judge(measured(filtered_cell, std::vector<double>{4}),
                               measured(filtered_cell, scattered(1, 20, 8, 0.01)), interleaved());
  EXPECT_EQ(judged.verdict, Verdict::unclear);
  EXPECT_EQ(judged.interval, std::nullopt);
  EXPECT_NEAR(judged.change, 1, 0.02);
}

TEST(ProfileVerdict, WhatWasMeasuredBesideAnotherProgramHasNone) {
  Measured shared = measured(filtered_cell, 8.0);
  shared.shared = 3;
  EXPECT_EQ(judge(measured(filtered_cell, 4.0), shared, interleaved()), std::nullopt);
  EXPECT_EQ(judge(shared, measured(filtered_cell, 4.0), interleaved()), std::nullopt);
  const Comparison c = compare({machine(), {measured(filtered_cell, 4.0)}}, {machine(), {shared}});
  EXPECT_TRUE(c.cells.empty());
  ASSERT_EQ(c.left.size(), 1u);
  EXPECT_TRUE(c.left[0].shared_after);
  EXPECT_FALSE(c.left[0].shared_before);
}

// A core at half the clock.
TEST(ProfileVerdict, TimesOfTheSameCpuAreTakenByItsSpeed) {
  const auto on_cpu = [](double ms, double clock, const std::string& device) {
    Report report{machine(), {measured(filtered_cell, ms)}};
    report.machine.backend = "cpu";
    report.machine.device = device;
    report.cells[0].clocks_mhz.assign(7, clock);
    return report;
  };
  const Comparison busy = compare(on_cpu(4, 800, "A"), on_cpu(4 * std::pow(2, 0.8), 400, "A"));
  EXPECT_TRUE(busy.by_clock);
  EXPECT_NEAR(busy.cells[0].judged.change, 0, 1e-12) << "fetches depend on the clock by 0.8";
  EXPECT_EQ(busy.cells[0].judged.verdict, Verdict::unclear);
  const Comparison slower = compare(on_cpu(4, 800, "A"), on_cpu(8, 800, "A"));
  EXPECT_EQ(slower.cells[0].judged.verdict, Verdict::slower);
  const Comparison another = compare(on_cpu(4, 800, "A"), on_cpu(8, 400, "B"));
  EXPECT_FALSE(another.by_clock) << "the clock loops of two CPUs are not comparable";
  EXPECT_NEAR(another.cells[0].judged.change, 1, 1e-12);
}

TEST(ProfileComparison, EachCellHasItsPlace) {
  const std::string row = "u8x4.point.2d.array.row.64K.tex", column = "u8x4.point.2d.array.column.64K.tex",
                    gather = "u8x4.point.2d.array.gather.64K.tex", tile = "u8x4.point.2d.array.tile.64K.tex",
                    cold = tile + ".cold", large = "u8x4.point.2d.array.tile.1G.tex";
  const Report before{machine(),
                      {measured(filtered_cell, 4.0), measured(row, 4.0), measured(column, 4.0),
                       measured(tile, 4.0), tests::skipped(large, Obstacle::no_memory)}};
  const Report after{machine("a", "590.2"),
                     {measured(large, 1.0), tests::wrong(column, 1.0), measured(row, 4.4),
                      measured(filtered_cell, 3.6), measured(gather, 1.0), measured(cold, 1.0)}};
  const Comparison c = compare(before, after);
  EXPECT_EQ(c.machines, (std::vector<Differing>{{"driver", "580.1", "590.2"}}));
  ASSERT_EQ(c.cells.size(), 2u);
  EXPECT_EQ(name(c.cells[0].cell), row);
  EXPECT_EQ(c.cells[0].judged.verdict, Verdict::slower);
  EXPECT_NEAR(c.cells[0].judged.change, 0.1, 1e-12);
  EXPECT_EQ(name(c.cells[1].cell), filtered_cell);
  EXPECT_EQ(c.cells[1].judged.verdict, Verdict::faster);
  ASSERT_EQ(c.left.size(), 2u);
  EXPECT_EQ(name(c.left[0].cell), column);
  EXPECT_TRUE(c.left[0].wrong_after);
  EXPECT_FALSE(c.left[0].wrong_before);
  EXPECT_EQ(c.left[1].skipped_before, Obstacle::no_memory);
  EXPECT_EQ(c.left[1].skipped_after, std::nullopt);
  EXPECT_EQ(c.only_before, (std::vector<BenchmarkCase>{*parse_cell(tile)}));
  EXPECT_EQ(c.only_after, (std::vector<BenchmarkCase>{*parse_cell(gather), *parse_cell(cold)}));
  EXPECT_TRUE(is_beyond(c.cells[0].judged, 0.05));
  EXPECT_FALSE(is_beyond(c.cells[0].judged, 0.11));
  EXPECT_FALSE(is_beyond(c.cells[1].judged, 0));
}

TEST(ProfileComparison, DistributionIsInPicosecondsATexel) {
  const Distribution d = distribution(measured(filtered_cell, {5, 1, 3, 2, 4})); // of a million texels
  EXPECT_DOUBLE_EQ(d.min, 1000);
  EXPECT_DOUBLE_EQ(d.lower_quartile, 2000);
  EXPECT_DOUBLE_EQ(d.median, 3000);
  EXPECT_DOUBLE_EQ(d.upper_quartile, 4000);
  EXPECT_DOUBLE_EQ(d.max, 5000);
  EXPECT_EQ(d.samples, 5u);
}

TEST(ProfileComparison, EqualMachinesArePaired) {
  const Report a{machine("a"), {}}, b{machine("b"), {}}, other{machine("c"), {}};
  Report staircase = a;
  staircase.run.suite = "staircase";
  EXPECT_EQ(pairs_of({a}, {b}).pairs.size(), 1u) << "two single reports are paired, whatever they are";
  const Pairs pairs = pairs_of({a, staircase, b}, {b, other, a});
  EXPECT_EQ(pairs.pairs, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 2}, {2, 0}}));
  EXPECT_EQ(pairs.only_before, (std::vector<std::size_t>{1}));
  EXPECT_EQ(pairs.only_after, (std::vector<std::size_t>{1}));
}

} // namespace
} // namespace texelscope::profile
