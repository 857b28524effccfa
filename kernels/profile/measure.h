// How often a launch is timed, and which times count.
#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace texelscope::profile {

struct Sample {
  double ms = 0;
  double clock_mhz = 0; // 0: not known
  bool shared = false;  // another program worked on the device
};

struct Rule {
  double top_clock_mhz = 0; // 0: not known; samples under `slowest` of it do not count, unless all are
  double slowest = 0.75;
  // Samples under this share of the fastest one's clock do not count either where enough others do: the device is at its power limit.
  // It then rests for so long before the next one, so often at most. 0: they count.
  double held_back = 0.99, rest_ms = 20;
  int most_rests = 5;
  // Stops here, with at least `least` samples that count: the distance of their quartiles, and that distance over the root of their
  // number, which is how far their median may be off by chance; both over the median.
  double enough_spread = 0.005, enough_error = 0.0005;
  std::size_t least = 5;
  double limit_ms = 200; // stops here, with at least one sample
};

struct Samples {
  std::vector<Sample> counted; // in the order in which they ran
  int dropped = 0;
};
// Those of `all` that count. Shared ones do not where `least` others exist.
Samples counted(const std::vector<Sample>& all, const Rule& rule);

using Launch = std::function<Sample()>;
// Milliseconds.
struct Clock {
  std::function<double()> now;
  std::function<void(double)> rest;
};
Clock steady_clock();

Samples collect(const Launch& launch, const Rule& rule, const Clock& clock = steady_clock());
// Two launches in turns, a b b a a b b a, until both have enough or twice the time is over.
std::pair<Samples, Samples> interleave(const Launch& a, const Launch& b, const Rule& rule,
                                       const Clock& clock = steady_clock());

} // namespace texelscope::profile
