// Measures cells on one device.
#pragma once

#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>

#include "kernels/profile/cell/texels.h"
#include "kernels/profile/measure/measure.h"
#include "kernels/profile/measure/roof.h"
#include "kernels/profile/report/report.h"

namespace texelscope::profile {

// Texels that a launch asks for, and those that its threads fetched: the sum of their results over a texture
// of ones.
struct FetchCount {
  std::int64_t requested = 0, counted = 0;
};

struct Stopped : std::exception {
  const char* what() const noexcept override { return "stopped"; }
};
inline void throw_if_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped();
}

// What a profiler reports of itself.
struct SelfTest {
  FetchCount texels;
  double ms = 0, doubled_ms = 0; // medians of a launch and of one with twice the work
};

// A cell's texture on the device, and a launch that takes long enough to be timed.
class Prepared {
public:
  virtual ~Prepared() = default;
  virtual std::int64_t texels() const = 0; // of a launch
  virtual Sample launch(int times) = 0;    // with so many times the work
  virtual double largest_error() = 0;      // of results against the exact model
  // Over texels_of_one(); of a shorter launch where sums would be too many.
  virtual FetchCount fetch_count() = 0;
  virtual void count(CounterReader&, Counts&) {} // of launches like the timed ones
};

class Profiler {
public:
  virtual ~Profiler() = default;

  // Without host and program, which the caller knows.
  virtual Machine machine() = 0;
  // Why this device does not measure a cell. Memory shows later.
  virtual std::optional<Obstacle> obstacle_here(const BenchmarkCase& cell) const = 0;
  // How often a run measures each cell, evenly through it (measurement_run.h).
  virtual int visits() const { return 1; }
  // Throws std::bad_alloc where the device has no memory left, MachineError where it fails.
  virtual std::unique_ptr<Prepared> prepare(const BenchmarkCase& cell, WordMask texels) = 0;

  // From now on measure() counts too, after it has timed. Throws MachineError: why this device has no
  // counters.
  virtual void use_counters();
  // Why cells have no counts any more, a sentence; empty: nothing is wrong.
  const std::string& uncounted() const { return uncounted_; }
  // From now on measure() says how near cells come to their roofs, too. `known`: roof samples that were
  // measured before; others are measured when a cell wants them, each once.
  void use_roofs(std::vector<Measured> known);
  const std::vector<Measured>& roof_samples() const { return known_samples; }
  // After use_roofs(); none where roof samples cannot be measured.
  struct Bounds {
    std::vector<Bound> here; // of each cell at its working set
    std::vector<Bound> all;  // over all working sets of the first cell's kind
  };
  Bounds bounds(std::span<const BenchmarkCase> cells);
  // Launches from now on make so many steps and are not calibrated, for another profiler to look at. Cold
  // ones go over the texture once all the same. The CPU's profiler does not heed it.
  void fix_steps(int steps) { fixed_steps = steps; }

  // From now on measure() throws Stopped soon after it is told to stop, in the midst of a cell.
  void heed(std::stop_token stop) { stopping = std::move(stop); }

  // A cell that this device cannot do comes back skipped. Throws MachineError where the device is lost.
  Measured measure(const BenchmarkCase& cell);
  // Measures the cell once more and adds what this finds. Throws as measure().
  void measure_again(Measured& measured);
  // As measure() in few, shorter launches, whose results are not checked.
  Measured measure_briefly(const BenchmarkCase& cell);
  // Both, launches in turns; both skipped where one is.
  std::pair<Measured, Measured> measure_interleaved(const BenchmarkCase& a, const BenchmarkCase& b);
  // Throws MachineError where the cell cannot be measured.
  SelfTest test(const BenchmarkCase& cell);

protected:
  virtual SamplingPolicy policy() const { return {}; }
  virtual int multiprocessors() const { return 0; }
  virtual std::int64_t l2_bytes() const { return 0; }
  virtual Condition condition() { return {}; }
  virtual double brief_ms() const { return 25; } // of measure_briefly()
  virtual bool others_work() { return false; }   // as far as can be told; asked after each launch
  std::unique_ptr<CounterReader> counters;
  int fixed_steps = 0;   // 0: as many as take long enough
  bool is_brief = false; // what is measured: launches are shorter and fewer, neither checked nor counted
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

// One thread unless set otherwise; 0: all cores.
std::unique_ptr<Profiler> make_cpu_profiler(int threads = 1);
// Throws MachineError: no CUDA, no such device.
std::unique_ptr<Profiler> make_cuda_profiler(int device = 0);

} // namespace texelscope::profile
