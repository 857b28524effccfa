// Which samples count, when there are enough, and how they are summarized.
#include "kernels/reports/profile/measure/measure.h"

#include <gtest/gtest.h>

#include "kernels/reports/profile/measure/nvml.h"
#include "kernels/reports/profile/report/report.h"
#include "kernels/reports/profile/report/verdict.h"

namespace texelscope::profile {
namespace {

// Launches that take the given times in rotation and advance a fake clock.
struct Machinery {
  std::vector<double> times;
  double clock_mhz = 1000;
  double now = 0;
  std::size_t launched = 0;

  Launch launch() {
    return [this] {
      const double ms = times[launched++ % times.size()];
      now += ms;
      return Sample{ms, clock_mhz};
    };
  }
  Clock clock() {
    return {[this] { return now; },
            [this](double ms) {
              now += ms;
              rested += ms;
            }};
  }
  double rested = 0;
};

TEST(ProfileMeasure, StopsAtFiveSteadySamples) {
  Machinery machine{{4.0, 4.004, 4.0, 3.996}};
  const Samples samples = collect(machine.launch(), {}, machine.clock());
  EXPECT_EQ(samples.counted.size(), 5u);
  EXPECT_EQ(samples.dropped, 0);
}

// 0.3 % between the quartiles is 0.05 % times the square root of 36.
TEST(ProfileMeasure, ScatteredOnesGoOnUntilTheirMedianIsSure) {
  Machinery machine{{4, 4.012}};
  EXPECT_EQ(collect(machine.launch(), {}, machine.clock()).counted.size(), 36u);
}

TEST(ProfileMeasure, UnsteadyOnesStopAtTheTimeLimit) {
  Machinery machine{{4, 6}};
  const Samples samples = collect(machine.launch(), {}, machine.clock());
  EXPECT_EQ(samples.counted.size(), 40u); // 194 ms are under the limit of 200
}

TEST(ProfileMeasure, OneLongSampleIsOne) {
  Machinery machine{{500}};
  EXPECT_EQ(collect(machine.launch(), {}, machine.clock()).counted.size(), 1u);
}

TEST(ProfileMeasure, SharedSamplesAreLeftOutWhereOthersAreEnough) {
  std::vector<Sample> all(5, Sample{4, 1000, false});
  all.insert(all.begin(), 3, Sample{8, 1000, true});
  const Samples enough = counted(all, {});
  EXPECT_EQ(enough.counted.size(), 5u);
  EXPECT_EQ(enough.dropped, 3);
  all.pop_back();
  const Samples few = counted(all, {});
  EXPECT_EQ(few.counted.size(), 7u) << "four alone are too few";
  EXPECT_EQ(few.dropped, 0);
}

TEST(ProfileMeasure, GoesOnWhileAnotherProgramWorks) {
  Machinery machine{{4}};
  int launches = 0;
  const auto launch = machine.launch();
  const Samples samples = collect(
      [&] {
        Sample sample = launch();
        sample.shared = ++launches <= 20;
        return sample;
      },
      {}, machine.clock());
  EXPECT_EQ(samples.counted.size(), 5u);
  EXPECT_EQ(samples.dropped, 20);
}

TEST(ProfileMeasure, SamplesAtLowClocksDoNotCount) {
  const SamplingPolicy policy{.top_clock_mhz = 2000};
  const Samples samples = counted({{5, 1499}, {4, 1500}, {4, 2000}, {9, 100}, {4, 0}}, policy);
  ASSERT_EQ(samples.counted.size(), 3u);
  EXPECT_EQ(samples.counted[0].clock_mhz, 1500);
  EXPECT_EQ(samples.counted[2].clock_mhz, 0);
  EXPECT_EQ(samples.dropped, 2);
}

TEST(ProfileMeasure, NeverAreAllLeftOut) {
  const SamplingPolicy policy{.top_clock_mhz = 2000};
  const Samples samples = counted({{5, 500}, {4, 700}}, policy);
  EXPECT_EQ(samples.counted.size(), 2u);
  EXPECT_EQ(samples.dropped, 0);
}

TEST(ProfileMeasure, GoesOnUntilFiveCount) {
  Machinery machine{{4}};
  std::size_t launched = 0;
  const Launch slow_first = [&] {
    machine.now += 4;
    return Sample{4, ++launched <= 9 ? 900.0 : 2000.0};
  };
  const Samples samples = collect(slow_first, {.top_clock_mhz = 2000}, machine.clock());
  EXPECT_EQ(samples.counted.size(), 5u);
  EXPECT_EQ(samples.dropped, 9);
}

TEST(ProfileMeasure, OfADeviceThatStaysSlowAllCountAtTheTimeLimit) {
  double now = 0;
  const Samples samples = collect(
      [&] {
        now += 4;
        return Sample{4, 900};
      },
      {.top_clock_mhz = 2000}, {[&] { return now; }, {}});
  EXPECT_EQ(samples.counted.size(), 50u);
  EXPECT_EQ(samples.dropped, 0);
}

// At its power limit a device lowers its clocks, and raises them again after a cooldown.
TEST(ProfileMeasure, ThrottledSamplesAreFollowedByACooldownAndDoNotCount) {
  Machinery machine{{4}};
  int launched = 0;
  const Launch hot = [&] {
    machine.now += 4;
    return ++launched % 3 == 0 ? Sample{4.1, 1900} : Sample{4, 1960};
  };
  const Samples samples = collect(hot, {.top_clock_mhz = 2000}, machine.clock());
  EXPECT_EQ(samples.counted.size(), 5u);
  EXPECT_EQ(samples.dropped, 2);
  EXPECT_EQ(machine.rested, 40);
  for (const Sample& sample : samples.counted)
    EXPECT_EQ(sample.ms, 4);
}

TEST(ProfileMeasure, OfADeviceThatStaysThrottledEnoughCount) {
  Machinery machine{{4}};
  int launched = 0;
  const Launch hot = [&] {
    machine.now += 4;
    return ++launched <= 2 ? Sample{4, 1960} : Sample{4.002, 1900};
  };
  const Samples samples = collect(hot, {.top_clock_mhz = 2000}, machine.clock());
  EXPECT_EQ(machine.rested, 100) << "five cooldowns of 20 ms";
  EXPECT_EQ(samples.counted.size(), 8u) << "all samples count";
  EXPECT_EQ(samples.dropped, 0);
}

TEST(ProfileMeasure, UnthrottledSamplesNeedNoCooldown) {
  Machinery machine{{4, 4.001}};
  collect(machine.launch(), {.top_clock_mhz = 2000}, machine.clock());
  EXPECT_EQ(machine.rested, 0);
}

TEST(ProfileMeasure, TwoAlternateInBothOrders) {
  std::string order;
  double now = 0;
  const auto launch = [&](char name) {
    return [&, name] {
      order += name;
      now += 4;
      return Sample{4, 0};
    };
  };
  const auto [a, b] = interleave(launch('a'), launch('b'), {}, {[&] { return now; }, {}});
  EXPECT_EQ(order, "abbaabbaab");
  EXPECT_EQ(a.counted.size(), 5u);
  EXPECT_EQ(b.counted.size(), 5u);
}

TEST(ProfileReport, MedianAndSpread) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(relative_spread({1, 2, 3, 4, 5}), 2.0 / 3);
  EXPECT_EQ(relative_spread({2, 2}), 0);
}

Measured measured(std::vector<double> samples, std::int64_t texels = 8000000) {
  Measured m;
  m.samples_ms = std::move(samples);
  m.clocks_mhz.assign(m.samples_ms.size(), 1000);
  m.texels = texels;
  m.bytes = 4 * texels;
  summarize(m, 2);
  return m;
}

TEST(ProfileReport, RatesFollowFromSamples) {
  const Measured m = measured({2, 1, 4});
  EXPECT_EQ(m.median_ms, 2);
  EXPECT_EQ(m.spread, 0.75);
  EXPECT_DOUBLE_EQ(m.texels_per_second, 4e9);
  EXPECT_DOUBLE_EQ(m.bytes_per_second, 16e9);
  EXPECT_DOUBLE_EQ(m.texels_per_clock_sm.value(), 2); // 8e6 texels in 2e6 clocks on 2 multiprocessors
  Measured without_clock = m;
  without_clock.clocks_mhz.clear();
  summarize(without_clock, 2);
  EXPECT_FALSE(without_clock.texels_per_clock_sm);
}

TEST(Nvml, ReasonsHaveNames) {
  EXPECT_TRUE(throttle_reasons(0x1).empty());
  EXPECT_EQ(throttle_reasons(0x4 | 0x40), (std::vector<std::string>{"sw_power_cap", "hw_thermal_slowdown"}));
}

TEST(Nvml, ReportsNothingOfAnUnknownDevice) {
  const Nvml nvml("GPU-00000000-0000-0000-0000-000000000000");
  EXPECT_EQ(nvml.condition(), Condition());
  EXPECT_FALSE(nvml.top_clock_mhz());
}

} // namespace
} // namespace texelscope::profile
