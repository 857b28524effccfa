// What the verbs about the profiler's files share.
#pragma once

#include <string>
#include <vector>

#include "kernels/profile/measure/profiler.h"

namespace texelscope {

class Arguments;

// Whether a pattern of --filter covers the cell's name.
bool covers(const std::string& pattern, const profile::BenchmarkCase& cell);
// Only cells whose names the pattern covers stay; empty: all do. Gives how many.
std::size_t keep_cells(std::vector<profile::Report>& reports, const std::string& pattern);

std::vector<profile::Report> load_all_reports(const std::vector<std::string>& files);

// Throws UserError where it was not given.
std::string needed_text(const Arguments& arguments, const std::string& name, const std::string& verb);

// With this host and this program.
profile::Machine machine_of(profile::Profiler& profiler);

std::string joined(const std::vector<std::string>& parts, const char* between = ", ");

} // namespace texelscope
