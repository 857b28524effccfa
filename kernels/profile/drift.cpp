#include "kernels/profile/drift.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace texelscope::profile {

namespace {
// Of reports without anchors, as files of earlier versions are.
constexpr Drift assumed_cuda = {0.003, 6e-5, 8}, assumed_cpu = {0.03, 0, 8};

struct Scatter {
  double squares = 0; // of deviations of logarithms from their mean
  int degrees = 0;
  double variance() const { return squares / degrees; }
};

Scatter scatter_of(const Anchor& anchor, bool by_clock) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < anchor.picoseconds.size(); ++i)
    logs.push_back(std::log(anchor.picoseconds[i] * (by_clock && !anchor.clocks_mhz.empty() ? anchor.clocks_mhz[i] : 1)));
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
  const Drift assumed = report.machine.backend == "cpu" ? assumed_cpu : assumed_cuda;
  Scatter warm;
  for (const Anchor& anchor : report.anchors) {
    if (anchor.cell.cold || anchor.picoseconds.size() < 2) continue;
    const Scatter scatter = scatter_of(anchor, by_clock);
    warm.squares += scatter.squares;
    warm.degrees += scatter.degrees;
  }
  Drift drift = assumed;
  if (warm.degrees > 0) drift = {std::sqrt(warm.variance()), assumed.cold_ms, warm.degrees};
  Scatter cold;
  for (const Anchor& anchor : report.anchors) {
    if (!anchor.cell.cold || anchor.picoseconds.size() < 2) continue;
    const Scatter scatter = scatter_of(anchor, by_clock);
    const double beyond = std::max(scatter.variance() - drift.relative * drift.relative, 0.0);
    cold.squares += beyond * anchor.launch_ms * anchor.launch_ms * scatter.degrees;
    cold.degrees += scatter.degrees;
  }
  if (cold.degrees > 0) drift.cold_ms = std::sqrt(cold.variance());
  if (warm.degrees == 0 && cold.degrees > 0) drift.degrees = cold.degrees;
  return drift;
}

double deviation(const Drift& drift, const Measured& measured) {
  return measured.cell.cold ? std::hypot(drift.relative, drift.cold_ms / measured.median_ms) : drift.relative;
}

// A table to 9 degrees, then the expansion of Cornish and Fisher about the normal distribution's 2.5758.
double t_of_99_percent(int degrees) {
  constexpr std::array<double, 9> few = {63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250};
  if (degrees <= int(few.size())) return few[std::size_t(std::max(degrees, 1) - 1)];
  constexpr double z = 2.575829, z3 = z * z * z, z5 = z3 * z * z;
  const double n = degrees;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

} // namespace texelscope::profile
