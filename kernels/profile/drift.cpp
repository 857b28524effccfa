#include "kernels/profile/drift.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace texelscope::profile {

namespace {
// Of reports without anchors, as files of earlier versions are.
constexpr Drift assumed_cuda = {0.003, 0.003, 6e-5, 8, 8, 8}, assumed_cpu = {0.03, 0.03, 0, 8, 8, 8};
constexpr std::int64_t near_bytes = std::int64_t(256) << 10;

struct Scatter {
  double squares = 0; // of deviations of logarithms from their mean
  int degrees = 0;
  double deviation() const { return std::sqrt(squares / degrees); }
  void add(const Scatter& other, double weight) {
    squares += weight * other.squares;
    degrees += other.degrees;
  }
};

Scatter scatter_of(const Anchor& anchor, bool by_clock) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < anchor.picoseconds.size(); ++i)
    logs.push_back(std::log(by_clock && !anchor.clocks_mhz.empty() ? work_of(anchor.picoseconds[i], anchor.clocks_mhz[i]) : anchor.picoseconds[i]));
  double mean = 0;
  for (const double value : logs)
    mean += value / double(logs.size());
  Scatter scatter{0, int(logs.size()) - 1};
  for (const double value : logs)
    scatter.squares += (value - mean) * (value - mean);
  return scatter;
}
} // namespace

Drift drift_of(const Report& report, bool by_clock) {
  Scatter near, far, cold;
  for (const Anchor& anchor : report.anchors)
    if (!anchor.cell.cold && anchor.picoseconds.size() > 1) (is_near(anchor.cell) ? near : far).add(scatter_of(anchor, by_clock), 1);
  Drift drift = report.machine.backend == "cpu" ? assumed_cpu : assumed_cuda;
  if (near.degrees > 0) drift.near = near.deviation(), drift.near_degrees = near.degrees;
  if (far.degrees > 0) drift.far = far.deviation(), drift.far_degrees = far.degrees;
  for (const Anchor& anchor : report.anchors) {
    if (!anchor.cell.cold || anchor.picoseconds.size() < 2) continue;
    Scatter scatter = scatter_of(anchor, by_clock);
    scatter.squares = std::max(scatter.squares - drift.near * drift.near * scatter.degrees, 0.0);
    cold.add(scatter, anchor.launch_ms * anchor.launch_ms);
  }
  if (cold.degrees > 0) drift.cold_ms = cold.deviation(), drift.cold_degrees = cold.degrees;
  return drift;
}

bool is_near(const Cell& cell) { return !cell.cold && cell.bytes <= near_bytes; }

Deviation deviation(const Drift& drift, const Measured& measured) {
  if (measured.cell.cold) return {std::hypot(drift.near, drift.cold_ms / measured.median_ms), drift.cold_degrees};
  return is_near(measured.cell) ? Deviation{drift.near, drift.near_degrees} : Deviation{drift.far, drift.far_degrees};
}

double work_of(double time, double clock_mhz) { return time * std::pow(clock_mhz, 0.8); }

// A table to 9 degrees, then the expansion of Cornish and Fisher about the normal distribution's 2.5758.
double t_of_99_percent(int degrees) {
  constexpr std::array<double, 9> few = {63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250};
  if (degrees <= int(few.size())) return few[std::size_t(std::max(degrees, 1) - 1)];
  constexpr double z = 2.575829, z3 = z * z * z, z5 = z3 * z * z;
  const double n = degrees;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

} // namespace texelscope::profile
