// The report of a trace as JSON: {"version": 1, "command": [...], "exit_code": 0, "objects": [...], ...}.
//
// Numbers of descriptors are CUDA's. Addresses are strings such as "0x7f0000000200"; floats that JSON lacks
// are "nan", "inf" and "-inf". Reading is strict: whatever is unknown, doubled, of another type or out of
// range is an error that names the file, the line and the member.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

inline constexpr int trace_report_version = 1;
inline constexpr std::size_t max_trace_report_bytes = std::size_t(64) << 20;

std::string write_trace_report(const TraceReport& report);

// Both throw UserError. `name`, the file's, is printed in front of messages.
TraceReport parse_trace_report(std::string_view json, std::string_view name);
// Whether the file is JSON with the members that only such reports have.
bool is_trace_report_file(const std::filesystem::path& path);
// Names of files that are relative start from the report's folder: they become absolute.
TraceReport load_trace_report(const std::filesystem::path& path);

} // namespace texelscope::trace
