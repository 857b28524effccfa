// How the twin of a module is loaded, and whether its kernels can be launched as those of the module: those
// that record take more registers, so that a block may have fewer threads.
#pragma once

#include <cstdint>

#include <cuda.h>

namespace texelscope::trace {

struct JitOptions {
  unsigned count = 0;
  CUjit_option* options = nullptr;
  void** values = nullptr;
};

// The options of the program's load, without those by which it gets something back, and with at most
// `max_registers` for each thread; 0: as many as the program's options say.
class TwinOptions {
public:
  TwinOptions(const JitOptions& given, std::uint32_t max_registers);
  bool is_whole() const { return whole; }

  unsigned count = 0;
  CUjit_option options[64];
  void* values[64];

private:
  void add(CUjit_option option, void* value);
  bool whole = true;
};

struct Shortage {
  std::uint32_t threads = 0, threads_before = 0; // in a block; threads_before is 0 where nothing is short
  std::uint32_t registers = 0;                   // the most a thread, with which none would be short
};

// `cuda`: the driver's library. One that lacks what is needed, before CUDA 12.4, finds no shortage.
void begin_twin_checks(void* cuda);
// Of the device of the current context; without one, no shortage is found.
Shortage shortage_of(CUlibrary twin, CUlibrary own);
Shortage shortage_of(CUmodule twin, CUmodule own);

} // namespace texelscope::trace
