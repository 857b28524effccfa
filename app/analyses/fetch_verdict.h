// Decides whether a change made the fetch kernel faster, from the times measured just before and just after
// it: the bench's rule (kernels/reports/profile/report/verdict.h) on the latest `most` of each. The drift of
// a side is how far the medians of its blocks of eight differ; half a microsecond, an event's tick, may be
// missing on either side. Where that rule sees only noise, a difference of a fifth or more still has a
// direction if each median lies outside the other side's middle half. With fewer than `least` times on a side
// the verdict is unmeasured.
#pragma once

#include <span>

#include "ui/frame/journal.h"

namespace texelscope {

struct FetchVerdict {
  static constexpr std::size_t least = 24, most = 96;
  double before = 0, after = 0; // medians, seconds
  ui::TimeVerdict verdict = ui::TimeVerdict::unmeasured;
};

// Seconds, oldest first.
FetchVerdict judge_fetch_times(std::span<const double> before, std::span<const double> after);

} // namespace texelscope
