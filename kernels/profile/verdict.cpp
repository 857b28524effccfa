#include "kernels/profile/verdict.h"

#include <algorithm>
#include <random>
#include <utility>

#include "kernels/texts.h"

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
constexpr std::size_t least_samples = 5;
constexpr int draws = 2000;
constexpr double outside = 0.005; // of the draws, on either side of the interval
constexpr double told = 0.01, alike = 0.03;

// The median of as many samples as there are, each drawn from all of them.
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
  std::vector<unsigned> times; // that each was drawn
};

std::vector<double> per_texel(const Measured& measured) {
  std::vector<double> times = measured.samples_ms;
  for (double& time : times)
    time /= double(measured.texels);
  return times;
}

Verdict verdict_of(const Interval& ratio) {
  if (ratio.low > 1 + told) return Verdict::slower;
  if (ratio.high < 1 - told) return Verdict::faster;
  return ratio.low >= 1 - alike && ratio.high <= 1 + alike ? Verdict::same : Verdict::unclear;
}
} // namespace

Interval ratio_interval(std::vector<double> before, std::vector<double> after) {
  if (std::min(before.size(), after.size()) < least_samples) {
    const auto [least_before, most_before] = std::ranges::minmax(before);
    const auto [least_after, most_after] = std::ranges::minmax(after);
    return {least_after / most_before, most_after / least_before};
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

std::optional<Judged> judge(const Measured& before, const Measured& after) {
  if (before.skipped || after.skipped) return std::nullopt;
  const Interval ratio = ratio_interval(per_texel(before), per_texel(after));
  Judged judged;
  judged.change = before.texels_per_second / after.texels_per_second - 1;
  judged.noise = (ratio.high - ratio.low) / 2;
  judged.low = ratio.low - 1;
  judged.high = ratio.high - 1;
  if (std::min(before.samples_ms.size(), after.samples_ms.size()) >= least_samples) judged.verdict = verdict_of(ratio);
  return judged;
}

} // namespace profile

} // namespace texelscope
