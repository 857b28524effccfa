// A report of a trace, and an object in it, as people name them: "trace.json" or "trace.json#3".
#pragma once

#include <filesystem>
#include <string>

#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

struct TracePlace {
  std::filesystem::path file;
  int number = 0; // of the object; 0: none is named
};

// A file whose name has a # is meant by its whole name, if it exists. Throws UserError if what follows the #
// is not a number from 1.
TracePlace trace_place(const std::string& argument);

// The number of the only texture of which the report has recorded fetches; throws UserError, which lists
// them, if there are several, or none.
int fetched_texture(const TraceReport& report, const std::filesystem::path& file);

// Throws UserError if the report has no object of that number.
const TracedObject& find_object(const TraceReport& report, const TracePlace& place);

} // namespace texelscope::trace
