// Compares two reports cell by cell: other versions, drivers, settings or devices. verdict.h has the rule.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kernels/reports/profile/report/report.h"
#include "kernels/reports/profile/report/verdict.h"

namespace texelscope::profile {

// The distribution of the time per texel, in picoseconds.
struct Distribution {
  double min = 0, lower_quartile = 0, median = 0, upper_quartile = 0, max = 0;
  std::size_t samples = 0;
};
Distribution distribution(const Measured& measured);

// The time of each launch, in the order of the launches.
std::vector<double> picoseconds(const Measured& measured);

struct Compared {
  BenchmarkCase cell;
  Distribution before, after;
  std::optional<double> clock_before, clock_after; // MHz, the medians
  Judged judged;
};

struct Left { // a cell without a verdict although both have it
  BenchmarkCase cell;
  std::optional<Obstacle> skipped_before, skipped_after;
  bool wrong_before = false, wrong_after = false;   // measured, but the error is beyond the tolerance
  bool shared_before = false, shared_after = false; // measured while another program used the device
};

struct Differing {
  std::string what; // a member's name in the file: "driver"
  std::string before, after;
  bool operator==(const Differing&) const = default;
};

struct Comparison {
  Machine before, after;
  std::vector<Differing> machines; // their differences
  bool by_clock = false;           // times in clocks (verdict.h)
  std::vector<Compared> cells;     // the slowest first
  std::vector<Left> left;
  std::vector<BenchmarkCase> only_before, only_after;
};
// A judged cell takes milliseconds; after a stop request the remaining cells are left out.
Comparison compare(const Report& before, const Report& after, const std::stop_token& stop = {});

// Whether the whole interval is slower than the threshold: 0.05 is 5 % more time.
bool is_beyond(const Judged& judged, double threshold);

// The reports to compare with each other, by index: if each file has one, these two; else those of the same
// host, device, suite and filter.
struct Pairs {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> only_before, only_after;
};
Pairs pairs_of(const std::vector<Report>& before, const std::vector<Report>& after);

} // namespace texelscope::profile
