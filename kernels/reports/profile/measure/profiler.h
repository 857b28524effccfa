// Measures cells on one device.
#pragma once

#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>

#include "kernels/reports/profile/cell/texels.h"
#include "kernels/reports/profile/measure/measure.h"
#include "kernels/reports/profile/measure/roof.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope::profile {

// The texels that a launch requests, and those that its threads fetched, which is the sum of their results
// over a texture of ones.
struct FetchCount {
  std::int64_t requested = 0, counted = 0;
};

struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};
inline void throw_if_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped();
}

// A profiler's check of itself.
struct SelfTest {
  FetchCount texels;
  double ms = 0, doubled_ms = 0; // medians of a launch and of one with twice the work
};

// A cell's texture on the device, and a launch that is long enough to be timed.
class Prepared {
public:
  virtual ~Prepared() = default;
  virtual std::int64_t texels() const = 0; // of a launch
  virtual Sample launch(int times) = 0;    // with `times` times the work
  virtual double largest_error() = 0;      // of the results, against the exact model
  // Counts over texels_of_one(), in a shorter launch if the sums would be too many.
  virtual FetchCount fetch_count() = 0;
  virtual void count(CounterReader&, Counts&) {} // of launches like the timed ones
};

class Profiler {
public:
  virtual ~Profiler() = default;

  // Describes the device; the caller adds host and program.
  virtual Machine machine() = 0;
  // Why this device does not measure a cell. A lack of memory is only found later.
  virtual std::optional<Obstacle> obstacle_here(const BenchmarkCase& cell) const = 0;
  // How often a run measures each cell, spread evenly over the run (measurement_run.h).
  virtual int visits() const { return 1; }
  // Throws std::bad_alloc if the device has no memory left, MachineError if it fails.
  virtual std::unique_ptr<Prepared> prepare(const BenchmarkCase& cell, WordMask texels) = 0;

  // From now on measure() also counts, after it has timed. Throws a MachineError that says why this device
  // has no counters.
  virtual void use_counters();
  // A sentence that says why cells no longer have counts; empty: there is no problem.
  const std::string& uncounted() const { return uncounted_; }
  // From now on measure() also computes how close cells come to their roofs. `known`: roof samples that were
  // measured before; others are measured when a cell needs them, each once.
  void use_roofs(std::vector<Measured> known);
  const std::vector<Measured>& roof_samples() const { return known_samples; }
  // Available after use_roofs(); empty if roof samples cannot be measured.
  struct Bounds {
    std::vector<Bound> here; // of each cell at its working set
    std::vector<Bound> all;  // over all working sets of the first cell's kind
  };
  Bounds bounds(std::span<const BenchmarkCase> cells);
  // From now on launches make `steps` steps and are not calibrated, so that another profiler can examine
  // them. Cold ones still make one pass over the texture. The CPU's profiler ignores it.
  void fix_steps(int steps) { fixed_steps = steps; }

  // From now on measure() throws Stopped soon after a stop request, even within a cell.
  void set_stop_token(std::stop_token stop) { stopping = std::move(stop); }

  // A cell that this device does not support is returned as skipped. Throws MachineError if the device is
  // lost.
  Measured measure(const BenchmarkCase& cell);
  // Measures the cell once more and adds the results. Throws like measure().
  void measure_again(Measured& measured);
  // Like measure(), with fewer and shorter launches, whose results are not checked.
  Measured measure_briefly(const BenchmarkCase& cell);
  // Measures both with interleaved launches; if one is skipped, both are.
  std::pair<Measured, Measured> measure_interleaved(const BenchmarkCase& a, const BenchmarkCase& b);
  // Throws MachineError if the cell cannot be measured.
  SelfTest test(const BenchmarkCase& cell);

protected:
  virtual SamplingPolicy policy() const { return {}; }
  virtual int multiprocessors() const { return 0; }
  virtual std::int64_t l2_bytes() const { return 0; }
  virtual Condition condition() { return {}; }
  virtual double brief_ms() const { return 25; } // of measure_briefly()
  virtual bool others_work() { return false; }   // as far as this is known; called after each launch
  std::unique_ptr<CounterReader> counters;
  int fixed_steps = 0;   // 0: calibrated
  bool is_brief = false; // in measure_briefly(): launches are shorter and fewer, neither checked nor counted
  std::stop_token stopping;

private:
  Measured measure_cell(const BenchmarkCase& cell);
  Sample sample_of(Prepared& prepared);
  void take(Measured& measured, Prepared& prepared, const Samples& samples);
  void count(Measured& measured, Prepared& prepared);
  RateOf rates();
  void set_roof(Measured& measured);

  std::string uncounted_;
  bool has_roofs = false;
  std::vector<Measured> known_samples;
};

// Uses one thread by default; 0: all cores.
std::unique_ptr<Profiler> make_cpu_profiler(int threads = 1);
// Throws MachineError if there is no CUDA or no such device.
std::unique_ptr<Profiler> make_cuda_profiler(int device = 0);

} // namespace texelscope::profile
