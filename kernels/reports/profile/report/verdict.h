// Whether one measurement is faster than another: the program's only rule, for the bench and for the journal.
//
// The ratio of the medians has an interval of 99 %: the percentile interval of the bootstrap (B. Efron,
// "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979), with 2000 resamples of
// each side and a fixed seed. The possible drift between both measurements (drift.h), by Student's t, is then
// added in quadrature.
//   slower   all of the interval is above 1 % more time
//   faster   all of the interval is below 1 % less time
//   same     all of the interval is within 3 % more and 3 % less
//   unclear  all else, and whatever has fewer than 5 samples on a side; then the interval is that of all
//            pairs of samples. Where a side has one sample alone there is none
#pragma once

#include <optional>

#include "kernels/reports/profile/report/drift.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope {
namespace profile {

enum class Verdict : std::uint8_t { same, faster, slower, unclear };

struct Interval {
  double low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

struct Judged {
  Verdict verdict = Verdict::unclear;
  double change = 0;                // of the time per texel: 0.1 is 10 % more time
  std::optional<Interval> interval; // of `change`
  double noise() const { return interval ? (interval->high - interval->low) / 2 : 0; }
  bool operator==(const Judged&) const = default;
};

// The basis on which two reports are compared.
struct Basis {
  bool by_clock = false; // of the same CPU: compares work, by the fixed loop that measures the core's speed
                         // at each moment
  Drift before, after;
};
Basis basis_of(const Report& before, const Report& after);
// For cells whose launches were interleaved: they drift together.
Basis interleaved();

// Empty if one of them was skipped, or measured while another program used the device.
std::optional<Judged> judge(const Measured& before, const Measured& after, const Basis& basis);

// Judges the times of two measurements in the same unit. `deviation`: of the logarithm of their ratio, by
// drift only; `degrees`: of freedom.
Judged judge_times(std::vector<double> before, std::vector<double> after, double deviation, int degrees);

// The interval of the ratio of the medians, after over before, without drift; both need at least two samples.
Interval ratio_interval(std::vector<double> before, std::vector<double> after);

} // namespace profile

template <>
EnumTable enum_table<profile::Verdict>();

} // namespace texelscope
