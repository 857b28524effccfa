// What the kernels of a traced program fetched, in the report of the trace.
#pragma once

#include <filesystem>
#include <vector>

#include "kernels/studies/record/fetch_recording.h"
#include "kernels/studies/trace/trace_linker.h"

namespace texelscope::fetches {

// Adds `fetches` to the report, and what they show to the findings of the objects. `folder`, `modules`: as of
// read_recording().
void add_fetches(trace::TraceReport& report, const trace::TextureHandles& handles,
                 const std::filesystem::path& folder, const std::vector<record::ServedModule>& modules);

// "resize(float*, int) app.cu:12"
std::string place_of(const record::Site& site);

} // namespace texelscope::fetches
