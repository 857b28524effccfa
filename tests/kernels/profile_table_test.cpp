// A report as a table: its columns, the rows that stay and their order; lists of cells with other caches.
#include "kernels/profile/table.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/profile/caches.h"
#include "kernels/profile/comparison.h"
#include "kernels/profile/plots.h"
#include "kernels/profile/suites.h"
#include "tests/kernels/profile_reports.h"

namespace texelscope::profile {
namespace {

using tests::machine;
using tests::measured;
using Rows = std::vector<std::size_t>;

Report three() {
  return {machine(), {measured("u8x4.point.2d.array.tile.64K.tex", 2.0), tests::skipped("u8x4.point.2d.array.tile.1G.tex", Obstacle::no_memory),
                      measured("f32x4.bilinear.2d.array.tile.64K.tex", 1.0), measured("u8x4.bilinear.2d.array.tile.64K.tex", 3.0)}};
}

TEST(BenchTable, WordsMayStandAnywhereInTheName) {
  const std::string cell = "u8x4.bilinear.2d.array.tile.64K.tex";
  for (const char* words : {"", " ", "u8x4", "tex  u8", "8x4.bi", "u8*tile", "*", "2d 64K"})
    EXPECT_TRUE(has_words(cell, words)) << words;
  for (const char* words : {"u8x2", "u8x4 point", "tile*u8", "U8X4"})
    EXPECT_FALSE(has_words(cell, words)) << words;
}

TEST(BenchTable, RowsStandAsMeasuredUntilTheyAreSorted) {
  const Report report = three();
  EXPECT_EQ(rows_of(report, "", std::nullopt), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(rows_of(report, "u8x4", std::nullopt), (Rows{0, 1, 3}));
  EXPECT_EQ(rows_of(report, "no such cell", std::nullopt), Rows());
  EXPECT_EQ(rows_of({machine(), {}}, "", Order{Column::texels, true}), Rows());
}

TEST(BenchTable, WhatHasNoValueStandsLast) {
  const Report report = three();
  EXPECT_EQ(rows_of(report, "", Order{Column::texels, true}), (Rows{2, 0, 3, 1})) << "a launch of 1 ms is the fastest";
  EXPECT_EQ(rows_of(report, "", Order{Column::texels, false}), (Rows{3, 0, 2, 1}));
  EXPECT_EQ(rows_of(report, "u8x4", Order{Column::bytes, true}), (Rows{0, 3, 1}));
  EXPECT_EQ(rows_of(report, "", Order{Column::roof, true}), (Rows{0, 1, 2, 3})) << "no cell has one";
}

TEST(BenchTable, NamesAreSortedByTheirParts) {
  Report report{machine(), {measured("u8x4.point.2d.array.tile.1M.tex", 1.0), measured("u8x4.point.2d.array.tile.64K.tex", 1.0)}};
  EXPECT_EQ(rows_of(report, "", Order{Column::name, false}), (Rows{1, 0})) << "by bytes, not by letters";
  EXPECT_EQ(rows_of(report, "", Order{Column::name, true}), (Rows{0, 1}));
}

TEST(BenchTable, LimitersAndRoofsAreSorted) {
  Report report = three();
  report.cells[0].limiter = "memory";
  report.cells[3].limiter = "l1";
  report.cells[0].roof_share = 0.5;
  report.cells[3].roof_share = 0.75;
  EXPECT_EQ(rows_of(report, "", Order{Column::limiter, false}), (Rows{3, 0, 1, 2}));
  EXPECT_EQ(rows_of(report, "", Order{Column::roof, true}), (Rows{3, 0, 1, 2}));
}

TEST(BenchTable, ColumnsAreThoseThatHaveValues) {
  using enum Column;
  Report report = three();
  EXPECT_EQ(columns_of(report), (std::vector{name, texels, bytes, spread, error}));
  for (Measured& m : report.cells)
    m.texels_per_clock_sm = 4;
  report.cells[2].roof_share = 0.9;
  EXPECT_EQ(columns_of(report), (std::vector{name, texels, clock, roof, bytes, spread, error}));
  report.cells[2].limiter = "l1";
  EXPECT_EQ(columns_of(report).at(4), limiter);
  report = three();
  report.machine.cores = 1;
  EXPECT_EQ(columns_of(report), (std::vector{name, core, bytes, spread, error}));
  report.machine.cores = 8;
  EXPECT_EQ(columns_of(report), (std::vector{name, core, texels, bytes, spread, error}));
}

TEST(BenchCaches, AreThoseAskedForOnceEach) {
  const std::vector<Cell> list = {*parse_cell("f32x4.point.2d.array.tile.1M.tex"), *parse_cell("f32x4.point.2d.array.tile.1M.tex.cold"),
                                  *parse_cell("u8x4.bilinear.2d.array.tile.1M.tex")};
  EXPECT_EQ(with_caches(list, Caches::listed), list);
  EXPECT_EQ(with_caches(list, Caches::warm), (std::vector{list[0], list[2]}));
  const std::vector<Cell> cold = with_caches(list, Caches::cold);
  ASSERT_EQ(cold.size(), 2u);
  EXPECT_EQ(name(cold[0]), "f32x4.point.2d.array.tile.1M.tex.cold");
  EXPECT_EQ(name(cold[1]), "u8x4.bilinear.2d.array.tile.1M.tex.cold");
  EXPECT_EQ(with_caches(cells_of(Suite::staircase), Caches::cold).size(), 40u);
  for (const Cell& cell : with_caches(cells_of(Suite::quick), Caches::cold))
    EXPECT_FALSE(obstacle(cell)) << name(cell);
}

TEST(BenchPlots, PointsKnowTheirCells) {
  const Report report{machine(), {measured("u8x4.point.2d.array.tile.64K.tex", 1.0), measured("u8x4.point.2d.array.tile.1M.tex", 2.0),
                                  measured("u8x4.bilinear.2d.array.tile.64K.tex", 1.0), tests::wrong("f32x4.point.2d.array.tile.64K.tex", 1.0),
                                  measured("u8x4.point.2d.pitch.tile.64K.load", 1.0)}};
  const auto lines = std::get<Lines>(draw(Plot::staircase, {report}));
  EXPECT_EQ(lines.series.at(0).points.at(1).cell, report.cells[1].cell);
  const auto matrix = std::get<Matrix>(draw(Plot::matrix, {report}));
  ASSERT_EQ(matrix.squares.size(), 4u) << "f32x4, u8x4 by point, bilinear";
  EXPECT_EQ(std::ranges::count_if(matrix.squares, [](const Square& s) { return s.cell.has_value(); }), 3);
  for (const Square& square : matrix.squares)
    if (square.cell) {
      EXPECT_TRUE(square.help.starts_with(name(*square.cell)));
    }
  const auto duel = std::get<Duel>(draw(Plot::duel, {report}));
  EXPECT_EQ(duel.groups.at(0).bars.at(1).cell, report.cells[4].cell);
}

TEST(BenchPlots, SeriesBeyondWhatCanBeToldApartAreLeftOut) {
  std::vector<Measured> cells;
  for (const char* format : {"u8x1", "u8x2", "u8x4", "f32x1", "f32x2"})
    for (const char* size : {"64K", "1M"})
      cells.push_back(measured(std::string(format) + ".point.2d.array.tile." + size + ".tex", 1.0));
  Drawing drawing = draw(Plot::staircase, {{machine(), cells}});
  keep_series(drawing, 5);
  EXPECT_EQ(std::get<Lines>(drawing).left_out, 0u);
  keep_series(drawing, 3);
  EXPECT_EQ(std::get<Lines>(drawing).series.size(), 3u);
  EXPECT_EQ(std::get<Lines>(drawing).left_out, 2u);
}

TEST(BenchComparison, EndsWhereItIsToldTo) {
  std::stop_source stop;
  EXPECT_EQ(compare(three(), three(), stop.get_token()).cells.size(), 3u);
  stop.request_stop();
  EXPECT_EQ(compare(three(), three(), stop.get_token()).cells.size(), 0u);
}

TEST(BenchComparison, TimesAreOfATexelInTheirOrder) {
  EXPECT_EQ(picoseconds(measured("u8x4.point.2d.array.tile.64K.tex", {2.0, 1.0, 3.0})), (std::vector<double>{2000, 1000, 3000}));
}

} // namespace
} // namespace texelscope::profile
