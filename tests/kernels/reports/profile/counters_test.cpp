// Which counters CUPTI counts together; its library knows chips that the machine lacks.
#include "kernels/reports/profile/report/counters.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "kernels/machines/backend/backend.h"

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

TEST(Counters, AnUnknownChipIsReported) {
  EXPECT_THROW(counter_groups("XX999"), MachineError);
}

} // namespace
} // namespace texelscope::profile
