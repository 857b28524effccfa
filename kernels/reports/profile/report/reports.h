// Merges reports of several machines and of parts of a run, and finds which belong together.
#pragma once

#include <string>
#include <vector>

#include "kernels/reports/profile/report/report.h"

namespace texelscope::profile {

// By format, filter, dimension, storage, pattern, path, then working set: an order for tables.
bool precedes(const BenchmarkCase& a, const BenchmarkCase& b);

// Compares everything except their condition.
bool same_machine(const Machine& a, const Machine& b);
// Whether they are the same kind of device with the same versions, whatever the host or device number.
bool same_kind(const Machine& a, const Machine& b);

struct Doubled { // a cell that two reports of a machine have, with different results
  Machine machine;
  BenchmarkCase cell;
};
struct Lacking { // shards of a run that no report has
  std::string device, suite, filter;
  std::vector<int> shards;
  int of = 1;
  bool operator==(const Lacking&) const = default;
};
struct Merged {
  // One report per machine and run, with cells in the order of precedes(); complete runs have shards {1} of
  // 1. The order is that of the first report of each, with its machine's condition.
  std::vector<Report> reports;
  std::vector<Doubled> doubled; // if not empty, `reports` must not be used
  std::vector<Lacking> lacking;
};
// A run's shards may come from several machines of one kind.
Merged merge(const std::vector<Report>& reports);

// One line of text for each report, for legends: the device, and those of version, driver, host and number
// that distinguish it from the others.
std::vector<std::string> labels(const std::vector<Report>& reports);

} // namespace texelscope::profile
