// What the clocks of all multiprocessors said while a launch ran: the GPU's parts differ, and one of them
// does not tell for all.
#pragma once

namespace texelscope::cuda {

// Of one multiprocessor. The firsts are kept as their complements, so that zeros are an empty span.
struct ClockSpan {
  unsigned long long not_first_cycle, last_cycle, not_first_nanosecond, last_nanosecond;
};

struct ClockTable {
  static constexpr unsigned max_multiprocessors = 512; // others are left out
  ClockSpan of[max_multiprocessors];
};

// The mean of those that ran something; 0: none did, or too short to tell.
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
