// CPU time of all cores together, which other programs disturb less than wall-clock time.
#pragma once

#include <ctime>

#include <benchmark/benchmark.h>

namespace texelscope::bench {

// Measures from its construction to its destruction after the loop, in milliseconds per pass.
class CoreTime {
public:
  explicit CoreTime(benchmark::State& of) : state(of) {}
  ~CoreTime() {
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    state.counters["core-ms"] = 1000 * seconds / double(state.iterations());
  }
  CoreTime(const CoreTime&) = delete;
  CoreTime& operator=(const CoreTime&) = delete;

private:
  benchmark::State& state;
  const std::clock_t start = std::clock();
};

} // namespace texelscope::bench
