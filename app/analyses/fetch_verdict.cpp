#include "app/analyses/fetch_verdict.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/reports/profile/report/verdict.h"

namespace texelscope {

namespace {
constexpr double tick = 0.5e-6; // seconds
constexpr std::ptrdiff_t block = 8;

std::vector<double> latest(std::span<const double> times) {
  const auto last = times.last(std::min(times.size(), FetchVerdict::most));
  return {last.begin(), last.end()};
}

// Each block of times counts as a visit.
profile::Deviation drift_within(const std::vector<double>& times) {
  std::vector<double> blocks;
  for (auto first = times.begin(); times.end() - first >= block; first += block)
    blocks.push_back(profile::median({first, first + block}));
  return profile::deviation_of_visits(blocks);
}

ui::TimeVerdict in_journal(profile::Verdict verdict) {
  switch (verdict) {
  case profile::Verdict::same:
    return ui::TimeVerdict::same;
  case profile::Verdict::faster:
    return ui::TimeVerdict::faster;
  case profile::Verdict::slower:
    return ui::TimeVerdict::slower;
  case profile::Verdict::unclear:
    break;
  }
  return ui::TimeVerdict::unclear;
}
// Sorted times, between their quartiles.
struct MiddleHalf {
  double low, high;
  explicit MiddleHalf(std::vector<double> times) {
    std::ranges::sort(times);
    low = times[times.size() / 4], high = times[times.size() * 3 / 4];
  }
  bool contains(double time) const { return time >= low && time <= high; }
};

bool is_far(const FetchVerdict& judged, const std::vector<double>& before, const std::vector<double>& after) {
  constexpr double far = 1.2;
  const auto [less, more] = std::minmax(judged.before, judged.after);
  return more > far * less && more - less > 2 * tick && !MiddleHalf(before).contains(judged.after) &&
         !MiddleHalf(after).contains(judged.before);
}
} // namespace

FetchVerdict judge_fetch_times(std::span<const double> all_before, std::span<const double> all_after) {
  const std::vector<double> before = latest(all_before), after = latest(all_after);
  if (before.size() < FetchVerdict::least || after.size() < FetchVerdict::least) return {};
  FetchVerdict judged{profile::median(before), profile::median(after), ui::TimeVerdict::unclear};
  const profile::Deviation a = drift_within(before), b = drift_within(after);
  const int degrees = a.degrees + b.degrees;
  const double drift = std::numbers::sqrt2 * vector_length(a.value, b.value);
  const double ticks = std::log1p(tick / std::min(judged.before, judged.after)) /
                       profile::t_of_99_percent(degrees); // taken in full
  judged.verdict =
      in_journal(profile::judge_times(before, after, vector_length(drift, ticks), degrees).verdict);
  if (judged.verdict == ui::TimeVerdict::unclear && is_far(judged, before, after))
    judged.verdict = judged.after < judged.before ? ui::TimeVerdict::faster : ui::TimeVerdict::slower;
  return judged;
}

} // namespace texelscope
