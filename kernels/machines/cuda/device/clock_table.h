// Records the clocks of all multiprocessors during a launch: parts of the GPU run at different clocks, so
// that one multiprocessor is not enough.
#pragma once

namespace texelscope::cuda {

// The span of one multiprocessor. The first values are stored as their complements, so that zeros are an
// empty span.
struct ClockSpan {
  unsigned long long not_first_cycle, last_cycle, not_first_nanosecond, last_nanosecond;
};

struct ClockTable {
  static constexpr unsigned max_multiprocessors = 512; // others are left out
  ClockSpan of[max_multiprocessors];
};

// The mean over those that ran something; 0 if none did, or the launch was too short to measure it.
inline double mean_mhz(const ClockTable& table) {
  double cycles = 0, nanoseconds = 0;
  for (const ClockSpan& span : table.of) {
    if (span.not_first_cycle == 0 || span.last_cycle == 0) continue;
    cycles += double(span.last_cycle - ~span.not_first_cycle);
    nanoseconds += double(span.last_nanosecond - ~span.not_first_nanosecond);
  }
  return nanoseconds > 0 ? cycles * 1e3 / nanoseconds : 0;
}

} // namespace texelscope::cuda
