// Reports of several machines and of parts of a run: which belong together, and joining them.
#pragma once

#include <string>
#include <vector>

#include "kernels/profile/report/report.h"

namespace texelscope::profile {

// By format, filter, dimension, storage, pattern, path, then working set: an order for tables.
bool stands_before(const BenchmarkCase& a, const BenchmarkCase& b);

// All but their condition.
bool same_machine(const Machine& a, const Machine& b);
// The same kind of device under the same versions, whichever host or device of it.
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
  // One a machine and run, cells in stands_before()'s order; whose shards are all there has shards {1} of 1.
  // In the order of the first report of each, with its machine's condition.
  std::vector<Report> reports;
  std::vector<Doubled> doubled; // then `reports` is not to be used
  std::vector<Lacking> lacking;
};
// A run's shards may be of several machines of one kind.
Merged merge(const std::vector<Report>& reports);

// One line of text for each report, for legends: the device, and of version, driver, host and number what
// distinguishes it from the others.
std::vector<std::string> labels(const std::vector<Report>& reports);

} // namespace texelscope::profile
