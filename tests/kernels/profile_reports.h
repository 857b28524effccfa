// Synthetic reports for tests.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/reports/profile/report/report.h"

namespace texelscope::tests {

inline profile::Machine machine(const std::string& host = "a", const std::string& driver = "580.1") {
  profile::Machine m;
  m.host = host;
  m.program = "0.1.0";
  m.backend = "cuda";
  m.device = "GPU";
  m.uuid = "GPU-" + host;
  m.compute_capability = "9.0";
  m.driver = driver;
  m.runtime = "13.0";
  m.multiprocessors = 100;
  m.l2_bytes = 32 << 20;
  return m;
}

inline profile::BenchmarkCase cell(std::string_view name) {
  return profile::parse_cell(name).value(); // throws std::bad_optional_access: there is none
}

// 1000000 texels of 4 bytes a launch.
inline profile::Measured measured(const std::string& cell, const std::vector<double>& samples_ms) {
  profile::Measured m;
  m.cell = *profile::parse_cell(cell);
  m.samples_ms = samples_ms;
  m.texels = 1000000;
  m.bytes = 4 * m.texels;
  profile::summarize(m, 100);
  return m;
}
inline profile::Measured measured(const std::string& cell, double ms) {
  return measured(cell, std::vector<double>(7, ms));
}

inline profile::Measured skipped(const std::string& cell, profile::Obstacle why) {
  profile::Measured m;
  m.cell = *profile::parse_cell(cell);
  m.skipped = why;
  return m;
}

inline profile::Measured wrong(const std::string& cell, double ms) {
  profile::Measured m = measured(cell, ms);
  m.largest_error = 0.5;
  m.tolerance = 0.25;
  return m;
}

// Normal times by Box and Muller's formula: the same numbers from every standard library.
inline std::vector<double> scattered(std::uint32_t seed, std::size_t count, double mean, double deviation) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return (double(random()) + 0.5) / 4294967296.0; };
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    times.push_back(mean * (1 + deviation * radius * std::cos(6.283185307179586 * uniform())));
  }
  return times;
}

} // namespace texelscope::tests
