#include "kernels/profile/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernels/profile/report.h"

namespace texelscope::profile {

namespace {
bool has_enough(const std::vector<Sample>& all, const Rule& rule) {
  std::vector<double> times;
  for (const Sample& sample : counted(all, rule).counted)
    times.push_back(sample.ms);
  if (times.size() < rule.least) return false;
  const double spread = relative_spread(times);
  return spread <= rule.enough_spread && spread <= rule.enough_error * std::sqrt(double(times.size()));
}
} // namespace

Clock steady_clock() {
  return [] {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(since).count();
  };
}

Samples counted(const std::vector<Sample>& all, const Rule& rule) {
  const double slowest = rule.slowest * rule.top_clock_mhz;
  Samples samples;
  for (const Sample& sample : all)
    if (sample.clock_mhz == 0 || sample.clock_mhz >= slowest) samples.counted.push_back(sample);
  if (samples.counted.empty()) return {all, 0};
  samples.dropped = int(all.size() - samples.counted.size());
  return samples;
}

Samples collect(const Launch& launch, const Rule& rule, const Clock& clock) {
  std::vector<Sample> all;
  const double end = clock() + rule.limit_ms;
  do
    all.push_back(launch());
  while (!has_enough(all, rule) && clock() < end);
  return counted(all, rule);
}

std::pair<Samples, Samples> interleave(const Launch& a, const Launch& b, const Rule& rule, const Clock& clock) {
  std::vector<Sample> all_a, all_b;
  const double end = clock() + 2 * rule.limit_ms;
  bool a_first = true;
  do {
    if (a_first) all_a.push_back(a());
    all_b.push_back(b());
    if (!a_first) all_a.push_back(a());
    a_first = !a_first;
  } while (!(has_enough(all_a, rule) && has_enough(all_b, rule)) && clock() < end);
  return {counted(all_a, rule), counted(all_b, rule)};
}

} // namespace texelscope::profile
