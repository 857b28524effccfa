// How long a program's kernels ran, with their fetches and without.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// One run of the program, as the library measured it.
struct LaunchTimes {
  std::map<std::string, std::vector<double>> ns; // of each launch, by kernel as C++ writes it
  std::string error;                             // CUPTI's number, if it refused to measure in a process
};
// The files in the folder of a trace.
LaunchTimes read_launch_times(const std::filesystem::path& folder);

// A run with its times, and with its fetches' counts where they were counted.
struct MeasuredRun {
  LaunchTimes times;
  std::optional<FetchesReport> fetches;
  int exit_code = 0;
};

// Of each kernel that has texture instructions. The first two runs were counted, the others were not, so that
// their times are those of the kernels alone.
TimesReport times_report(const MeasuredRun& counted, const MeasuredRun& counted_without,
                         const MeasuredRun& timed, const MeasuredRun& timed_without);

double median_ns(std::vector<double> ns); // 0: of none

std::string times_text(const TimesReport& report);

} // namespace texelscope::trace
