// A report of the profiler as a file: JSON that can be read back, and CSV for tables. docs/bench.md describes
// both.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/files/json_node.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope {

// A file holds one report, {"format", "version", "machine", "cells"}, or those of several machines,
// {"format", "version", "reports": [{"machine", "cells"}, ...]}.
std::string bench_json(const profile::Report& report);
std::string bench_json(const std::vector<profile::Report>& reports); // of one: as above
// Reads such a file, or the bench in the file of `texelscope report`.
// Throws a UserError with the place for text that is not JSON, another version, members that are unknown,
// missing or of another type, names that are not a cell's, numbers that do not match the samples beside them,
// and a cell that is listed twice.
std::vector<profile::Report> parse_bench_reports(std::string_view json, std::string_view name);
// The same for the document itself.
std::vector<profile::Report> read_bench(const JsonNode& document);
std::vector<profile::Report> load_bench_reports(const std::filesystem::path& file);
// Reads a file with one report; a file with several is rejected too.
profile::Report parse_bench_json(std::string_view json, std::string_view name);
profile::Report load_bench_json(const std::filesystem::path& file);

// Whether a file says that it is such a file of the profiler; false if it is not, or cannot be read.
bool is_bench_file(const std::filesystem::path& file);

// Writes a line of names, then one line per cell.
std::string bench_csv(const profile::Report& report);

} // namespace texelscope
