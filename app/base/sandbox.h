// Limits of a process that reads code of others.
#pragma once

#include <cstddef>

namespace texelscope {

struct SandboxLimits {
  std::size_t megabytes = 1024; // of address space; the bodies that ship with the program take 200 at most
  int seconds = 20;             // of processor time
};

// For good: this process can only compute from now on, and read and write what it has open. It opens no file,
// not even to read, starts no program, signals no other process and reaches no network. Throws
// MachineError where the system offers no such thing.
void enter_sandbox(const SandboxLimits& limits);

} // namespace texelscope
