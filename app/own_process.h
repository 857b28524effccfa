// This program started anew, for what would cost a process its GPU.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace texelscope {

struct OwnProcess {
  int code = -1; // exit code, or 128 + the signal that ended it
  std::string out;
};

// Runs the program with these words and waits, or kills it when it is to stop. Its errors go where this
// program's go. Throws MachineError where it cannot be started.
OwnProcess run_own_process(const std::vector<std::string>& words, std::stop_token stop = {});

} // namespace texelscope
