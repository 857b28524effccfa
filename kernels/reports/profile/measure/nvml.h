// NVIDIA's management library, opened at run time: clocks, temperature, power, and why clocks are throttled.
#pragma once

#include <memory>
#include <string>

#include "kernels/ground/base/shared_library.h"
#include "kernels/reports/profile/measure/device_neighbors.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope {

class Nvml {
public:
  // Reports nothing if the library is missing or does not know the device.
  explicit Nvml(const std::string& uuid); // "GPU-..."
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  profile::Condition condition() const;
  std::optional<double> top_clock_mhz() const;
  std::optional<double> top_memory_clock_mhz() const;
  // Queries the programs on the device; must not outlive this object.
  ProcessQuery process_query() const;

private:
  std::optional<std::vector<unsigned>> processes() const;
  std::optional<std::vector<ProcessWork>> worked() const;

  struct Functions;
  SharedLibrary library;
  std::unique_ptr<const Functions> functions; // null: nothing is known
  void* device = nullptr;
};

// NVML's bits of throttle reasons as identifiers; idle is not one.
std::vector<std::string> throttle_reasons(unsigned long long bits);

} // namespace texelscope
