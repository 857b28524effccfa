// This program started anew: for what would cost a process its GPU, and for what needs limits of its own.
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

// Runs the program with these arguments and waits, or kills it when it is to stop. Its errors go where this
// program's go. Throws MachineError where it cannot be started.
Subprocess run_subprocess(const std::vector<std::string>& args, std::stop_token stop = {},
                          const SubprocessOptions& options = {});

} // namespace texelscope
