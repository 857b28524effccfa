// Code shared by the verbs about the profiler's files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/reports/profile/measure/measurement_run.h"
#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope {

// Whether a pattern of --filter matches the cell's name.
bool covers(const std::string& pattern, const profile::BenchmarkCase& cell);
// Keeps only cells whose names match the pattern, all if it is empty. Returns how many remain.
std::size_t keep_cells(std::vector<profile::Report>& reports, const std::string& pattern);

std::vector<profile::Report> load_all_reports(const std::vector<std::string>& files);

// Measures the cells one after the other. `go_on` is called before each step and after the last; false ends
// the run with what has been measured. Throws like Profiler::measure().
using GoOn = std::function<bool(const profile::MeasurementRun&)>;
profile::Report measure_cells(profile::Profiler& profiler, const profile::Machine& machine,
                              const std::vector<profile::BenchmarkCase>& cells, const profile::Run& run,
                              bool with_anchors, const GoOn& go_on);

// Describes the profiler's device together with this host and program.
profile::Machine machine_of(profile::Profiler& profiler);

} // namespace texelscope
