// A report of the profiler as a file: JSON that is read back, CSV for tables. docs/bench.md describes both.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/profile/report/report.h"

namespace texelscope {

// A file holds one report, {"format", "version", "machine", "cells"}, or those of several machines,
// {"format", "version", "reports": [{"machine", "cells"}, ...]}.
std::string bench_json(const profile::Report& report);
std::string bench_json(const std::vector<profile::Report>& reports); // of one: as above
// Throws UserError with the place: no JSON, another version, members that are unknown, lacking or of another
// type, names that are no cell's, numbers that do not belong to the samples beside them, a cell that stands
// twice.
std::vector<profile::Report> parse_bench_reports(std::string_view json, std::string_view name);
std::vector<profile::Report> load_bench_reports(const std::filesystem::path& file);
// Of a file with one report; several are refused too.
profile::Report parse_bench_json(std::string_view json, std::string_view name);
profile::Report load_bench_json(const std::filesystem::path& file);

// Whether a file calls itself one; false where it is none, or cannot be read.
bool is_bench_file(const std::filesystem::path& file);

// A line of names, then a line a cell.
std::string bench_csv(const profile::Report& report);

} // namespace texelscope
