#include "app/fetch_verdict.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace texelscope {

namespace {
constexpr double least_share = 0.02, tick = 0.5e-6, ordered_share = 0.9, telling_share = 0.1;

double median(std::span<const double> times) {
  std::vector<double> sorted(times.begin(), times.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double drift(std::span<const double> times) {
  const std::size_t half = times.size() / 2;
  return std::abs(median(times.last(times.size() - half)) - median(times.first(half)));
}

// Of all pairs, those in which `first` is less; equal ones count half.
double share_below(std::span<const double> first, std::span<const double> second) {
  double below = 0;
  for (const double a : first)
    for (const double b : second)
      below += a < b ? 1 : a == b ? 0.5 : 0;
  return below / (double(first.size()) * double(second.size()));
}

std::span<const double> latest(std::span<const double> times) {
  return times.last(std::min(times.size(), FetchVerdict::most));
}
} // namespace

FetchVerdict judge_fetch_times(std::span<const double> all_before, std::span<const double> all_after) {
  const auto before = latest(all_before), after = latest(all_after);
  if (before.size() < FetchVerdict::least || after.size() < FetchVerdict::least) return {};
  FetchVerdict judged{median(before), median(after), ui::TimeVerdict::unclear};
  const double noise = std::max({least_share * judged.before, tick, drift(before), drift(after)});
  const double change = judged.after - judged.before;
  if (std::abs(change) <= noise) {
    if (noise < telling_share * judged.before) judged.verdict = ui::TimeVerdict::same;
  } else if (change < 0 && share_below(after, before) >= ordered_share) {
    judged.verdict = ui::TimeVerdict::faster;
  } else if (change > 0 && share_below(before, after) >= ordered_share) {
    judged.verdict = ui::TimeVerdict::slower;
  }
  return judged;
}

} // namespace texelscope
