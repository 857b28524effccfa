// What the processes of a trace recorded: the sites of their modules with their counts, and the records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "kernels/studies/record/module_service.h"
#include "kernels/studies/record/read_records.h"

namespace texelscope::record {

// A texture instruction of a process, with what its lanes did.
struct FetchSite {
  std::uint32_t process = 0;
  Site site;
  std::uint64_t fetches = 0, warps = 0; // exact, as far as they were copied from the device
};

struct FetchRecording {
  std::vector<FetchSite> sites;              // in the order of the modules, of all processes
  std::vector<ServedModule> not_recorded;    // with their refusals
  std::uint64_t dropped = 0;                 // fetches that did not fit into memory
  std::uint64_t contexts = 0;                // that made a file
  std::uint64_t contexts_without_counts = 0; // whose counts were never copied: the process ended before
};

// Where a record comes from.
struct RecordOrigin {
  std::uint64_t context = 0;
  std::uint64_t begins = 0;   // RingFile::begins of its memory
  std::uint64_t position = 0; // in bytes, of the record in the context's memory: later ones lie behind it
  std::size_t site = 0;       // in FetchRecording::sites
};
using TakeRecord = std::function<void(const FetchSite&, const RecordOrigin&, const WarpRecord&)>;

// The files that exchange.h describes, in `folder`. Files that are no such are left out. Each record is
// passed to `take`, those of a context in their order, after the site's counts are known.
FetchRecording read_recording(const std::filesystem::path& folder, const std::vector<ServedModule>& modules,
                              const TakeRecord& take = {});

} // namespace texelscope::record
