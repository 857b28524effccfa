#include "kernels/studies/bench/bench_tools.h"

#include <iterator>

#include <fnmatch.h>
#include <unistd.h>

#include "kernels/ground/files/version.h"
#include "kernels/studies/bench/bench_file.h"

namespace texelscope {

using namespace profile;

bool covers(const std::string& pattern, const BenchmarkCase& cell) {
  return ::fnmatch(pattern.c_str(), name(cell).c_str(), 0) == 0;
}

std::size_t keep_cells(std::vector<Report>& reports, const std::string& pattern) {
  const auto is_other = [&](const Measured& m) { return !covers(pattern, m.cell); };
  std::size_t kept = 0;
  for (Report& report : reports) {
    if (!pattern.empty()) std::erase_if(report.cells, is_other);
    kept += report.cells.size();
  }
  return kept;
}

std::vector<Report> load_all_reports(const std::vector<std::string>& files) {
  std::vector<Report> all;
  for (const std::string& file : files) {
    std::vector<Report> reports = load_bench_reports(file);
    std::move(reports.begin(), reports.end(), std::back_inserter(all));
  }
  return all;
}

Report measure_cells(Profiler& profiler, const Machine& machine, const std::vector<BenchmarkCase>& cells,
                     const Run& run, bool with_anchors, const GoOn& go_on) {
  MeasurementRun measuring(profiler, cells, with_anchors);
  while (go_on(measuring) && !measuring.has_ended())
    measuring.measure_next();
  return {machine, measuring.measured(), run, measuring.anchors()};
}

Machine machine_of(Profiler& profiler) {
  Machine machine = profiler.machine();
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) == 0) machine.host = host;
  machine.program = version();
  return machine;
}

} // namespace texelscope
