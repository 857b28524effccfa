// Shards and machines joined.
#include "kernels/reports/profile/report/reports.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/reports/profile/cell/suites.h"
#include "tests/kernels/profile_reports.h"

namespace texelscope::profile {
namespace {

using tests::machine;
using tests::measured;

Report whole() {
  Report report{machine(), {}, {"staircase", "", {1}, 1}};
  double ms = 1;
  for (const BenchmarkCase& cell : cells_of(Suite::staircase))
    report.cells.push_back(measured(name(cell), ms += 0.25));
  return report;
}

// Every `of`-th cell, as bench --shard takes them.
Report shard(const Report& all, int number, int of) {
  Report part{all.machine, {}, {all.run.suite, all.run.filter, {number}, of}};
  part.machine.condition.temperature_c = 30 + number;
  for (std::size_t i = std::size_t(number - 1); i < all.cells.size(); i += std::size_t(of))
    part.cells.push_back(all.cells[i]);
  return part;
}

TEST(ProfileMerge, ThreeShardsAreTheWhole) {
  Report all = whole();
  const Merged merged = merge({shard(all, 2, 3), shard(all, 3, 3), shard(all, 1, 3)});
  all.machine.condition.temperature_c = 32; // as in the first file
  EXPECT_EQ(merged.reports, std::vector<Report>{all})
      << "a staircase's cells are in the order of their sizes";
  EXPECT_TRUE(merged.lacking.empty());
  EXPECT_TRUE(merged.doubled.empty());
}

TEST(ProfileMerge, StepByStepGivesTheSame) {
  const Report all = whole();
  const Merged two = merge({shard(all, 1, 3), shard(all, 3, 3)});
  ASSERT_EQ(two.reports.size(), 1u);
  EXPECT_EQ(two.reports[0].run.shards, (std::vector<int>{1, 3}));
  EXPECT_EQ(two.lacking, (std::vector<Lacking>{{"GPU", "staircase", "", {2}, 3}}));
  const Merged three = merge({two.reports[0], shard(all, 2, 3)});
  EXPECT_EQ(three.reports[0].cells, all.cells);
  EXPECT_EQ(three.reports[0].run, all.run);
}

TEST(ProfileMerge, ShardsOfTwinsMakeOneRunButTwoReports) {
  const Report all = whole();
  Report twin = shard(all, 2, 2);
  twin.machine.host = "b";
  twin.machine.uuid = "GPU-b";
  EXPECT_EQ(merge({shard(all, 1, 2), twin}).reports.size(), 2u);
  EXPECT_TRUE(merge({shard(all, 1, 2), twin}).lacking.empty());
  twin.machine.driver = "1";
  EXPECT_EQ(merge({shard(all, 1, 2), twin}).lacking.size(), 2u) << "another driver is another run";
}

TEST(ProfileMerge, DoubledCellsMustAgree) {
  const Report all = whole();
  Report again = all;
  EXPECT_EQ(merge({all, again}).reports, std::vector<Report>{all});
  again.cells[3] = measured(name(all.cells[3].cell), 99.0);
  const Merged merged = merge({all, again});
  ASSERT_EQ(merged.doubled.size(), 1u);
  EXPECT_EQ(merged.doubled[0].cell, all.cells[3].cell);
  again.machine.host = "b";
  EXPECT_TRUE(merge({all, again}).doubled.empty()) << "cells of another machine may differ";
}

TEST(ProfileLabels, SayWhatDistinguishesReports) {
  const Report a{machine("a"), {}}, b{machine("b"), {}}, newer{machine("a", "590.2"), {}};
  EXPECT_EQ(labels({a}), (std::vector<std::string>{"GPU"}));
  EXPECT_EQ(labels({a, newer}), (std::vector<std::string>{"GPU, 580.1", "GPU, 590.2"}));
  EXPECT_EQ(labels({a, b}), (std::vector<std::string>{"GPU, a", "GPU, b"}));
  EXPECT_EQ(labels({a, a}), (std::vector<std::string>{"GPU #1", "GPU #2"}));
}

} // namespace
} // namespace texelscope::profile
