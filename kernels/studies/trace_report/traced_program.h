// Runs a program with the library that records its textures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/studies/trace/descriptor_change.h"

namespace texelscope::trace {

// What is recorded of the fetches of a program's kernels; all of them are counted.
struct FetchLimits {
  std::int64_t every = 1;  // one warp in so many
  std::int64_t memory = 0; // MiB of records in each context; 0: 256, or less where there is not as much space
  std::int64_t first_launch = 0, last_launch = 0; // of each context, from 1; 0: all launches
  std::vector<std::int64_t> objects; // TracedObject::texture_number of those that are recorded; empty: all
};

struct Tracing {
  std::vector<std::string> command; // the program and its arguments
  std::filesystem::path cupti;      // the file of CUPTI
  std::filesystem::path library;    // the file of the library
  std::filesystem::path file;       // of the trace
  std::filesystem::path texels;     // the folder for texels; empty: none are saved
  bool fetches = false;             // record what kernels fetch, into the file's folder
  FetchLimits limits;
  bool times = false;                // measure how long kernels run, into the file's folder
  bool drops_output = false;         // the program's standard output is dropped
  std::vector<ObjectChange> changes; // of the program's texture objects, by a file beside the trace's
  std::int64_t launch = 0;           // after which launch since an object was made; 0: when it is destroyed
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
