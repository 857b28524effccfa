// How far measurements drift, by their anchors, and how verdicts account for it.
#include "kernels/reports/profile/report/drift.h"

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/reports/profile/cell/suites.h"
#include "kernels/reports/profile/measure/anchors.h"
#include "kernels/reports/profile/report/comparison.h"
#include "tests/kernels/fake_profiler.h"
#include "tests/kernels/profile_reports.h"

namespace texelscope::profile {
namespace {

using tests::machine;
using tests::measured;
using tests::scattered;

constexpr const char* warm = "u8x4.bilinear.2d.array.tile.64K.tex";
constexpr const char* cold = "u8x4.point.2d.array.tile.1M.tex.cold";

Anchor anchor(const char* name, double launch_ms, std::vector<double> picoseconds,
              std::vector<double> clocks = {}) {
  return {*parse_cell(name), launch_ms, std::move(picoseconds), std::move(clocks)};
}

Report with(std::vector<Anchor> anchors, const char* backend = "cuda") {
  Report report{machine(), {}};
  report.machine.backend = backend;
  report.anchors = std::move(anchors);
  return report;
}

TEST(ProfileDrift, StudentsT) {
  const std::pair<int, double> table[] = {{1, 63.657}, {2, 9.925},  {5, 4.032},  {9, 3.250},   {10, 3.169},
                                          {14, 2.977}, {20, 2.845}, {30, 2.750}, {1000, 2.581}};
  for (const auto& [degrees, t] : table)
    EXPECT_NEAR(t_of_99_percent(degrees), t, 0.006 * t) << degrees;
}

TEST(ProfileDrift, IsTheDeviationOfTheVisits) {
  const double up = std::exp(0.01), down = std::exp(-0.01);
  const Drift drift = drift_of(with({anchor(warm, 6, {up, down, up, down, 1})}), false);
  EXPECT_NEAR(drift.near, 0.01, 1e-9); // the squares are 4e-4, the degrees 4
  EXPECT_EQ(drift.near_degrees, 4);
  const Drift both =
      drift_of(with({anchor(warm, 6, {up, down, up, down, 1}), anchor(warm, 6, {5, 5, 5, 5, 5})}), false);
  EXPECT_NEAR(both.near, 0.01 / std::sqrt(2), 1e-9) << "anchors are taken together, each about its own mean";
  EXPECT_EQ(both.near_degrees, 8);
}

TEST(ProfileDrift, ColdLaunchesMoveByAnAmount) {
  const double up = std::exp(0.02), down = std::exp(-0.02);
  const Drift drift =
      drift_of(with({anchor(warm, 6, {1, 1, 1}), anchor(cold, 0.005, {up, down, up, down, 1})}), false);
  EXPECT_NEAR(drift.cold_ms, 0.02 * 0.005, 1e-9);
  EXPECT_NEAR(deviation(drift, measured(cold, 0.005)).value, 0.02, 1e-6);
  EXPECT_NEAR(deviation(drift, measured(cold, 0.05)).value, 0.002, 1e-6)
      << "a launch ten times as long, a tenth of the share";
  EXPECT_EQ(deviation(drift, measured(warm, 6.0)).value, 0);
}

TEST(ProfileDrift, FarTexelsDriftByThemselves) {
  const char* far = "u8x4.bilinear.2d.array.strided16.4M.tex";
  const double up = std::exp(0.2), down = std::exp(-0.2);
  const Drift drift =
      drift_of(with({anchor(warm, 6, {1, 1, 1}), anchor(far, 6, {up, down, up, down, 1})}), false);
  EXPECT_EQ(drift.near, 0);
  EXPECT_NEAR(drift.far, 0.2, 1e-9);
  EXPECT_NEAR(deviation(drift, measured(far, 6.0)).value, 0.2, 1e-9);
  EXPECT_EQ(deviation(drift, measured(far, 6.0)).degrees, 4);
}

TEST(ProfileDrift, InClocksWhereTimesAreTakenByThem) {
  const double half =
      0.5 * std::pow(2, 1 - 1 / 0.8); // the speed of the clock loop where fetches take twice the time
  const Report report = with({anchor(warm, 6, {1, 2, 1, 2}, {800, 800 * half, 800, 800 * half})}, "cpu");
  EXPECT_NEAR(drift_of(report, true).near, 0, 1e-12);
  EXPECT_GT(drift_of(report, false).near, 0.3);
}

TEST(ProfileDrift, IsAssumedWithoutAnchors) {
  for (const char* backend : {"cuda", "cpu"}) {
    const Drift drift = drift_of(with({}, backend), false);
    EXPECT_GT(drift.near, 0.001) << backend;
    EXPECT_GT(drift.near_degrees, 0) << backend;
    EXPECT_EQ(drift.near, drift_of(with({anchor(warm, 6, {1})}, backend), false).near)
        << "one visit shows no drift";
  }
}

// Runs of one cell and an anchor with ten visits. Each run differs as a whole by `drift`, and each visit by
// as much again.
Report run(std::uint32_t seed, double factor, double drift) {
  const std::vector<double> moves = scattered(seed, 12, 1, drift);
  Report report{machine(),
                {measured(warm, scattered(seed + 50000, 9, 4 * factor * moves[0] * moves[1], 0.0005))}};
  std::vector<double> visits;
  for (int i = 0; i < 10; ++i)
    visits.push_back(4000 * moves[0] * moves[std::size_t(2 + i)]);
  report.anchors = {anchor(warm, 4, visits)};
  return report;
}

struct VerdictRates {
  int alarms = 0, found = 0; // slower or faster; slower by more than 2 %
};
VerdictRates rates(double factor, double drift) {
  VerdictRates rates;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Comparison c = compare(run(2 * seed, 1, drift), run(2 * seed + 1, factor, drift));
    const Verdict verdict = c.cells.at(0).judged.verdict;
    rates.alarms += verdict == Verdict::slower || verdict == Verdict::faster;
    rates.found += is_beyond(c.cells[0].judged, 0.02);
  }
  return rates;
}

TEST(ProfileDrift, RunsThatDriftAreNotCalledDifferent) {
  EXPECT_LE(rates(1, 0.003).alarms, 2);
  EXPECT_LE(rates(1, 0.01).alarms, 3);
  EXPECT_LE(rates(1, 0.03).alarms, 4);
}

TEST(ProfileDrift, ATrueSlowdownIsFoundAllTheSame) {
  EXPECT_GE(rates(1.05, 0.002).found, 290);
  EXPECT_GE(rates(1.25, 0.02).found, 280);
}

TEST(ProfileAnchors, AreANearOneAFarOneAndTwoColdOnes) {
  const std::vector<BenchmarkCase> cells = cells_of(Suite::quick), anchors = anchor_cells(cells);
  ASSERT_EQ(anchors.size(), 4u);
  EXPECT_EQ(anchors[0], cells[0]);
  EXPECT_FALSE(anchors[1].cold);
  EXPECT_TRUE(anchors[2].cold && anchors[3].cold);
  EXPECT_LT(anchors[2].bytes, anchors[3].bytes);
  EXPECT_TRUE(is_near(anchors[0]));
  EXPECT_FALSE(is_near(anchors[1]));
  EXPECT_EQ(anchors[1].pattern, Pattern::strided) << name(anchors[1]);
  for (const BenchmarkCase& a : anchors)
    EXPECT_LE(a.bytes, 64 << 20) << name(a);
  EXPECT_EQ(anchor_cells(std::vector{*parse_cell(warm)}), std::vector{*parse_cell(warm)});
  EXPECT_TRUE(anchor_cells({}).empty());
}

// A clock that makes every launch of a cell a thousandth longer than the last.
struct Drifting : tests::FakeProfiler {
  Drifting() {
    launches_of = [this](const BenchmarkCase&) {
      const double ms = 1 + 0.001 * ++prepared;
      return tests::FakeLaunches{.launch = [ms] { return Sample{ms, 1000, false}; }};
    };
  }
  int prepared = 0;
};

TEST(ProfileAnchors, AreVisitedEvenlyThroughARun) {
  for (const std::size_t count : {1u, 3u, 20u, 91u, 1000u}) {
    Drifting profiler;
    AnchorVisits visits(std::vector<BenchmarkCase>(count, *parse_cell(warm)), count);
    std::vector<int> after;
    for (std::size_t done = 0; done <= count; ++done) {
      visits.visit(profiler, done);
      after.push_back(profiler.prepared);
    }
    const auto anchors = visits.anchors();
    ASSERT_EQ(anchors.size(), 1u) << count;
    const int all = int(anchors[0].picoseconds.size());
    EXPECT_EQ(all, 10) << count;
    EXPECT_EQ(after.front(), 1) << "before the first cell";
    EXPECT_EQ(after.back(), all) << "after the last one";
    for (std::size_t done = 0; done <= count; ++done)
      EXPECT_NEAR(after[done], 1 + double(all - 1) * double(done) / double(count), 1)
          << count << ", " << done;
    EXPECT_NEAR(anchors[0].picoseconds[1] - anchors[0].picoseconds[0], 1e9 * 0.001 / 1000, 1)
        << "each visit prepares the cell again";
    EXPECT_EQ(anchors[0].clocks_mhz.size(), anchors[0].picoseconds.size());
  }
}

TEST(ProfileAnchors, VisitsBesideAnotherProgramAreIgnored) {
  Drifting profiler;
  profiler.beside_another = true;
  AnchorVisits visits(std::vector{*parse_cell(warm)}, 1);
  visits.visit(profiler, 0);
  visits.visit(profiler, 1);
  EXPECT_TRUE(visits.anchors().empty());
}

TEST(ProfileAnchors, SamplesBesideAnotherProgramAreMarked) {
  Drifting profiler;
  EXPECT_EQ(profiler.measure(*parse_cell(warm)).shared, 0);
  profiler.beside_another = true;
  const Measured measured = profiler.measure(*parse_cell(warm));
  EXPECT_EQ(measured.shared, int(measured.samples_ms.size()));
}

} // namespace
} // namespace texelscope::profile
