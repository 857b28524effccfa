// Whether one measurement is faster than another, by the time a texel of each.
//
// The rule: noise = the larger of 1 % and both spreads together.
//   faster, slower: the medians differ by more than the noise
//   same: they do not, and the noise is at most 5 %
//   unclear: all else
#pragma once

#include <optional>

#include "kernels/profile/report.h"

namespace texelscope {
namespace profile {

enum class Verdict : std::uint8_t { same, faster, slower, unclear };

struct Judged {
  Verdict verdict = Verdict::unclear;
  double change = 0; // of the time a texel: 0.1 is 10 % more time
  double noise = 0;
  bool operator==(const Judged&) const = default;
};
// Nothing where one of them was skipped.
std::optional<Judged> judge(const Measured& before, const Measured& after);

} // namespace profile

template <>
EnumTable enum_table<profile::Verdict>();

} // namespace texelscope
