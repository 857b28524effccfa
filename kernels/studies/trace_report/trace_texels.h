// The texels that the library in the program copied, as files that sessions open.
#pragma once

#include <filesystem>

#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// Turns the raw files of the report's objects in `folder` into .dds, or .npy where there is one plane of one
// level, and names them in the report by their absolute paths. A file of another size than the object's
// texels is left out.
void save_texels(TraceReport& report, const std::filesystem::path& folder);

} // namespace texelscope::trace
