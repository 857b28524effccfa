// Prints the profiler's results as lines of text.
#pragma once

#include <string>
#include <vector>

#include "kernels/ground/files/text_columns.h"
#include "kernels/reports/profile/measure/profiler.h"
#include "kernels/reports/profile/report/verdict.h"

namespace texelscope {

// One or two lines: device, versions, clocks, and why they are throttled.
std::string bench_machine_text(const profile::Machine& machine);

class BenchTable {
public:
  // `baseline`: the report that lines are compared with; may be null and must outlive the table.
  BenchTable(const std::vector<profile::BenchmarkCase>& cells, const profile::Machine& machine,
             const profile::Report* baseline);

  std::string head() const;
  std::string line(const profile::Measured& measured) const;
  // The numbers of cells that were measured, wrong, skipped, and changed.
  std::string total(const profile::Report& report) const;

private:
  std::optional<profile::Judged> judged(const profile::Measured& measured) const;

  std::vector<profile::Column> columns;
  std::vector<TextColumn> layout; // of the columns
  int cores;
  const profile::Report* baseline;
  profile::Basis basis;
};

std::string judged_text(const profile::Judged& judged); // "slower, +3.2 % (noise 1.0 %)"

// Of the column of the names.
int name_width(const std::vector<profile::BenchmarkCase>& cells);
std::string self_test_head(int name_width);
std::string self_test_line(const profile::BenchmarkCase& cell, const profile::SelfTest& test, int name_width);

} // namespace texelscope
