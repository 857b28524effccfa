// The order in which a run measures its cells, and how several visits to a cell are combined.
#include "kernels/reports/profile/measure/measurement_run.h"

#include <gtest/gtest.h>

#include "kernels/reports/profile/report/drift.h"
#include "tests/kernels/fake_profiler.h"

namespace texelscope::profile {
namespace {

constexpr const char* first = "u8x4.point.2d.array.tile.64K.tex";
constexpr const char* load = "u8x4.point.2d.pitch.tile.64K.load";
constexpr const char* second = "u8x2.point.2d.array.tile.64K.tex";

// Has no load paths. Each measurement takes a millisecond more per thousand texels than the last, in longer
// launches.
struct Visiting : tests::FakeProfiler {
  explicit Visiting(int times) {
    visit_count = times;
    refuses = tests::has_texture_path_only;
    launches_of = [this](const BenchmarkCase& cell) {
      prepared.push_back((brief() ? "anchor " : "") + name(cell));
      const int number = int(prepared.size());
      if (number == out_of_memory_at) throw std::bad_alloc();
      return tests::FakeLaunches{1000 * number,
                                 [number] {
                                   return Sample{double(number * number), 500.0 + number, false};
                                 },
                                 [number] { return number == 2 ? 0.25 : 0; }};
    };
  }
  std::vector<std::string> prepared;
  int out_of_memory_at = 0;
};

std::vector<BenchmarkCase> cells() {
  return {*parse_cell(first), *parse_cell(load), *parse_cell(second)};
}

TEST(MeasurementRun, VisitsEveryCellAsOftenAsTheProfilerSays) {
  Visiting profiler(3);
  MeasurementRun run(profiler, cells(), false);
  EXPECT_EQ(run.step_count(), 7u) << "the skipped cell takes one";
  EXPECT_EQ(run.timed_steps_left(), 6u);
  std::vector<std::string> order;
  std::vector<std::size_t> final_cells;
  while (!run.has_ended()) {
    EXPECT_EQ(run.step(), order.size());
    order.push_back(name(run.next_cell()));
    EXPECT_EQ(name(run.measure_next().cell), order.back());
    final_cells.push_back(std::size_t(
        std::ranges::count_if(std::vector{0, 1, 2}, [&](int i) { return run.is_final(std::size_t(i)); })));
  }
  EXPECT_EQ(order, (std::vector<std::string>{first, load, second, first, second, first, second}));
  EXPECT_EQ(final_cells, (std::vector<std::size_t>{0, 1, 1, 1, 1, 2, 3}));
  EXPECT_EQ(run.timed_steps_left(), 0u);
  ASSERT_EQ(run.measured().size(), 3u);
  EXPECT_EQ(run.measured()[1].skipped, Obstacle::no_backend_path);
  EXPECT_EQ(run.measured()[0].visits, 3);
  EXPECT_EQ(run.measured()[1].visits, 1);
}

TEST(MeasurementRun, VisitsCountInTheFirstOnesTexels) {
  Visiting profiler(3);
  MeasurementRun run(profiler, {*parse_cell(first)}, false);
  while (!run.has_ended())
    run.measure_next();
  const Measured& measured = run.measured().front();
  EXPECT_EQ(measured.texels, 1000);
  ASSERT_GE(measured.samples_ms.size(), 15u);
  EXPECT_EQ(measured.samples_ms.size(), measured.clocks_mhz.size());
  EXPECT_DOUBLE_EQ(measured.samples_ms.front(), 1) << "1 ms for 1000 texels";
  EXPECT_DOUBLE_EQ(measured.samples_ms[measured.samples_ms.size() / 2], 2) << "4 ms for 2000";
  EXPECT_DOUBLE_EQ(measured.samples_ms.back(), 3) << "9 ms for 3000";
  EXPECT_DOUBLE_EQ(measured.median_ms, 2);
  EXPECT_DOUBLE_EQ(measured.texels_per_second, 1000 / 2e-3);
  EXPECT_EQ(measured.largest_error, 0.25) << "the largest error of all visits";
}

TEST(MeasurementRun, AVisitWithoutMemoryChangesNothing) {
  Visiting profiler(2);
  profiler.out_of_memory_at = 2;
  MeasurementRun run(profiler, {*parse_cell(first)}, false);
  run.measure_next();
  const Measured before = run.measured().front();
  EXPECT_EQ(run.measure_next(), before);

  Visiting late(2);
  late.out_of_memory_at = 1;
  MeasurementRun other(late, {*parse_cell(first)}, false);
  EXPECT_EQ(other.measure_next().skipped, Obstacle::no_memory);
  EXPECT_FALSE(other.measure_next().skipped);
}

TEST(MeasurementRun, AnchorsAreVisitedThroughAllSteps) {
  Visiting profiler(4);
  MeasurementRun run(profiler, cells());
  while (!run.has_ended())
    run.measure_next();
  ASSERT_EQ(run.anchors().size(), 1u);
  EXPECT_EQ(run.anchors()[0].picoseconds.size(), 10u);
  EXPECT_EQ(profiler.prepared.front(), std::string("anchor ") + first);
  EXPECT_EQ(profiler.prepared.back(), std::string("anchor ") + first);

  Visiting alone(4);
  MeasurementRun without(alone, cells(), false);
  while (!without.has_ended())
    without.measure_next();
  EXPECT_TRUE(without.anchors().empty());
  EXPECT_EQ(alone.prepared.size(), 8u);
}

TEST(MeasurementRun, AQuarterOfTheVisitsDriftsTwiceAsFar) {
  Drift drift;
  drift.near = 0.08;
  drift.near_degrees = 9;
  Measured once, four;
  once.cell = four.cell = *parse_cell(first);
  four.visits = 4;
  EXPECT_DOUBLE_EQ(deviation(drift, once).value, 0.08);
  EXPECT_DOUBLE_EQ(deviation(drift, four).value, 0.04);
  EXPECT_EQ(deviation(drift, four).degrees, 9);
}

} // namespace
} // namespace texelscope::profile
