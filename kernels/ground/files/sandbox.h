// Limits of a process that reads untrusted code.
#pragma once

#include <cstddef>

namespace texelscope {

struct SandboxLimits {
  std::size_t megabytes = 1024; // of address space; the bodies that ship with the program take 200 at most
  int seconds = 20;             // of processor time
};

// The smaller ones of these and of the limits that this process has, and passes on (ulimit).
SandboxLimits within_own_limits(const SandboxLimits& wanted);

// Permanent: from now on this process can only compute, and read and write the files that it has open. It
// cannot open a file, not even to read, start a program, signal another process or reach a network. Throws
// MachineError if the system does not support this. A smaller limit that the process has already stays.
void enter_sandbox(const SandboxLimits& limits);

} // namespace texelscope
