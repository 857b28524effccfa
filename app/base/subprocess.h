// Starts this program anew, for work that could cost a process its GPU or that needs limits of its own.
#pragma once

#include <filesystem>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace texelscope {

struct Subprocess {
  int code = -1; // exit code, or 128 + the signal that ended it
  std::string out;
};

struct SubprocessOptions {
  std::string in;                                                // what standard input holds
  std::size_t max_out = std::numeric_limits<std::size_t>::max(); // bytes; one that prints more is killed
  double seconds = std::numeric_limits<double>::infinity();      // one that takes longer is killed
  std::filesystem::path program = "/proc/self/exe";
};

// Runs the program with these arguments and waits, or kills it on a stop request. Its standard error is this
// program's. Throws MachineError if it cannot be started.
Subprocess run_subprocess(const std::vector<std::string>& args, const std::stop_token& stop = {},
                          const SubprocessOptions& options = {});

} // namespace texelscope
