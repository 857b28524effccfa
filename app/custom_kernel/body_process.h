// A body is compiled in a subprocess, in a sandbox: a few lines of C++ can ask the compiler for all
// the memory and time there is, and #include reads files. One for each body: starting it and loading NVRTC
// take some 30 ms, compiling about 100.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/base/sandbox.h"
#include "kernels/custom_kernel/fetch_body.h"

namespace texelscope {

struct BodyProcess {
  SandboxLimits limits; // the seconds are those of a clock too
  std::filesystem::path program = "/proc/self/exe";

  // Waits, or kills the process when it is to stop. Throws UserError where the limits end it, MachineError
  // where NVRTC or the process fails.
  CompiledBody compile(const BodySource& source, std::stop_token stop = {}) const;
};

// The process: a verb that no page names. BodyProcess gives the arguments; the body is standard input.
inline constexpr const char* compile_body_verb = "--compile-body";
int run_compile_body(const std::vector<std::string>& args);

} // namespace texelscope
