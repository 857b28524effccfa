#include "app/analyses/fetch_verdict.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

using ui::TimeVerdict;
using Times = std::vector<double>;

// Microseconds about `middle`, `jitter` either way.
Times about(double middle, double jitter, int count = 60, unsigned seed = 1) {
  std::mt19937 random(seed);
  Times times;
  for (int i = 0; i < count; ++i)
    times.push_back((middle + jitter * (double(random() % 2001) / 1000 - 1)) * 1e-6);
  return times;
}

TimeVerdict verdict(const Times& before, const Times& after) {
  return judge_fetch_times(before, after).verdict;
}

TEST(FetchVerdicts, ClearChangesHaveADirection) {
  const FetchVerdict judged = judge_fetch_times(about(400, 4), about(300, 4, 60, 2));
  EXPECT_EQ(judged.verdict, TimeVerdict::faster);
  EXPECT_NEAR(judged.before, 400e-6, 2e-6);
  EXPECT_NEAR(judged.after, 300e-6, 2e-6);
  EXPECT_EQ(verdict(about(300, 4), about(400, 4, 60, 2)), TimeVerdict::slower);
  EXPECT_EQ(verdict(about(400, 1), about(412, 1, 60, 2)), TimeVerdict::slower) << "3 %";
}

TEST(FetchVerdicts, LittleIsTheSame) {
  EXPECT_EQ(verdict(about(400, 4), about(404, 4, 60, 2)), TimeVerdict::same) << "1 %";
  EXPECT_EQ(verdict(about(10, 0.1), about(10.4, 0.1, 60, 2)), TimeVerdict::unclear)
      << "less than an event's tick";
}

TEST(FetchVerdicts, AFewTimesAreNone) {
  EXPECT_EQ(verdict(about(400, 1, 23), about(200, 1)), TimeVerdict::unmeasured);
  EXPECT_EQ(verdict(about(400, 1), about(200, 1, 23)), TimeVerdict::unmeasured);
  EXPECT_EQ(verdict(about(400, 1, 24), about(200, 1, 24)), TimeVerdict::faster);
  EXPECT_EQ(verdict({}, {}), TimeVerdict::unmeasured);
}

TEST(FetchVerdicts, NoiseThatHidesIsUnclear) {
  EXPECT_EQ(verdict(about(400, 200), about(360, 200, 60, 2)), TimeVerdict::unclear) << "the pairs are mixed";
  EXPECT_EQ(verdict(about(3, 0.01), about(3.1, 0.01, 60, 2)), TimeVerdict::unclear)
      << "one tick is 17 % of the time";
}

// As on a machine that does other work: its times jump between two speeds, before and after.
TEST(FetchVerdicts, AThirdOfTheTimeIsFasterInAnyNoise) {
  const auto jumping = [](double fast, double slow) {
    Times times;
    for (int i = 0; i < 64; ++i)
      times.push_back((i / 16 % 2 == 0 ? fast : slow) * 1e-6);
    return times;
  };
  const FetchVerdict judged = judge_fetch_times(jumping(1100, 1390), jumping(430, 640));
  EXPECT_EQ(judged.verdict, TimeVerdict::faster);
  EXPECT_EQ(verdict(jumping(430, 640), jumping(1100, 1390)), TimeVerdict::slower);
  EXPECT_EQ(verdict(jumping(430, 640), jumping(500, 900)), TimeVerdict::unclear)
      << "the middle halves overlap";
}

TEST(FetchVerdicts, DriftingClocksAreNoChange) {
  Times drifting; // from 400 to 480 while nothing was changed
  for (int i = 0; i < 60; ++i)
    drifting.push_back((400 + 80.0 * i / 59) * 1e-6);
  EXPECT_EQ(verdict(drifting, about(472, 1)), TimeVerdict::unclear);
  EXPECT_EQ(verdict(drifting, about(900, 1)), TimeVerdict::slower) << "more than the drift";
  Times far = drifting;
  for (double& t : far)
    t = 400e-6 + 3 * (t - 400e-6);
  EXPECT_EQ(verdict(far, about(450, 1)), TimeVerdict::unclear);
}

TEST(FetchVerdicts, OnlyTheLatestTimesCount) {
  Times before = about(900, 1, 200);
  const Times late = about(400, 1, int(FetchVerdict::most));
  before.insert(before.end(), late.begin(), late.end());
  EXPECT_EQ(verdict(before, about(400, 1, 60, 2)), TimeVerdict::same);
}

} // namespace
} // namespace texelscope
