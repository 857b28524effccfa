#include "kernels/reports/profile/measure/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <thread>

#include "kernels/reports/profile/report/report.h"

namespace texelscope::profile {

namespace {
std::vector<Sample> from_clock_on(const std::vector<Sample>& all, double min_mhz) {
  std::vector<Sample> fast;
  std::ranges::copy_if(all, std::back_inserter(fast),
                       [&](const Sample& s) { return s.clock_mhz == 0 || s.clock_mhz >= min_mhz; });
  return fast;
}

// Keeps only the samples that no other program disturbed, if there are enough of them.
std::vector<Sample> undisturbed(const std::vector<Sample>& all, std::size_t min_count) {
  std::vector<Sample> alone;
  std::ranges::copy_if(all, std::back_inserter(alone), [](const Sample& s) { return !s.shared; });
  return alone.size() >= min_count ? alone : all;
}

double fastest_clock(const std::vector<Sample>& samples) {
  double fastest = 0;
  for (const Sample& sample : samples)
    fastest = std::max(fastest, sample.clock_mhz);
  return fastest;
}

// The samples of a cell so far.
class Series {
public:
  explicit Series(const SamplingPolicy& of) : policy(of) {}

  void add(const Sample& sample) { all.push_back(sample); }

  bool has_enough() const {
    const std::vector<Sample> alone = undisturbed(all, policy.min_samples);
    if (std::ranges::any_of(alone, &Sample::shared)) return false; // the other program may end
    const std::vector<Sample> fast = from_clock_on(alone, policy.throttle_ratio * policy.top_clock_mhz);
    return is_enough(from_clock_on(fast, policy.min_clock_ratio * fastest_clock(fast))) ||
           (rests == policy.max_cooldowns && is_enough(fast));
  }

  // Whether the last sample was throttled and a cooldown may follow.
  bool takes_rest() {
    const double clock = all.back().clock_mhz;
    if (rests == policy.max_cooldowns || clock == 0 || clock >= policy.min_clock_ratio * fastest_clock(all))
      return false;
    ++rests;
    return true;
  }

  Samples counting() const { return counted(all, policy); }

private:
  bool is_enough(const std::vector<Sample>& samples) const {
    if (samples.size() < policy.min_samples) return false;
    std::vector<double> times;
    for (const Sample& sample : samples)
      times.push_back(sample.ms);
    const double spread = relative_spread(times);
    return spread <= policy.max_relative_iqr &&
           spread <= policy.max_median_stderr * std::sqrt(double(times.size()));
  }

  SamplingPolicy policy;
  std::vector<Sample> all;
  int rests = 0;
};
} // namespace

Clock steady_clock() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return {[] { return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count(); },
          [](double ms) { std::this_thread::sleep_for(Milliseconds(ms)); }};
}

Samples counted(const std::vector<Sample>& all, const SamplingPolicy& policy) {
  const std::vector<Sample> alone = undisturbed(all, policy.min_samples);
  std::vector<Sample> fast = from_clock_on(alone, policy.throttle_ratio * policy.top_clock_mhz);
  if (fast.empty()) fast = alone;
  std::vector<Sample> full = from_clock_on(fast, policy.min_clock_ratio * fastest_clock(fast));
  if (full.size() >= policy.min_samples) fast = std::move(full);
  const int dropped = int(all.size() - fast.size());
  return {std::move(fast), dropped};
}

Samples collect(const Launch& launch, const SamplingPolicy& policy, const Clock& clock) {
  Series series(policy);
  const double end = clock.now() + policy.limit_ms;
  for (;;) {
    series.add(launch());
    if (series.has_enough() || clock.now() >= end) return series.counting();
    if (series.takes_rest()) clock.rest(policy.cooldown_ms);
  }
}

std::pair<Samples, Samples> interleave(const Launch& a, const Launch& b, const SamplingPolicy& policy,
                                       const Clock& clock) {
  Series of_a(policy), of_b(policy);
  const double end = clock.now() + 2 * policy.limit_ms;
  for (bool a_first = true;; a_first = !a_first) {
    if (a_first) of_a.add(a());
    of_b.add(b());
    if (!a_first) of_a.add(a());
    if ((of_a.has_enough() && of_b.has_enough()) || clock.now() >= end)
      return {of_a.counting(), of_b.counting()};
    const bool rests_for_a = of_a.takes_rest(), rests_for_b = of_b.takes_rest();
    if (rests_for_a || rests_for_b) clock.rest(policy.cooldown_ms);
  }
}

} // namespace texelscope::profile
