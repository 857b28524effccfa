// Whether one measurement is faster than another: the one rule of the whole program, for the bench and for
// the journal.
//
// The ratio of the medians has an interval of 99 %: the percentile interval of the bootstrap (B. Efron,
// "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979), 2000 times, by a fixed
// seed, as many samples as a side has drawn out of these, and their medians taken; then, in quadrature, what
// the drift between both measurements may add (drift.h), by Student's t.
//   slower   all of the interval is above 1 % more time
//   faster   all of the interval is below 1 % less time
//   same     all of the interval is within 3 % more and 3 % less
//   unclear  all else, and whatever has fewer than 5 samples on a side; then the interval is that of all
//            pairs of samples. Where a side has one sample alone there is none
#pragma once

#include <optional>

#include "kernels/profile/report/drift.h"
#include "kernels/profile/report/report.h"

namespace texelscope {
namespace profile {

enum class Verdict : std::uint8_t { same, faster, slower, unclear };

struct Interval {
  double low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

struct Judged {
  Verdict verdict = Verdict::unclear;
  double change = 0;                // of the time a texel: 0.1 is 10 % more time
  std::optional<Interval> interval; // of `change`
  double noise() const { return interval ? (interval->high - interval->low) / 2 : 0; }
  bool operator==(const Judged&) const = default;
};

// What two reports are compared by.
struct Basis {
  bool by_clock = false; // of the same CPU: not times but work, by the fixed loop that tells how fast a core
                         // is at each moment
  Drift before, after;
};
Basis basis_of(const Report& before, const Report& after);
// Of cells that were measured in turns: they drift together.
Basis interleaved();

// Nothing where one of them was skipped, or measured while another program worked on the device.
std::optional<Judged> judge(const Measured& before, const Measured& after, const Basis& basis);

// Of the times of two measurements in the same unit. `deviation`: of the logarithm of their ratio, by drift
// alone; `degrees`: of freedom.
Judged judge_times(std::vector<double> before, std::vector<double> after, double deviation, int degrees);

// Of the ratio of the medians, after over before, without drift; both with at least two samples.
Interval ratio_interval(std::vector<double> before, std::vector<double> after);

} // namespace profile

template <>
EnumTable enum_table<profile::Verdict>();

} // namespace texelscope
