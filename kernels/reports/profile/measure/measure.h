// How often a launch is timed, and which of the times count.
#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace texelscope::profile {

struct Sample {
  double ms = 0;
  double clock_mhz = 0; // 0: not known
  bool shared = false;  // another program used the device
};

struct SamplingPolicy {
  double top_clock_mhz = 0; // 0: not known
  // Samples under this share of the top clock do not count, unless all of them are.
  double throttle_ratio = 0.75;
  // Samples under this share of the fastest sample's clock do not count either, if enough others do: the
  // device is then at its power limit. It rests for `cooldown_ms` before the next sample, at most
  // `max_cooldowns` times. 0: they count.
  double min_clock_ratio = 0.99;
  double cooldown_ms = 20;
  int max_cooldowns = 5;
  // Sampling stops when at least `min_samples` count and two conditions hold: the interquartile range
  // relative to the median is small enough, and so is that divided by the square root of the number of
  // samples, which estimates the error of the median.
  double max_relative_iqr = 0.005;
  double max_median_stderr = 0.0005;
  std::size_t min_samples = 5;
  double limit_ms = 200; // sampling stops here, with at least one sample
};

struct Samples {
  std::vector<Sample> counted; // in the order of the launches
  int dropped = 0;
};
// The samples of `all` that count. Shared ones do not if there are `min_samples` others.
Samples counted(const std::vector<Sample>& all, const SamplingPolicy& policy);

using Launch = std::function<Sample()>;
// Times in milliseconds.
struct Clock {
  std::function<double()> now;
  std::function<void(double)> rest;
};
Clock steady_clock();

Samples collect(const Launch& launch, const SamplingPolicy& policy, const Clock& clock = steady_clock());
// Interleaves two launches, a b b a a b b a, until both have enough samples or twice the time limit is over.
std::pair<Samples, Samples> interleave(const Launch& a, const Launch& b, const SamplingPolicy& policy,
                                       const Clock& clock = steady_clock());

} // namespace texelscope::profile
