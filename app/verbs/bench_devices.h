// `texelscope bench --device all`: measures the devices side by side, each in a process of its own, which is
// the verb with that device alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/verbs/bench_options.h"

namespace texelscope {

struct DeviceProcess {
  std::string name, model; // "GPU 1", "NVIDIA H200"
  std::vector<std::string> args;
  std::string in; // what standard input holds
  std::filesystem::path program = "/proc/self/exe";
};

// `args`: of the verb, from which `options` were read.
std::vector<DeviceProcess> device_processes(const std::vector<std::string>& args,
                                            const BenchOptions& options);

// Runs them at the same time and prints their texts one after the other, each line as soon as all texts
// before it are complete; a process's messages follow its text. The lines that begin with one of the cells'
// names are counted as progress. If a process fails, an error names its device, and the others go on. A
// signal that asks this program to end makes each of them end after its current cell.
//
// Returns the largest of their exit codes, with 1 for a process that a signal ended.
int run_side_by_side(const std::vector<DeviceProcess>& processes, const std::vector<std::string>& cells);

} // namespace texelscope
