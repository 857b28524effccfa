// Whether other programs work on a GPU, by what NVML reports of its processes, graphics ones too.
//
// This program's own process is the one with its id, or, where NVML counts process ids in another namespace
// (containers), the only one that appears when this program's context is made. Where neither holds nobody can
// tell whose work it is; then the device's utilization before the context was made is all that speaks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace texelscope {

struct ProcessWork {
  unsigned process = 0;
  unsigned percent = 0; // of the multiprocessors' time
  bool operator==(const ProcessWork&) const = default;
};

// Nothing where the driver does not report it.
struct ProcessTeller {
  std::function<std::optional<std::vector<unsigned>>()> processes; // that have a context
  std::function<std::optional<std::vector<ProcessWork>>()> worked; // within the last second
  std::function<std::optional<unsigned>()> utilization;            // percent
};

class DeviceNeighbors {
public:
  // Before this program's context is made, if it is not yet. `own`: this process's id.
  DeviceNeighbors(ProcessTeller teller, unsigned own);
  // Once it is made.
  void context_is_made();

  // Whether another program works on the device. Nothing: it is unknown.
  std::optional<bool> work() const;

private:
  std::optional<bool> by_utilization() const;

  ProcessTeller teller_;
  unsigned own_;
  std::vector<unsigned> before_;
  bool own_is_known_ = false;
  std::optional<unsigned> utilization_before_;
};

} // namespace texelscope
