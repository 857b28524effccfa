// What the processes of a trace recorded: the sites of their modules with their counts, and the records.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/studies/record/module_service.h"

namespace texelscope::record {

// A texture instruction of a process, with what its lanes did.
struct FetchSite {
  std::uint32_t process = 0;
  Site site;
  std::uint64_t fetches = 0, warps = 0; // exact, as far as they were copied from the device
  std::uint64_t recorded = 0;           // fetches
  // Of those recorded: the least and the greatest of each coordinate, NaN left out; least > greatest: none.
  // Whole coordinates, of fetches by index, are numbers too.
  std::array<double, 3> least = {}, greatest = {};
  std::uint64_t not_finite = 0; // with a coordinate that is NaN or infinite
};

struct FetchRecording {
  std::vector<FetchSite> sites;              // in the order of the modules, of all processes
  std::vector<ServedModule> not_recorded;    // with their refusals
  std::uint64_t dropped = 0;                 // fetches that did not fit into memory
  std::uint64_t contexts = 0;                // that made a file
  std::uint64_t contexts_without_counts = 0; // whose counts were never copied: the process ended before
};

// The files that exchange.h describes, in `folder`. Files that are no such are left out.
FetchRecording read_recording(const std::filesystem::path& folder, const std::vector<ServedModule>& modules);

} // namespace texelscope::record
