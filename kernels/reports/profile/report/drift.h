// How far a cell's time moves when it is measured again: due to clocks, temperature, other programs, and the
// placement of memory.
//
// From one visit of an anchor to the next its time differs by a share, and that of a cold launch, which takes
// microseconds, also by a constant amount: on an H200 by some 60 ns, whatever is fetched
// (docs/data/verdict-drift-h200.json). Runs also differ as a whole, which is assumed to be as much as between
// single visits. So the ratio of a cell that was measured once in each of two runs has a logarithm that moves
// by twice the deviation of a visit.
#pragma once

#include "kernels/reports/profile/report/report.h"

namespace texelscope::profile {

// The standard deviation of a logarithm, with its degrees of freedom.
struct Deviation {
  double value = 0;
  int degrees = 0;
};
// The deviation of the times of at least two visits.
Deviation deviation_of_visits(const std::vector<double>& times);

struct Drift {
  double near = 0, far = 0; // the standard deviation of the logarithm of a visit's time, for cells that
                            // is_near() and of others
  double cold_ms = 0;       // that of a cold launch's time beyond `near`, in milliseconds
  int near_degrees = 0, far_degrees = 0, cold_degrees = 0; // of freedom
};

// Estimated from the report's anchors; where they are not enough, it is assumed. `by_clock`: of work_of()
// instead of times (verdict.h).
Drift drift_of(const Report& report, bool by_clock);

// Whether a warm cell's texels stay in the caches of one core. Other cells read from memory that is shared
// with other cores and programs.
bool is_near(const BenchmarkCase& cell);

// The deviation of the logarithm of a cell's time, given its number of visits.
Deviation deviation(const Drift& drift, const Measured& measured);

// Student's t: this number of standard deviations about the mean contains 99 %. `degrees`: at least 1.
double t_of_99_percent(int degrees);

// Proportional to the work of a launch that took `time` on a core of this speed: as a logarithm, fetches are
// affected 0.8 times as much as the fixed loop.
double work_of(double time, double clock_mhz);

} // namespace texelscope::profile
