// Prints the results of the write lab as tables and JSON.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/reports/coherence/staleness.h"
#include "kernels/reports/coherence/write_lab.h"

namespace texelscope {

struct WriteLabReport {
  std::string device;    // the device that ran it; empty: no GPU
  std::string no_device; // why not, and the cure
  std::vector<std::pair<staleness::Combination, staleness::Result>> staleness;
  std::vector<write_lab::Comparison> comparisons;
  bool comparisons_wanted = false;
  std::vector<write_lab::BoundaryResult> boundary_tests;
  std::vector<std::pair<write_lab::Fault, std::optional<write_lab::FaultReport>>> faults;
};

// "staleness/surface/texture/same_thread", "paths/u8x4", "boundary/clamp/f32x4/x_in_texels",
// "boundary/fault/trap"
std::string row_name(const staleness::Combination& combination);
std::string row_name(const write_lab::BoundaryTest& boundary_test);
std::string paths_row_name(const ElementFormat& format);
std::string row_name(write_lab::Fault fault);

// Wraps text to the width of the tables.
std::string paragraph(const std::string& content);

std::string staleness_table(const WriteLabReport& report);
std::string comparisons_table(const WriteLabReport& report);
std::string boundary_table(const WriteLabReport& report);
std::string write_lab_json(const WriteLabReport& report);

} // namespace texelscope
