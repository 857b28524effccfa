#include "app/fetch_verdict.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/profile/verdict.h"

namespace texelscope {

namespace {
constexpr double tick = 0.5e-6; // seconds
constexpr std::size_t block = 8;

std::vector<double> latest(std::span<const double> times) {
  const auto last = times.last(std::min(times.size(), FetchVerdict::most));
  return {last.begin(), last.end()};
}

// A side's blocks are the visits of one anchor.
profile::Drift drift_within(const std::vector<double>& times) {
  profile::Report blocks;
  profile::Anchor& anchor = blocks.anchors.emplace_back();
  anchor.cell.bytes = 0;
  for (std::size_t first = 0; first + block <= times.size(); first += block)
    anchor.picoseconds.push_back(profile::median({times.begin() + std::ptrdiff_t(first), times.begin() + std::ptrdiff_t(first + block)}));
  return profile::drift_of(blocks, false);
}

ui::TimeVerdict in_journal(profile::Verdict verdict) {
  switch (verdict) {
    case profile::Verdict::same: return ui::TimeVerdict::same;
    case profile::Verdict::faster: return ui::TimeVerdict::faster;
    case profile::Verdict::slower: return ui::TimeVerdict::slower;
    case profile::Verdict::unclear: break;
  }
  return ui::TimeVerdict::unclear;
}
} // namespace

FetchVerdict judge_fetch_times(std::span<const double> all_before, std::span<const double> all_after) {
  const std::vector<double> before = latest(all_before), after = latest(all_after);
  if (before.size() < FetchVerdict::least || after.size() < FetchVerdict::least) return {};
  FetchVerdict judged{profile::median(before), profile::median(after), ui::TimeVerdict::unclear};
  const profile::Drift a = drift_within(before), b = drift_within(after);
  const int degrees = a.near_degrees + b.near_degrees;
  const double drift = std::numbers::sqrt2 * std::hypot(a.near, b.near);
  const double ticks = std::log1p(tick / std::min(judged.before, judged.after)) / profile::t_of_99_percent(degrees); // all of it
  judged.verdict = in_journal(profile::judge_times(before, after, std::hypot(drift, ticks), degrees).verdict);
  return judged;
}

} // namespace texelscope
