// The results of the profiler as values: kernels/studies/bench/bench_file.h writes and reads them, and they
// are compared, merged and drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/reports/profile/report/measured.h"

namespace texelscope::profile {

struct Machine {
  std::string host;
  std::string program; // "0.1.0"
  std::string backend; // "cuda" or "cpu"
  std::string device;  // "NVIDIA H200"; the CPU's own name
  std::string simd;    // CPU: the instruction set of the fetches, "AVX2"; else empty
  int cores = 0;       // CPU: threads that fetched; else 0
  // The following members are 0 or empty on a CPU.
  std::string uuid;               // "GPU-..."
  std::string compute_capability; // "9.0"
  std::string driver, runtime;    // "580.159.04", "13.0"
  int multiprocessors = 0;
  std::int64_t memory_bytes = 0, l2_bytes = 0;
  std::optional<double> top_clock_mhz, top_memory_clock_mhz;
  Condition condition; // before the first cell
  bool operator==(const Machine&) const = default;
};

// A cell that was measured repeatedly through a run (anchors.h); drift.h estimates from its visits how far
// measurements drift.
struct Anchor {
  BenchmarkCase cell;
  double launch_ms = 0;            // the median of a launch
  std::vector<double> picoseconds; // of each visit, the median time per texel
  std::vector<double> clocks_mhz;  // of each visit, the median clock; empty if unknown
  bool operator==(const Anchor&) const = default;
};

// What was requested, so that the parts of a run can be merged again.
struct Run {
  static constexpr int max_shards = 65536;
  std::string suite;             // its identifier; empty: cells by their names
  std::string filter;            // the pattern; empty: none
  std::vector<int> shards = {1}; // which of the parts 1 to `of` are here, in order
  int of = 1;                    // at most max_shards
  bool operator==(const Run&) const = default;
};

struct Report {
  static constexpr int version = 1; // of the file format
  Machine machine;
  std::vector<Measured> cells;
  Run run = {};
  std::vector<Anchor> anchors = {};
  bool operator==(const Report&) const = default;
};

// The quantile of sorted values, linearly interpolated: 0.5 is the median.
double quantile(const std::vector<double>& sorted, double share);
double median(std::vector<double> values);
double relative_spread(std::vector<double> values);

// The median of values and the middle 80 % of them, from `low` to `high`, in the values' unit.
struct MiddleRange {
  static constexpr std::size_t min_values = 5; // fewer values do not define a range
  double low = 0, median = 0, high = 0;
  bool operator==(const MiddleRange&) const = default;
};
std::optional<MiddleRange> middle_range(std::vector<double> values); // empty: there are too few

} // namespace texelscope::profile
