// Whether one measurement is faster than another, by the time a texel of each.
//
// The rule: the ratio of the medians has an interval of 99 %, the percentile interval of the bootstrap (B. Efron, "Bootstrap
// methods: another look at the jackknife", Annals of Statistics 7, 1979): 2000 times, by a fixed seed, as many samples as a side
// has are drawn out of these, and their medians taken.
//   slower   all of the interval is above 1 % more time
//   faster   all of the interval is below 1 % less time
//   same     all of the interval is within 3 % more and 3 % less
//   unclear  all else, and whatever has fewer than 5 samples on a side; then the interval is that of all pairs of samples
// Samples say how much a run scatters, not how much the next run as a whole differs: that is what the 1 % is for.
#pragma once

#include <optional>

#include "kernels/profile/report.h"

namespace texelscope {
namespace profile {

enum class Verdict : std::uint8_t { same, faster, slower, unclear };

struct Judged {
  Verdict verdict = Verdict::unclear;
  double change = 0;        // of the time a texel: 0.1 is 10 % more time
  double noise = 0;         // half of the interval's width
  double low = 0, high = 0; // the interval of `change`
  bool operator==(const Judged&) const = default;
};
// Nothing where one of them was skipped.
std::optional<Judged> judge(const Measured& before, const Measured& after);

struct Interval {
  double low = 0, high = 0;
};
// Of the ratio of the medians, after over before; both with samples.
Interval ratio_interval(std::vector<double> before, std::vector<double> after);

} // namespace profile

template <>
EnumTable enum_table<profile::Verdict>();

} // namespace texelscope
