// The report of a trace as text.
#pragma once

#include <string>

#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// Gravest objects first; those without findings are listed last, a line each.
std::string trace_text(const TraceReport& report);
// "2 of 5 textures, surfaces and arrays have findings: 1 altered, 1 leaked."
std::string trace_summary(const TraceReport& report);
// "x 0 to 0.996, y 0.5 to 0.5"
std::string ranges_text(const FetchedObject& fetched);
// "2-D texture of an array, 64 x 32, 1 x 32-bit float".
std::string object_text(const TracedObject& object);
// "filterMode linear, addressMode wrap wrap, ...", for the axes that the texture has.
std::string sampler_text(const Sampler& sampler, Dimension dimension);

} // namespace texelscope::trace
