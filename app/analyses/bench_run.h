// Measures cells one after the other on a thread of its own, for an owner that asks once a frame for news.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "kernels/reports/profile/measure/measurement_run.h"
#include "ui/frame/bench.h"

namespace texelscope {

class BenchRun {
public:
  using MakeProfiler = std::function<std::unique_ptr<profile::Profiler>()>; // called on the thread

  // Begins at once. `counts`: also reads the device's counters, if it permits that.
  BenchRun(std::vector<profile::BenchmarkCase> cells, MakeProfiler make, bool counts = false);
  // Cancels like cancel().
  ~BenchRun();
  BenchRun(const BenchRun&) = delete;
  BenchRun& operator=(const BenchRun&) = delete;

  void cancel(); // stops within the current cell

  // What is new since the last call.
  struct News {
    std::optional<profile::Machine> machine;             // before all cells
    std::vector<profile::Measured> cells;                // a known cell comes again with another visit
    std::optional<std::vector<profile::Anchor>> anchors; // all so far
    std::string uncounted;                               // why there are no counts, a sentence
    std::string failure;                                 // a sentence; the run has then ended
    bool ended = false;
  };
  News take();
  ui::BenchProgress progress() const;

private:
  void measure_all(const std::vector<profile::BenchmarkCase>& cells, const MakeProfiler& make, bool counts,
                   const std::stop_token& stop);
  void use_counters(profile::Profiler& profiler);
  void measure_next(profile::MeasurementRun& run, const profile::Profiler& profiler);

  mutable std::mutex mutex;
  News news;
  ui::BenchProgress now;
  double seconds = 0;       // spent on the measured steps
  std::size_t measured = 0; // steps that were not skipped
  std::jthread thread;      // last: it uses the other members
};

// Estimates the time for the remaining cells from those measured so far.
std::optional<double> seconds_left(double spent, std::size_t measured, std::size_t left);

} // namespace texelscope
