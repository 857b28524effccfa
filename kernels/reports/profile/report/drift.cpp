#include "kernels/reports/profile/report/drift.h"
#include "kernels/ground/base/exact_sincos.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace texelscope::profile {

namespace {
// For reports without anchors, such as files of earlier versions.
constexpr Drift assumed_cuda = {0.003, 0.003, 6e-5, 8, 8, 8}, assumed_cpu = {0.03, 0.03, 0, 8, 8, 8};
constexpr std::int64_t near_bytes = std::int64_t(256) << 10;

// The scatter of several anchors together, each about its own mean.
struct Scatter {
  double squares = 0; // of deviations of logarithms
  int degrees = 0;

  double deviation() const { return std::sqrt(squares / degrees); }
  void add(const Deviation& visits, double weight) {
    squares += weight * visits.value * visits.value * visits.degrees;
    degrees += visits.degrees;
  }
};

Deviation deviation_of(const Anchor& anchor, bool by_clock) {
  std::vector<double> times = anchor.picoseconds;
  if (by_clock && !anchor.clocks_mhz.empty())
    std::ranges::transform(times, anchor.clocks_mhz, times.begin(), work_of);
  return deviation_of_visits(times);
}

Deviation deviation_of_visit(const Drift& drift, const Measured& measured) {
  if (measured.cell.cold)
    return {vector_length(drift.near, drift.cold_ms / measured.median_ms), drift.cold_degrees};
  return is_near(measured.cell) ? Deviation{drift.near, drift.near_degrees}
                                : Deviation{drift.far, drift.far_degrees};
}
} // namespace

Deviation deviation_of_visits(const std::vector<double>& times) {
  std::vector<double> logs;
  double mean = 0, squares = 0;
  for (const double time : times)
    mean += logs.emplace_back(std::log(time)) / double(times.size());
  for (const double value : logs)
    squares += (value - mean) * (value - mean);
  const int degrees = int(times.size()) - 1;
  return {std::sqrt(squares / degrees), degrees};
}

Drift drift_of(const Report& report, bool by_clock) {
  Scatter near, far, cold;
  for (const Anchor& anchor : report.anchors)
    if (!anchor.cell.cold && anchor.picoseconds.size() > 1)
      (is_near(anchor.cell) ? near : far).add(deviation_of(anchor, by_clock), 1);
  Drift drift = report.machine.backend == "cpu" ? assumed_cpu : assumed_cuda;
  if (near.degrees > 0) drift.near = near.deviation(), drift.near_degrees = near.degrees;
  if (far.degrees > 0) drift.far = far.deviation(), drift.far_degrees = far.degrees;
  for (const Anchor& anchor : report.anchors) {
    if (!anchor.cell.cold || anchor.picoseconds.size() < 2) continue;
    Deviation beyond = deviation_of(anchor, by_clock);
    beyond.value = std::sqrt(std::max(beyond.value * beyond.value - drift.near * drift.near, 0.0));
    cold.add(beyond, anchor.launch_ms * anchor.launch_ms);
  }
  if (cold.degrees > 0) drift.cold_ms = cold.deviation(), drift.cold_degrees = cold.degrees;
  return drift;
}

bool is_near(const BenchmarkCase& cell) {
  return !cell.cold && cell.bytes <= near_bytes;
}

Deviation deviation(const Drift& drift, const Measured& measured) {
  Deviation found = deviation_of_visit(drift, measured);
  found.value /= std::sqrt(double(measured.visits));
  return found;
}

double work_of(double time, double clock_mhz) {
  return time * std::pow(clock_mhz, 0.8);
}

// A table up to 9 degrees, then the Cornish-Fisher expansion about the normal distribution's 2.5758.
double t_of_99_percent(int degrees) {
  constexpr std::array<double, 9> few = {63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250};
  if (degrees <= int(few.size())) return few[std::size_t(std::max(degrees, 1) - 1)];
  constexpr double z = 2.575829, z3 = z * z * z, z5 = z3 * z * z;
  const double n = degrees;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

} // namespace texelscope::profile
