// The options of `texelscope bench`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments.h"
#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope {

struct BenchOptions {
  std::vector<profile::BenchmarkCase> cells;
  profile::Run run; // how a report names them
  std::optional<std::pair<profile::BenchmarkCase, profile::BenchmarkCase>> interleaved;
  BackendKind backend = BackendKind::cpu;
  std::vector<int> devices; // CUDA's ordinals; of a CPU one entry
  int threads = 1;          // CPU
  int steps = 0;            // of a launch; 0: calibrated
  bool self_test = false, list = false, counters = false;
  std::optional<std::string> json, csv, baseline_file;
  std::optional<profile::Report> baseline;
  std::string note; // why the CPU is measured; empty: it was requested

  std::unique_ptr<profile::Profiler> profiler(int device) const;
  // With several devices the name gets the device's number: "out.1.json" for device 1.
  std::string file_of(const std::string& path, std::size_t device) const;
};

void declare_bench_options(Arguments& arguments, BenchOptions& options);
// Takes the rest of them from what was parsed. Throws UserError if there is no such cell, device or baseline,
// MachineError if CUDA was requested and is missing.
void finish_bench_options(BenchOptions& options, const Arguments& arguments);

// Throws UserError if the argument was not given.
std::string needed_text(const Arguments& arguments, const std::string& name, const std::string& verb);

} // namespace texelscope
