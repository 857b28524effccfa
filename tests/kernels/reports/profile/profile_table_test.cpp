// A report as a table: its columns, the filtered rows and their order; lists of cells with other caches.
#include "kernels/reports/profile/report/table.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/cell/caches.h"
#include "kernels/reports/profile/cell/suites.h"
#include "kernels/reports/profile/plot/plots.h"
#include "kernels/reports/profile/report/comparison.h"
#include "tests/kernels/profile_reports.h"

namespace texelscope::profile {
namespace {

using tests::machine;
using tests::measured;
using Rows = std::vector<std::size_t>;

Report three() {
  return {machine(),
          {measured("u8x4.point.2d.array.tile.64K.tex", 2.0),
           tests::skipped("u8x4.point.2d.array.tile.1G.tex", Obstacle::no_memory),
           measured("f32x4.bilinear.2d.array.tile.64K.tex", 1.0),
           measured("u8x4.bilinear.2d.array.tile.64K.tex", 3.0)}};
}

TEST(BenchTable, FilterTermsMatchAnywhereInTheName) {
  const std::string cell = "u8x4.bilinear.2d.array.tile.64K.tex";
  for (const char* pattern : {"", " ", "u8x4", "tex  u8", "8x4.bi", "u8*tile", "*", "2d 64K"})
    EXPECT_TRUE(contains_text(cell, pattern)) << pattern;
  for (const char* pattern : {"u8x2", "u8x4 point", "tile*u8", "U8X4"})
    EXPECT_FALSE(contains_text(cell, pattern)) << pattern;
}

TEST(BenchTable, RowsAreInTheOrderOfMeasurementUntilTheyAreSorted) {
  const Report report = three();
  EXPECT_EQ(rows_of(report, "", std::nullopt), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(rows_of(report, "u8x4", std::nullopt), (Rows{0, 1, 3}));
  EXPECT_EQ(rows_of(report, "no such cell", std::nullopt), Rows());
  EXPECT_EQ(rows_of({machine(), {}}, "", Order{Column::texels, true}), Rows());
}

TEST(BenchTable, MissingValuesAreLast) {
  const Report report = three();
  EXPECT_EQ(rows_of(report, "", Order{Column::texels, true}), (Rows{2, 0, 3, 1}))
      << "a launch of 1 ms is the fastest";
  EXPECT_EQ(rows_of(report, "", Order{Column::texels, false}), (Rows{3, 0, 2, 1}));
  EXPECT_EQ(rows_of(report, "u8x4", Order{Column::bytes, true}), (Rows{0, 3, 1}));
  EXPECT_EQ(rows_of(report, "", Order{Column::roof, true}), (Rows{0, 1, 2, 3})) << "no cell has one";
}

TEST(BenchTable, NamesAreSortedByTheirParts) {
  Report report{
      machine(),
      {measured("u8x4.point.2d.array.tile.1M.tex", 1.0), measured("u8x4.point.2d.array.tile.64K.tex", 1.0)}};
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

// The counts of a launch of 1000000 texels.
Counts counts(double l1, double l2, double memory, double issue) {
  Counts c;
  c[Counter::quads] = 250000;
  c[Counter::texture_sectors] = 200000;
  c[Counter::texture_hits] = 150000;
  c[Counter::l2_sectors] = 50000;
  c[Counter::l2_hits] = 40000;
  c[Counter::l2_bytes] = 2e6;
  c[Counter::memory_bytes] = 5e5;
  c[Counter::l1_share] = l1;
  c[Counter::l2_share] = l2;
  c[Counter::memory_share] = memory;
  c[Counter::issue_share] = issue;
  return c;
}

Measured counted(const std::string& cell, const Counts& c) {
  Measured m = measured(cell, 1.0);
  m.counts = c;
  return m;
}
const std::string tex = "u8x4.point.2d.array.tile.64K.tex", loads = "u8x4.point.2d.pitch.tile.64K.load";

TEST(BenchTable, AFigureIsShownInTheUnitOfItsColumn) {
  Measured m = measured("u8x4.point.2d.array.tile.64K.tex", std::vector<double>{1.5, 2.0, 2.5});
  m.texels_per_clock_sm = 3.06749;
  m.roof_share = 0.99549;
  m.limiter = "texture";
  m.largest_error = 1.25e-5;
  const std::pair<Column, const char*> shown[] = {{Column::name, "u8x4.point.2d.array.tile.64K.tex"},
                                                  {Column::ms, "2.000"},
                                                  {Column::spread, "25.00 %"},
                                                  {Column::texels, "0.500"},
                                                  {Column::bytes, "2.0"},
                                                  {Column::clock, "3.067"},
                                                  {Column::error, "1.3e-05"},
                                                  {Column::roof, "99.5 %"},
                                                  {Column::limiter, "texture"},
                                                  {Column::core, "125.00"},
                                                  {Column::l1_hits, ""}};
  for (const auto& [column, expected] : shown)
    EXPECT_EQ(figure_text(m, column, 4), expected) << identifier(column);
  m.largest_error = 0;
  EXPECT_EQ(figure_text(m, Column::error, 4), "0");
  m.counts = counts(90, 50, 10, 80);
  EXPECT_EQ(figure_text(m, Column::l1_hits, 4), "75.0 %");
  EXPECT_EQ(figure_text(m, Column::memory_bytes, 4), "0.500");
  EXPECT_EQ(figure_text(m, Column::counted, 4), "100.00 %");
  EXPECT_EQ(number_text(Column::roof, 0.5), "50.0") << "a sentence has its own %";
  EXPECT_EQ(number_text(Column::bytes, 2e9, 3), "2.000");
  EXPECT_EQ(
      figure_text(tests::skipped("u8x4.point.2d.array.tile.1G.tex", Obstacle::no_memory), Column::spread, 4),
      "");
  FetchRates live;
  live.set_clocks(1, {0.5, 0.25, 1}, 2);
  EXPECT_EQ(value_of(live, Column::clock), 1);
  EXPECT_FALSE(value_of(live, Column::spread)) << "it has none";
  live.set_clocks(1, {}, 2);
  EXPECT_FALSE(value_of(live, Column::clock));
}

TEST(BenchTable, CountsAreSharesAndBytesOfATexel) {
  const Measured m = counted(tex, counts(90, 50, 10, 80));
  EXPECT_EQ(value_of(m, Column::counted), 1);
  EXPECT_EQ(value_of(m, Column::l1_hits), 0.75);
  EXPECT_EQ(value_of(m, Column::l2_hits), 0.8);
  EXPECT_EQ(value_of(m, Column::l2_bytes), 2);
  EXPECT_EQ(value_of(m, Column::memory_bytes), 0.5);
  EXPECT_EQ(value_of(m, Column::l1_share), 0.9);
  EXPECT_EQ(value_of(m, Column::l2_share), 0.5);
  EXPECT_EQ(value_of(m, Column::memory_share), 0.1);
  EXPECT_EQ(value_of(m, Column::issue_share), 0.8);
  EXPECT_EQ(
      counts_text(m),
      "counted: texels 100.00 % of those requested, L1 hits 75.00 %, per texel: L2 2.000 B, memory 0.500 B, "
      "busy: L1 90.00 %, L2 50.00 %, memory 10.00 %, issue 80.00 %");
}

TEST(BenchTable, WhatWasNotCountedHasNoValue) {
  for (int i = int(Column::l1_share); i <= int(Column::counted); ++i) {
    EXPECT_FALSE(value_of(measured(tex, 1.0), Column(i))) << i;
    EXPECT_FALSE(value_of(tests::skipped(tex, Obstacle::no_memory), Column(i))) << i;
    EXPECT_FALSE(value_of(counted(tex, Counts()), Column(i))) << i;
  }
  Counts c = counts(1, 2, 3, 4);
  c[Counter::quads] = c[Counter::texture_sectors] = c[Counter::texture_hits] = c[Counter::l2_sectors] =
      c[Counter::l2_hits] = 0;
  EXPECT_FALSE(value_of(counted(loads, c), Column::counted)) << "does not go through the texture unit";
  EXPECT_FALSE(value_of(counted(loads, c), Column::l1_hits)) << "there are no sectors";
  EXPECT_FALSE(value_of(counted(loads, c), Column::l2_hits));
  EXPECT_EQ(value_of(counted(tex, c), Column::counted), 0) << "texels were requested and none was counted";
  EXPECT_EQ(counts_text(counted(loads, counts(1, 2, 3, 4))),
            "per texel: L2 2.000 B, memory 0.500 B, busy: L1 1.00 %, L2 2.00 %, memory 3.00 %, issue 4.00 %");
  EXPECT_EQ(counts_text(counted(loads, Counts())), "per texel: L2 ? B, memory ? B");
}

TEST(BenchTable, TheBusiestStageIsWhatTheOthersWaitFor) {
  EXPECT_EQ(busiest(counted(tex, counts(90, 50, 10, 80))), Column::l1_share);
  EXPECT_EQ(busiest(counted(tex, counts(20, 30, 10, 80))), Column::issue_share);
  EXPECT_EQ(busiest(counted(tex, counts(50, 40, 94, 40))), Column::memory_share);
  Counts c = counts(50, 96, 94, 40);
  EXPECT_EQ(busiest(counted(tex, c)), Column::l2_share) << "it has four of five sectors";
  c[Counter::l2_hits] = 24000;
  EXPECT_EQ(busiest(counted(tex, c)), Column::memory_share) << "most sectors come from the memory";
  c[Counter::memory_share] = std::nan("");
  EXPECT_EQ(busiest(counted(tex, c)), Column::l2_share);
  EXPECT_FALSE(busiest(counted(tex, Counts())));
  EXPECT_FALSE(busiest(measured(tex, 1.0)));
}

TEST(BenchTable, CountedColumnsSortAndAreThoseThatHaveValues) {
  using enum Column;
  Report report = three();
  EXPECT_EQ(counted_columns_of(report), std::vector<Column>());
  report.cells[0].counts.emplace()[Counter::l2_bytes] = 5e6;
  report.cells[3].counts.emplace()[Counter::l2_bytes] = 4e6;
  EXPECT_EQ(counted_columns_of(report), (std::vector{name, l2_bytes}));
  EXPECT_EQ(rows_of(report, "", Order{l2_bytes, false}), (Rows{3, 0, 1, 2}))
      << "skipped and uncounted ones last";
  EXPECT_EQ(rows_of(report, "", Order{l2_bytes, true}), (Rows{0, 3, 1, 2}));
  report.cells[0].limiter = "l2";
  report.cells[2].counts = counts(90, 50, 10, 80);
  EXPECT_EQ(counted_columns_of(report),
            (std::vector{name, limiter, l1_share, l2_share, memory_share, issue_share, l1_hits, l2_hits,
                         l2_bytes, memory_bytes, Column::counted}));
  EXPECT_EQ(columns_of(report), (std::vector{name, texels, limiter, bytes, spread, error}))
      << "the other table stays as it is";
  EXPECT_EQ(rows_of(report, "", Order{l1_share, true}), (Rows{2, 0, 1, 3}));
}

TEST(BenchCaches, AreThoseRequestedOnceEach) {
  const std::vector<BenchmarkCase> list = {*parse_cell("f32x4.point.2d.array.tile.1M.tex"),
                                           *parse_cell("f32x4.point.2d.array.tile.1M.tex.cold"),
                                           *parse_cell("u8x4.bilinear.2d.array.tile.1M.tex")};
  EXPECT_EQ(with_caches(list, Caches::listed), list);
  EXPECT_EQ(with_caches(list, Caches::warm), (std::vector{list[0], list[2]}));
  const std::vector<BenchmarkCase> cold = with_caches(list, Caches::cold);
  ASSERT_EQ(cold.size(), 2u);
  EXPECT_EQ(name(cold[0]), "f32x4.point.2d.array.tile.1M.tex.cold");
  EXPECT_EQ(name(cold[1]), "u8x4.bilinear.2d.array.tile.1M.tex.cold");
  EXPECT_EQ(with_caches(cells_of(Suite::staircase), Caches::cold).size(), 40u);
  for (const BenchmarkCase& cell : with_caches(cells_of(Suite::quick), Caches::cold))
    EXPECT_FALSE(obstacle(cell)) << name(cell);
}

TEST(BenchPlots, PointsKnowTheirCells) {
  const Report report{machine(),
                      {measured("u8x4.point.2d.array.tile.64K.tex", 1.0),
                       measured("u8x4.point.2d.array.tile.1M.tex", 2.0),
                       measured("u8x4.bilinear.2d.array.tile.64K.tex", 1.0),
                       tests::wrong("f32x4.point.2d.array.tile.64K.tex", 1.0),
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
  const auto path_comparison = std::get<PathComparison>(draw(Plot::path_comparison, {report}));
  EXPECT_EQ(path_comparison.groups.at(0).bars.at(1).cell, report.cells[4].cell);
}

TEST(BenchPlots, SeriesThatCannotBeDistinguishedAreLeftOut) {
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

TEST(BenchComparison, StopsOnRequest) {
  std::stop_source stop;
  EXPECT_EQ(compare(three(), three(), stop.get_token()).cells.size(), 3u);
  stop.request_stop();
  EXPECT_EQ(compare(three(), three(), stop.get_token()).cells.size(), 0u);
}

TEST(BenchComparison, TimesAreOfATexelInTheirOrder) {
  EXPECT_EQ(picoseconds(measured("u8x4.point.2d.array.tile.64K.tex", {2.0, 1.0, 3.0})),
            (std::vector<double>{2000, 1000, 3000}));
}

} // namespace
} // namespace texelscope::profile
