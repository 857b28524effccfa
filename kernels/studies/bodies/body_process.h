// Compiles a body in a subprocess, in a sandbox: a few lines of C++ can make the compiler use all memory and
// time there is, and #include reads files. Each body gets its own process: starting it and loading NVRTC take
// some 30 ms, compiling about 100.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/ground/files/sandbox.h"
#include "kernels/machines/custom_kernel/fetch_body.h"

namespace texelscope {

struct BodyProcess {
  SandboxLimits limits; // `seconds` also limits the elapsed time
  std::filesystem::path program = "/proc/self/exe";

  // Waits, or kills the process on a stop request. Throws UserError if the limits end it, or smaller ones of
  // this process, MachineError if NVRTC or the process fails.
  CompiledBody compile(const BodySource& source, const std::stop_token& stop = {}) const;
};

// The verb that the process runs; it is listed nowhere. BodyProcess passes the arguments; the body is
// standard input.
inline constexpr const char* compile_body_verb = "--compile-body";
int run_compile_body(const std::vector<std::string>& args);

} // namespace texelscope
