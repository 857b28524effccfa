// What plots hold: series, ticks, shares.
#include "kernels/reports/profile/plot/plots.h"

#include <gtest/gtest.h>

#include "tests/kernels/profile_reports.h"

namespace texelscope::profile {
namespace {

using tests::machine;
using tests::measured;

std::vector<double> places(const Scale& axis) {
  std::vector<double> all;
  for (const Tick& tick : axis.ticks)
    all.push_back(tick.at);
  return all;
}

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> all;
  for (const Tick& tick : ticks)
    all.push_back(tick.label);
  return all;
}

TEST(PlotAxes, StepsAreRound) {
  EXPECT_EQ(places(axis_from_zero("", 4.3)), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(places(axis_from_zero("", 950)), (std::vector<double>{0, 200, 400, 600, 800, 1000}));
  EXPECT_EQ(places(axis_from_zero("", 1000)), (std::vector<double>{0, 200, 400, 600, 800, 1000}));
  EXPECT_EQ(labels(axis_from_zero("", 0.3).ticks), (std::vector<std::string>{"0", "0.1", "0.2", "0.3"}));
  EXPECT_EQ(places(axis_from_zero("", 0)).back(), 0.2) << "the axis has a length even if all values are zero";
  const Scale axis = axis_from_zero("", 950);
  EXPECT_EQ(axis.place(0), 0);
  EXPECT_EQ(axis.place(250), 0.25);
  EXPECT_EQ(axis.place(1000), 1);
}

TEST(PlotAxes, BytesGoByPowersOfTwo) {
  const Scale axis = bytes_axis("", 4096, 1 << 30);
  EXPECT_EQ(labels(axis.ticks), (std::vector<std::string>{"4 KB", "16 KB", "64 KB", "256 KB", "1 MB", "4 MB",
                                                          "16 MB", "64 MB", "256 MB", "1 GB"}));
  EXPECT_DOUBLE_EQ(axis.place(4096), 0);
  EXPECT_DOUBLE_EQ(axis.place(2048.0 * 1024), 0.5);
  EXPECT_DOUBLE_EQ(axis.place(1 << 30), 1);
  EXPECT_EQ(labels(bytes_axis("", 512, 5000).ticks),
            (std::vector<std::string>{"512 B", "1 KB", "2 KB", "4 KB", "8 KB"}));
}

TEST(PlotAxes, DecadesHaveRoomForNoneAndForAll) {
  const Scale plain = decades_axis("", {0.002, 0.05});
  EXPECT_EQ(labels(plain.ticks), (std::vector<std::string>{"0.001", "0.01", "0.1"}));
  EXPECT_DOUBLE_EQ(plain.place(0.001), 0);
  EXPECT_DOUBLE_EQ(plain.place(0.01), 0.5);
  EXPECT_DOUBLE_EQ(plain.place(0.1), 1);
  const Scale both = decades_axis("", {0, 1e-7, 1e-5, INFINITY});
  EXPECT_EQ(labels(both.ticks), (std::vector<std::string>{"0", "1e-07", "1e-06", "1e-05", "∞"}));
  EXPECT_EQ(both.place(0), 0);
  EXPECT_NEAR(both.place(1e-7), 0.08, 1e-9);
  EXPECT_NEAR(both.place(1e-6), 0.5, 1e-9);
  EXPECT_NEAR(both.place(1e-5), 0.92, 1e-9);
  EXPECT_EQ(both.place(INFINITY), 1);
  EXPECT_EQ(labels(decades_axis("", {0, 0}).ticks), (std::vector<std::string>{"0", "1", "10"}))
      << "the axis has a length even if there is no error";
  EXPECT_EQ(labels(decades_axis("", {0.01}).ticks), (std::vector<std::string>{"0.01", "0.1"}));
}

TEST(Plots, StaircaseIsBytesASecondBySize) {
  const Report report{machine(),
                      {measured("f32x4.point.2d.array.tile.64M.tex", 0.004),
                       measured("f32x4.point.2d.array.tile.4K.tex", 0.001),
                       measured("u8x4.point.2d.array.tile.4K.tex", 0.001), // a single point is no series
                       measured("u8x4.bilinear.2d.array.tile.4K.tex", 0.002),
                       measured("u8x4.bilinear.2d.array.tile.64K.tex", 0.002),
                       tests::wrong("u8x4.bilinear.2d.array.tile.1M.tex", 0.001)}};
  const auto lines = std::get<Lines>(draw(Plot::staircase, {report}));
  EXPECT_EQ(lines.heading.title, "Throughput by working set");
  EXPECT_EQ(lines.heading.machine, "GPU, driver 580.1, CUDA 13.0, Texelscope 0.1.0");
  EXPECT_EQ(lines.heading.shared, "2d array tile tex");
  EXPECT_EQ(lines.y.title, "delivered, TB/s");
  ASSERT_EQ(lines.series.size(), 2u);
  EXPECT_EQ(lines.series[0].name, "u8x4 bilinear");
  EXPECT_EQ(lines.series[1].name, "f32x4 point");
  ASSERT_EQ(lines.series[1].points.size(), 2u);
  EXPECT_EQ(lines.series[1].points[0].x, 4096);
  EXPECT_DOUBLE_EQ(lines.series[1].points[0].y, 4); // 4 MB in a microsecond
  EXPECT_DOUBLE_EQ(lines.series[1].points[1].y, 1);
  EXPECT_EQ(lines.series[0].points.size(), 2u) << "wrong results are not drawn";
  EXPECT_EQ(lines.x.low, 4096);
  EXPECT_EQ(lines.x.high, 64 << 20);
  EXPECT_EQ(labels(lines.guides), (std::vector<std::string>{"L2 cache, 32 MB"}));
}

TEST(Plots, MachinesAreSeriesOfTheirOwn) {
  const std::vector<Measured> cells = {measured("f32x4.point.2d.array.tile.4K.tex", 0.001),
                                       measured("f32x4.point.2d.array.tile.8K.tex", 0.001)};
  const auto two =
      std::get<Lines>(draw(Plot::staircase, {{machine("a"), cells}, {machine("a", "590.2"), cells}}));
  ASSERT_EQ(two.series.size(), 2u);
  EXPECT_EQ(two.series[0].name, "GPU, 580.1");
  EXPECT_EQ(two.series[1].name, "GPU, 590.2");
  const auto joined =
      std::get<Lines>(draw(Plot::staircase, {{machine("a"), {cells[1]}}, {machine("b"), {cells[0]}}}));
  ASSERT_EQ(joined.series.size(), 1u) << "shards of twins are one series";
  EXPECT_EQ(joined.series[0].points.size(), 2u);
  EXPECT_EQ(joined.series[0].name, "f32x4 point 2d array tile tex");
}

TEST(Plots, PolarTakesTilesAndTurnedOnes) {
  const Report report{machine(),
                      {measured("u8x4.point.2d.array.rotated45.4M.tex", 0.002),
                       measured("u8x4.point.2d.array.tile.4M.tex", 0.001),
                       measured("u8x4.point.2d.array.row.4M.tex", 0.001),
                       measured("u8x4.point.2d.array.rotated30.4M.tex", 0.004)}};
  const auto polar = std::get<Polar>(draw(Plot::polar, {report}));
  ASSERT_EQ(polar.series.size(), 1u);
  ASSERT_EQ(polar.series[0].points.size(), 3u);
  EXPECT_EQ(polar.series[0].points[0].x, 0);
  EXPECT_EQ(polar.series[0].points[1].x, 30);
  EXPECT_EQ(polar.series[0].points[2].x, 45);
  EXPECT_EQ(polar.radius.title, "GTexel/s");
  EXPECT_DOUBLE_EQ(polar.series[0].points[0].y, 1000); // a million in a microsecond
  EXPECT_DOUBLE_EQ(polar.series[0].points[1].y, 250);
}

TEST(Plots, MatrixIsSharesOfTheBest) {
  const Report report{machine(),
                      {measured("u8x4.point.2d.array.tile.64K.tex", 1.0),
                       measured("u8x4.bilinear.2d.array.tile.64K.tex", 2.0),
                       tests::wrong("f32x4.bilinear.2d.array.tile.64K.tex", 0.5),
                       tests::skipped("f32x4.point.2d.array.tile.64K.tex", Obstacle::no_memory),
                       measured("u16x1.point.2d.array.tile.64K.tex", 4.0),
                       measured("u8x4.point.2d.array.tile.4M.tex", 1.0)}};
  const auto matrix = std::get<Matrix>(draw(Plot::matrix, {report}));
  EXPECT_EQ(matrix.heading.shared, "2d array tile 64K tex");
  EXPECT_EQ(matrix.unit, "MTexel/s") << "no clocks are known";
  EXPECT_EQ(matrix.columns, (std::vector<std::string>{"point", "bilinear"}));
  EXPECT_EQ(matrix.rows, (std::vector<std::string>{"u8x4", "u16x1", "f32x4"}));
  ASSERT_EQ(matrix.squares.size(), 6u);
  EXPECT_DOUBLE_EQ(matrix.squares[0].share, 1);
  EXPECT_EQ(matrix.squares[0].label, "1000");
  EXPECT_DOUBLE_EQ(matrix.squares[1].share, 0.5);
  EXPECT_DOUBLE_EQ(matrix.squares[2].share, 0.25);
  EXPECT_FALSE(matrix.squares[3].measured);
  EXPECT_EQ(matrix.squares[3].label, "");
  EXPECT_EQ(matrix.squares[4].label, "–");
  EXPECT_NE(matrix.squares[4].help.find("not have enough memory"), std::string::npos);
  EXPECT_EQ(matrix.squares[5].label, "!");
}

TEST(Plots, MatrixPrefersTexelsAClock) {
  Report report{machine(),
                {measured("u8x4.point.2d.array.tile.64K.tex", 1.0),
                 measured("u8x4.bilinear.2d.array.tile.64K.tex", 2.0)}};
  for (Measured& m : report.cells) {
    m.clocks_mhz.assign(7, 5); // 5000 clocks a millisecond, 100 multiprocessors
    summarize(m, 100);
  }
  const auto matrix = std::get<Matrix>(draw(Plot::matrix, {report}));
  EXPECT_EQ(matrix.unit, "texels per clock and multiprocessor");
  EXPECT_EQ(matrix.squares[0].label, "2.00");
  EXPECT_EQ(matrix.squares[1].label, "1.00");
}

TEST(Plots, PathComparisonSetsPathsSideBySide) {
  const Report report{machine(),
                      {measured("u8x4.point.2d.pitch.tile.64K.load", 0.0005),
                       measured("u8x4.point.2d.array.tile.64K.tex", {0.0005, 0.001, 0.002}),
                       measured("u8x4.bilinear.2d.array.tile.64K.tex", 0.001),
                       measured("u8x4.bilinear.2d.pitch.tile.64K.tex", 0.001)}};
  const auto path_comparison = std::get<PathComparison>(draw(Plot::path_comparison, {report}));
  ASSERT_EQ(path_comparison.groups.size(), 1u) << "bilinear has only one path";
  EXPECT_EQ(path_comparison.groups[0].name, "u8x4 point 2d tile 64K");
  ASSERT_EQ(path_comparison.groups[0].bars.size(), 2u);
  EXPECT_EQ(path_comparison.groups[0].bars[0].name, "tex, array");
  EXPECT_EQ(path_comparison.groups[0].bars[1].name, "load, pitch");
  EXPECT_EQ(path_comparison.groups[0].bars[1].path, Path::load);
  EXPECT_EQ(path_comparison.x.title, "TTexel/s");
  EXPECT_DOUBLE_EQ(path_comparison.groups[0].bars[0].value, 1);
  EXPECT_DOUBLE_EQ(path_comparison.groups[0].bars[0].low, 0.5);
  EXPECT_DOUBLE_EQ(path_comparison.groups[0].bars[0].high, 2);
}

TEST(Plots, NothingToDraw) {
  const Report report{machine(),
                      {measured("u8x4.point.2d.array.tile.4K.tex", 1.0),
                       tests::wrong("u8x4.point.2d.array.tile.8K.tex", 1.0)}};
  for (const EnumEntry& plot : enum_table<Plot>())
    EXPECT_TRUE(is_empty(draw(Plot(plot.value), {report}))) << plot.identifier;
  EXPECT_TRUE(is_empty(draw(Plot::matrix, {{machine(), {}}})));
}

} // namespace
} // namespace texelscope::profile
