// Which counters CUPTI counts together; its library knows chips without having one.
#include "kernels/profile/counters.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "kernels/backend.h"

namespace texelscope::profile {
namespace {

TEST(Counters, HaveOneMetricEach) {
  std::set<std::string> metrics;
  for (std::size_t i = 0; i < counter_count; ++i) {
    EXPECT_EQ(enum_table<Counter>()[i].value, int(i));
    metrics.insert(metric(Counter(i)));
  }
  EXPECT_EQ(metrics.size(), counter_count);
  EXPECT_EQ(enum_table<Counter>().size(), counter_count);
}

TEST(Counters, WhatIsNotCountedIsNoNumber) {
  Counts counts;
  EXPECT_FALSE(counts.has(Counter::quads));
  counts[Counter::quads] = 3;
  counts[Counter::texture_sectors] = 8;
  counts[Counter::texture_hits] = 6;
  EXPECT_TRUE(counts.has(Counter::quads));
  EXPECT_EQ(counts.texels(), 12);
  EXPECT_EQ(counts.texture_hit_rate(), 0.75);
  EXPECT_TRUE(std::isnan(counts.l2_hit_rate()));
}

TEST(Counters, TheBusiestStageIsTheLargestShare) {
  Counts counts;
  EXPECT_FALSE(busiest_stage(counts));
  counts[Counter::l1_share] = 53;
  EXPECT_EQ(busiest_stage(counts)->stage, "") << "nothing is near its peak";
  EXPECT_EQ(busiest_stage(counts)->share, 0.53);
  counts[Counter::l2_share] = 95.5;
  counts[Counter::memory_share] = 92;
  counts[Counter::issue_share] = 14;
  EXPECT_EQ(busiest_stage(counts)->stage, "l2");
  counts[Counter::memory_share] = 96;
  EXPECT_EQ(busiest_stage(counts)->stage, "memory");
}

class GroupsOf : public testing::TestWithParam<const char*> {};

TEST_P(GroupsOf, AChip) {
  std::vector<CounterGroup> groups;
  try {
    groups = counter_groups(GetParam());
  } catch (const MachineError& error) {
    GTEST_SKIP() << error.what();
  }
  std::set<Counter> seen;
  for (const CounterGroup& group : groups) {
    EXPECT_FALSE(group.counters.empty());
    EXPECT_EQ(group.passes > 1, group.counters.front() >= Counter::l1_share);
    for (const Counter counter : group.counters) EXPECT_TRUE(seen.insert(counter).second) << identifier(counter) << " twice";
  }
  EXPECT_EQ(seen.size(), counter_count) << "none is missing";
  ASSERT_FALSE(groups.empty());
  const auto& first = groups.front().counters;
  EXPECT_EQ(first.front(), Counter::quads);
  for (const Counter counter : {Counter::texture_sectors, Counter::texture_hits, Counter::memory_bytes})
    EXPECT_NE(std::find(first.begin(), first.end(), counter), first.end()) << identifier(counter);
}

INSTANTIATE_TEST_SUITE_P(Chips, GroupsOf, testing::Values("GH100", "TU102", "GA102", "AD102"), [](const auto& of) { return std::string(of.param); });

TEST(Counters, AnUnknownChipIsTold) { EXPECT_THROW(counter_groups("XX999"), MachineError); }

} // namespace
} // namespace texelscope::profile
