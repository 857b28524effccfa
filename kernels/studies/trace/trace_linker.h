// Links the records of a trace: which object was made of which memory, and whether it outlived that memory.
#pragma once

#include <functional>

#include "kernels/studies/trace/trace_records.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// The function at a place in a file of code; empty: not known. The linker asks once for each place.
using FunctionNames = std::function<std::string(const std::string& module, std::uint64_t offset)>;

// The report without `command`; `exit_code` is the program's, 128 + the signal that ended it.
TraceReport link_records(const Records& records, int exit_code, const FunctionNames& functions = {});

} // namespace texelscope::trace
