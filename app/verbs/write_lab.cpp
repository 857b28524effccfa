// texelscope write-lab: stale fetches, a comparison of the ways to write, and surface boundaries.
#include <algorithm>
#include <fnmatch.h>
#include <sstream>

#include <fmt/format.h>

#include "app/cli/arguments.h"
#include "app/cli/verbs.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/labs/boundary_run.h"
#include "kernels/studies/labs/write_lab_report.h"
#include "kernels/studies/labs/write_lab_runs.h"

namespace texelscope {

using write_lab::Boundary;
using write_lab::BoundaryTest;
using write_lab::Fault;

namespace {
// Every part of the pattern must equal one of the parts between the name's slashes; * matches any characters.
bool wanted(const std::string& pattern, const std::string& name) {
  std::istringstream pattern_parts(pattern);
  for (std::string word; pattern_parts >> word;) {
    std::istringstream parts(name);
    bool found = false;
    for (std::string part; std::getline(parts, part, '/');)
      found |= ::fnmatch(word.c_str(), part.c_str(), 0) == 0;
    if (!found) return false;
  }
  return true;
}

std::vector<BoundaryTest> all_trials() {
  std::vector<BoundaryTest> boundary_tests;
  for (const bool x_in_texels : {false, true})
    for (const ElementFormat& format : write_lab::boundary_formats())
      for (const Boundary boundary : {Boundary::zero, Boundary::clamp})
        if (!x_in_texels || format.texel_bytes() > 1)
          boundary_tests.push_back({.format = format, .boundary = boundary, .x_in_texels = x_in_texels});
  return boundary_tests;
}

std::string device_text(const CudaReport& cuda) {
  const CudaDevice& device = cuda.devices.front();
  return fmt::format("{}, compute {}.{}, CUDA {}.{}, driver {}", device.name, device.major, device.minor,
                     cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10, cuda.driver_name);
}

// Prints the rows that match the pattern, one after the other.
class Rows {
public:
  Rows(const std::string& of, std::size_t rows) : pattern(of), count(rows) {}
  bool next(const std::string& name) {
    if (!wanted(pattern, name)) return false;
    progress.show(++done, count, name);
    return true;
  }

private:
  const std::string& pattern;
  std::size_t count, done = 0;
  ProgressLine progress;
};

void run_staleness(Rows& rows, WriteLabReport& report) {
  std::unique_ptr<staleness::Lab> lab;
  for (const staleness::Combination& combination : staleness::combinations()) {
    if (!rows.next(row_name(combination))) continue;
    if (!lab) lab = report.device.empty() ? staleness::make_simulation() : staleness::make_cuda_lab();
    report.staleness.emplace_back(combination, lab->run(combination));
  }
}

void run_comparisons(Rows& rows, WriteLabReport& report) {
  for (const ElementFormat& format : write_lab::compared_formats()) {
    if (!rows.next(paths_row_name(format))) continue;
    report.comparisons_wanted = true;
    if (!report.device.empty()) report.comparisons.push_back(compare_routes(format));
  }
}

void run_boundaries(Rows& rows, WriteLabReport& report) {
  const bool on_device = !report.device.empty();
  for (const BoundaryTest& boundary_test : all_trials())
    if (rows.next(row_name(boundary_test)))
      report.boundary_tests.push_back(run_boundary_test(boundary_test, on_device));
  for (const Fault fault : {Fault::trap, Fault::misaligned}) {
    if (!rows.next(row_name(fault))) continue;
    report.faults.emplace_back(fault, std::nullopt);
    if (on_device) report.faults.back().second = fault_in_subprocess(fault);
  }
}

int print_fault(Fault fault) {
  const write_lab::FaultReport report = write_lab::surface_fault(fault);
  for (const std::string& line : {report.right, report.faulty, report.after})
    print_line(line);
  return 0;
}

std::vector<std::string> all_rows() {
  std::vector<std::string> names;
  for (const staleness::Combination& combination : staleness::combinations())
    names.push_back(row_name(combination));
  for (const ElementFormat& format : write_lab::compared_formats())
    names.push_back(paths_row_name(format));
  for (const BoundaryTest& boundary_test : all_trials())
    names.push_back(row_name(boundary_test));
  for (const Fault fault : {Fault::trap, Fault::misaligned})
    names.push_back(row_name(fault));
  return names;
}

WriteLabReport find_out(const std::string& pattern) {
  const CudaReport cuda = cuda_report();
  WriteLabReport report;
  if (cuda.devices.empty())
    report.no_device = cuda.problem + (cuda.cure.empty() ? "" : " " + cuda.cure);
  else
    report.device = device_text(cuda);
  const std::vector<std::string> names = all_rows();
  const auto count =
      std::ranges::count_if(names, [&](const std::string& name) { return wanted(pattern, name); });
  if (count == 0) throw UserError(say(Text::lab_nothing, {pattern, terms_of(names)}));
  Rows rows(pattern, std::size_t(count));
  run_staleness(rows, report);
  run_comparisons(rows, report);
  run_boundaries(rows, report);
  return report;
}
} // namespace

int run_write_lab(const std::vector<std::string>& args) {
  Arguments arguments("texelscope write-lab", Text::lab_about,
                      two_columns("", text(Text::lab_legend), 0, 100));
  std::string only;
  std::optional<std::string> json;
  std::optional<Fault> fault;
  arguments.option("--only", "PATTERN", Text::lab_only_help, only);
  arguments.option("--json", "FILE", Text::lab_json_help, json, Stream::output);
  arguments.option("--fault", Text::lab_fault_help, fault);
  if (!arguments.parse(args)) return 0;
  if (fault) return print_fault(*fault);

  const WriteLabReport report = find_out(only);
  if (json) write_text_file(*json, write_lab_json(report));
  print_line(report.device.empty() ? say(Text::lab_no_device, {report.no_device}) : report.device);
  for (const std::string& table :
       {staleness_table(report), comparisons_table(report), boundary_table(report)})
    if (!table.empty()) print_text("\n" + table);
  return 0;
}

} // namespace texelscope
