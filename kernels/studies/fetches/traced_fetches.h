// What the kernels of a traced program fetched, in the report of the trace.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "kernels/studies/fetches/recorded_fetch.h"
#include "kernels/studies/record/fetch_recording.h"
#include "kernels/studies/trace/trace_linker.h"

namespace texelscope::fetches {

// The fetches of a warp at a site, of one object; 0: the object is not known. `number`: of the site.
using TakeFetches = std::function<void(const record::FetchSite& site, std::size_t number, int object,
                                       std::span<const RecordedFetch> fetches)>;

// Adds `fetches` to the report, and what they show to the findings of the objects. `folder`, `modules`: as of
// read_recording(). Each recorded fetch is passed to `take`.
void add_fetches(trace::TraceReport& report, const trace::TextureHandles& handles,
                 const std::filesystem::path& folder, const std::vector<record::ServedModule>& modules,
                 const TakeFetches& take = {});

} // namespace texelscope::fetches
