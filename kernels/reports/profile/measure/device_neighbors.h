// Whether other programs use a GPU, by NVML's report of its processes, graphics ones included.
//
// This program's own process is the one with its id or, if NVML counts process ids in another namespace
// (containers), the only one that appears when this program's context is created. If neither holds, the work
// cannot be attributed to a process; then the device's utilization before the context was created is the only
// evidence.
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

// Members are empty if the driver does not report them.
struct ProcessQuery {
  std::function<std::optional<std::vector<unsigned>>()> processes; // that have a context
  std::function<std::optional<std::vector<ProcessWork>>()> worked; // within the last second
  std::function<std::optional<unsigned>()> utilization;            // percent
};

class DeviceNeighbors {
public:
  // Called before this program's context is created, if there is none yet. `own`: this process's id.
  DeviceNeighbors(ProcessQuery query, unsigned own);
  // Called once it is created.
  void context_is_made();

  // Whether another program uses the device. Empty: unknown.
  std::optional<bool> work() const;

private:
  std::optional<bool> by_utilization() const;

  ProcessQuery query_;
  unsigned own_;
  std::vector<unsigned> before_;
  bool own_is_known_ = false;
  std::optional<unsigned> utilization_before_;
};

} // namespace texelscope
