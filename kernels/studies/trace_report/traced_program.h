// Runs a program with the library that records its textures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace texelscope::trace {

struct Tracing {
  std::vector<std::string> command; // the program and its arguments
  std::filesystem::path cupti;      // the file of CUPTI
  std::filesystem::path library;    // the file of the library
  std::filesystem::path file;       // of the trace
  std::filesystem::path texels;     // the folder for texels; empty: none are saved
  bool fetches = false;             // record what kernels fetch, into the file's folder
  std::int64_t launch = 0;          // after which launch since an object was made; 0: when it is destroyed
};

// The library: beside the program, or where it is installed. Empty: it is missing.
std::filesystem::path tracing_library();
// The file of CUPTI that the program can open. Empty: there is none.
std::filesystem::path cupti_library();

// Writes the header of an empty trace. Throws MachineError.
void begin_trace_file(const std::filesystem::path& file);

// Runs the program in this one's place: its standard streams, its signals, its working folder. Returns its
// exit code, or 128 + the signal that ended it. Throws UserError if it cannot be started.
int run_traced(const Tracing& tracing);

} // namespace texelscope::trace
