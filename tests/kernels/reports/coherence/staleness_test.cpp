// Which combinations of write, read and reader exist, what is guaranteed for them, and what the simulation
// returns.
#include "kernels/reports/coherence/staleness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "kernels/ground/text/texts.h"

namespace texelscope::staleness {
namespace {

Combination combination(std::string_view name) {
  const auto found =
      std::ranges::find_if(combinations(), [&](const Combination& c) { return identifier(c) == name; });
  if (found == combinations().end()) throw std::runtime_error("no combination " + std::string(name));
  return *found;
}

TEST(Staleness, CombinationsAreTwentyFourTimesEight) {
  std::set<std::string> names;
  for (const Combination& c : combinations()) {
    EXPECT_TRUE(names.insert(identifier(c)).second) << identifier(c);
    EXPECT_FALSE(obstacle(c.write, c.read)) << identifier(c);
  }
  EXPECT_EQ(names.size(), 8u * 3 * 8);
  EXPECT_TRUE(names.contains("surface/texture/same_thread"));
  EXPECT_TRUE(names.contains("pitch/read_only_load/other_block/warmed/fenced/relaunched"));
}

TEST(Staleness, WhatDoesNotExistSaysWhy) {
  using enum ReadPath;
  EXPECT_EQ(obstacle(WritePath::surface, load), Text::stale_no_address);
  EXPECT_EQ(obstacle(WritePath::surface, read_only_load), Text::stale_no_address_ldg);
  EXPECT_EQ(obstacle(WritePath::pitch, surface), Text::stale_no_surface);
  EXPECT_EQ(obstacle(WritePath::linear, surface), Text::stale_no_surface);
  for (const ReadPath read : {texture, surface})
    EXPECT_FALSE(obstacle(WritePath::surface, read));
  for (const ReadPath read : {texture, read_only_load, load})
    EXPECT_FALSE(obstacle(WritePath::linear, read));
  EXPECT_THROW(make_simulation()->run({WritePath::surface, load}), std::invalid_argument);
}

TEST(Staleness, OnlyLoadsAndTheNextLaunchAreGuaranteedTheNewValue) {
  for (const Combination& c : combinations()) {
    if (c.relaunched) {
      EXPECT_EQ(guarantee(c), Guarantee::fresh) << identifier(c);
      EXPECT_EQ(rule(c), Text::stale_rule_relaunched);
    } else if (c.read != ReadPath::load) {
      EXPECT_EQ(guarantee(c), Guarantee::undefined) << identifier(c);
    }
  }
  EXPECT_EQ(guarantee(combination("pitch/load/same_thread/warmed")), Guarantee::fresh);
  EXPECT_EQ(guarantee(combination("linear/load/same_block")), Guarantee::fresh);
  EXPECT_EQ(guarantee(combination("linear/load/other_block/warmed")), Guarantee::undefined);
  EXPECT_EQ(guarantee(combination("linear/load/other_block/warmed/fenced")), Guarantee::fresh);
}

TEST(Staleness, TheRuleAgreesWithTheGuarantee) {
  for (const Combination& c : combinations()) {
    const std::string_view sentence = text(rule(c));
    EXPECT_EQ(sentence.starts_with("Undefined:"), guarantee(c) == Guarantee::undefined) << identifier(c);
    EXPECT_EQ(sentence.starts_with("New value:"), guarantee(c) == Guarantee::fresh) << identifier(c);
  }
}

TEST(Staleness, JudgesEveryTexel) {
  std::vector<std::uint32_t> seen(64 * 64);
  for (std::size_t i = 0; i < seen.size(); ++i)
    seen[i] = new_value(std::uint32_t(i));
  seen[3] = old_value(3);
  seen[64 * 5 + 9] = old_value(64 * 5 + 9);
  seen[7] = old_value(8);
  const Result result = judge(64, 64, seen);
  EXPECT_EQ(result.texels, 4096);
  EXPECT_EQ(result.stale, 2);
  EXPECT_EQ(result.other, 1);
  EXPECT_EQ(result.fresh, 4093);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x)
      EXPECT_EQ(result.is_stale(x, y), (x == 3 && y == 0) || (x == 9 && y == 5)) << x << ", " << y;
}

TEST(Staleness, OldAndNewValuesDiffer) {
  std::set<std::uint32_t> values;
  for (std::uint32_t i = 0; i < 1024; ++i) {
    values.insert(old_value(i));
    values.insert(new_value(i));
  }
  EXPECT_EQ(values.size(), 2048u);
  EXPECT_FALSE(values.contains(0));
}

TEST(StalenessSimulation, KeepsTheGuarantees) {
  const auto lab = make_simulation(64, 64);
  EXPECT_TRUE(lab->simulated());
  for (const Combination& c : combinations()) {
    const Result result = lab->run(c);
    EXPECT_EQ(result.texels, 4096) << identifier(c);
    EXPECT_EQ(result.stale + result.fresh, 4096) << identifier(c);
    if (guarantee(c) == Guarantee::fresh) {
      EXPECT_EQ(result.stale, 0) << identifier(c);
    }
    if (!c.warmed) {
      EXPECT_EQ(result.stale, 0) << identifier(c);
    }
  }
}

// The results of an H200, the same in six runs of each (docs/write-lab.md).
TEST(StalenessSimulation, AnswersAsAnH200) {
  const std::set<std::string> stale = {
      "linear/load/other_block/warmed",     "linear/read_only_load/other_block/warmed",
      "linear/texture/other_block/warmed",  "linear/texture/other_block/warmed/fenced",
      "linear/texture/same_block/warmed",   "linear/texture/same_block/warmed/fenced",
      "linear/texture/same_thread/warmed",  "linear/texture/same_thread/warmed/fenced",
      "pitch/load/other_block/warmed",      "pitch/read_only_load/other_block/warmed",
      "pitch/texture/other_block/warmed",   "pitch/texture/other_block/warmed/fenced",
      "pitch/texture/same_block/warmed",    "pitch/texture/same_block/warmed/fenced",
      "pitch/texture/same_thread/warmed",   "pitch/texture/same_thread/warmed/fenced",
      "surface/surface/other_block/warmed", "surface/surface/other_block/warmed/fenced",
      "surface/texture/other_block/warmed", "surface/texture/other_block/warmed/fenced",
      "surface/texture/same_block/warmed",  "surface/texture/same_block/warmed/fenced",
      "surface/texture/same_thread/warmed", "surface/texture/same_thread/warmed/fenced",
  };
  const auto lab = make_simulation(64, 64);
  for (const Combination& c : combinations())
    EXPECT_EQ(lab->run(c).stale, stale.contains(identifier(c)) ? 4096 : 0) << identifier(c);
}

TEST(StalenessSimulation, RefusesOddSizes) {
  for (const auto& [width, height] : {std::pair{0, 64}, {32, 32}, {48, 64}, {2048, 64}, {64, -64}})
    EXPECT_THROW(make_simulation(width, height), std::invalid_argument) << width << " x " << height;
}

} // namespace
} // namespace texelscope::staleness
