// NVIDIA's management library, opened while the program runs: clocks, temperature, power, why clocks are held
// back.
#pragma once

#include <memory>
#include <string>

#include "kernels/base/shared_library.h"
#include "kernels/profile/measure/device_neighbors.h"
#include "kernels/profile/report/report.h"

namespace texelscope {

class Nvml {
public:
  // A machine without the library, or a device that it does not know, reports nothing.
  explicit Nvml(const std::string& uuid); // "GPU-..."
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  profile::Condition condition() const;
  std::optional<double> top_clock_mhz() const;
  std::optional<double> top_memory_clock_mhz() const;
  // Of the programs on the device; it must not outlive this.
  ProcessTeller process_teller() const;

private:
  std::optional<std::vector<unsigned>> processes() const;
  std::optional<std::vector<ProcessWork>> worked() const;

  struct Functions;
  SharedLibrary library;
  std::unique_ptr<const Functions> functions; // null: nothing is known
  void* device = nullptr;
};

// NVML's bits of reasons as identifiers; idle is none.
std::vector<std::string> throttle_reasons(unsigned long long bits);

} // namespace texelscope
