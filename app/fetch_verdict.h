// Whether a change made the fetch kernel faster, by the times measured just before and just after it.
//
// The rule, on the latest `most` of each:
//   fewer than `least` times on a side: unmeasured
//   noise = the largest of 2 % of the time before, half a microsecond (an event's tick), and how far the median of each
//     side's later half lies from that of its earlier half: clocks that drift show there
//   faster, slower: the medians differ by more than the noise, and of all pairs of one time before and one after at least
//     90 % are in that order
//   same: the medians differ by no more than the noise, and the noise is below 10 % of the time before
//   unclear: all else
#pragma once

#include <span>

#include "ui/journal.h"

namespace texelscope {

struct FetchVerdict {
  static constexpr std::size_t least = 24, most = 96;
  double before = 0, after = 0; // medians, seconds
  ui::TimeVerdict verdict = ui::TimeVerdict::unmeasured;
};

// Seconds, oldest first.
FetchVerdict judge_fetch_times(std::span<const double> before, std::span<const double> after);

} // namespace texelscope
