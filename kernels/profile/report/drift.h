// How far a cell's time moves when it is measured again: clocks, temperature, other programs, where memory
// comes to lie.
//
// From one visit of an anchor to the next its time differs by a share, and that of a cold launch, which takes
// microseconds, by an amount too: on an H200 by some 60 ns, whatever is fetched
// (docs/data/verdict-drift-h200.json). Runs differ as a whole as well, here taken as far as single visits do.
// So a cell that was measured once in each of two runs has a ratio whose logarithm moves by twice the
// deviation of a visit.
#pragma once

#include "kernels/profile/report/report.h"

namespace texelscope::profile {

// The standard deviation of a logarithm, and the degrees of freedom by which it is known.
struct Deviation {
  double value = 0;
  int degrees = 0;
};
// Of the times of visits, at least two.
Deviation deviation_of_visits(const std::vector<double>& times);

struct Drift {
  double near = 0, far = 0; // the standard deviation of the logarithm of a visit's time, of cells that
                            // is_near() and of others
  double cold_ms = 0;       // that of a cold launch's time beyond `near`, in milliseconds
  int near_degrees = 0, far_degrees = 0, cold_degrees = 0; // of freedom
};

// By the report's anchors; what they do not tell is assumed. `by_clock`: of work_of() rather than of times
// (verdict.h).
Drift drift_of(const Report& report, bool by_clock);

// Whether a warm cell's texels stay in the caches of one core. Others share what they read from with other
// cores and programs.
bool is_near(const BenchmarkCase& cell);

// Of the logarithm of a cell's time, by as many visits as it had.
Deviation deviation(const Drift& drift, const Measured& measured);

// Student's t: so many standard deviations about the mean hold 99 %. `degrees`: at least 1.
double t_of_99_percent(int degrees);

// Proportional to the work of a launch that took so long on a core of this speed: fetches feel 0.8 of what
// the fixed loop feels, as a logarithm.
double work_of(double time, double clock_mhz);

} // namespace texelscope::profile
