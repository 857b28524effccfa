#include "kernels/reports/profile/report/verdict.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry verdicts[] = {
    {0, "same", Text::profile_same, Text::profile_same_help},
    {1, "faster", Text::profile_faster, Text::profile_faster_help},
    {2, "slower", Text::profile_slower, Text::profile_slower_help},
    {3, "unclear", Text::profile_unclear, Text::profile_unclear_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Verdict>() {
  return verdicts;
}

namespace profile {

namespace {
constexpr std::size_t min_samples = 5;
constexpr int draws = 2000;
constexpr double outside = 0.005; // of the draws, on either side of the interval
constexpr double min_change = 0.01, max_same_change = 0.03;

// The median of a resample: as many samples as there are, each drawn from all of them.
class Redrawn {
public:
  explicit Redrawn(std::vector<double> samples) : sorted(std::move(samples)), times(sorted.size()) {
    std::ranges::sort(sorted);
  }

  double median(std::mt19937& random) {
    const std::size_t count = sorted.size();
    std::ranges::fill(times, 0u);
    for (std::size_t i = 0; i < count; ++i)
      ++times[(std::uint64_t(random()) * count) >> 32];
    return (ranked((count - 1) / 2) + ranked(count / 2)) / 2;
  }

private:
  double ranked(std::size_t rank) const {
    std::size_t i = 0;
    for (std::size_t seen = times[0]; seen <= rank; seen += times[i])
      ++i;
    return sorted[i];
  }

  std::vector<double> sorted;
  std::vector<unsigned> times; // how often each was drawn
};

// Milliseconds per texel, or work per texel.
std::vector<double> per_texel(const Measured& measured, bool by_clock) {
  std::vector<double> times = measured.samples_ms;
  for (std::size_t i = 0; i < times.size(); ++i)
    times[i] = (by_clock ? work_of(times[i], measured.clocks_mhz[i]) : times[i]) / double(measured.texels);
  return times;
}

// Adds drift to the interval in quadrature, as logarithms.
Interval widened(const Interval& ratio, double center, double drift) {
  const double below = vector_length(std::log(center / ratio.low), drift),
               above = vector_length(std::log(ratio.high / center), drift);
  return {center * std::exp(-below), center * std::exp(above)};
}

Verdict verdict_of(const Interval& change) {
  if (change.low > min_change) return Verdict::slower;
  if (change.high < -min_change) return Verdict::faster;
  return change.low >= -max_same_change && change.high <= max_same_change ? Verdict::same : Verdict::unclear;
}

bool has_clocks(const Report& report) {
  return std::ranges::all_of(report.cells,
                             [](const Measured& m) { return m.skipped || !m.clocks_mhz.empty(); });
}
} // namespace

Interval ratio_interval(std::vector<double> before, std::vector<double> after) {
  if (std::min(before.size(), after.size()) < min_samples) {
    const auto [min_before, max_before] = std::ranges::minmax(before);
    const auto [min_after, max_after] = std::ranges::minmax(after);
    return {min_after / max_before, max_after / min_before};
  }
  std::mt19937 random(20250101); // the same numbers each time
  Redrawn a(std::move(before)), b(std::move(after));
  std::vector<double> ratios(draws);
  for (double& ratio : ratios) {
    const double of_a = a.median(random);
    ratio = b.median(random) / of_a;
  }
  std::ranges::sort(ratios);
  return {quantile(ratios, outside), quantile(ratios, 1 - outside)};
}

Basis basis_of(const Report& before, const Report& after) {
  const Machine &a = before.machine, &b = after.machine;
  const bool same_cpu = a.backend == "cpu" && b.backend == "cpu" && a.device == b.device && a.simd == b.simd;
  const bool by_clock = same_cpu && has_clocks(before) && has_clocks(after);
  return {by_clock, drift_of(before, by_clock), drift_of(after, by_clock)};
}

Basis interleaved() {
  return {false, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 1, 1}};
}

Judged judge_times(std::vector<double> before, std::vector<double> after, double deviation, int degrees) {
  const double center = median(after) / median(before);
  const std::size_t samples = std::min(before.size(), after.size());
  Judged judged;
  judged.change = center - 1;
  if (samples < 2) return judged;
  const Interval ratio = widened(ratio_interval(std::move(before), std::move(after)), center,
                                 t_of_99_percent(degrees) * deviation);
  judged.interval = Interval{ratio.low - 1, ratio.high - 1};
  if (samples >= min_samples) judged.verdict = verdict_of(*judged.interval);
  return judged;
}

std::optional<Judged> judge(const Measured& before, const Measured& after, const Basis& basis) {
  if (before.skipped || after.skipped || before.shared > 0 || after.shared > 0) return std::nullopt;
  const Deviation a = deviation(basis.before, before), b = deviation(basis.after, after);
  // Each run as a whole differs by the same amount again (drift.h), but not if the core's own speed is
  // factored out.
  const double drift = (basis.by_clock ? 1 : std::numbers::sqrt2) * vector_length(a.value, b.value);
  return judge_times(per_texel(before, basis.by_clock), per_texel(after, basis.by_clock), drift,
                     a.degrees + b.degrees);
}

} // namespace profile

} // namespace texelscope
