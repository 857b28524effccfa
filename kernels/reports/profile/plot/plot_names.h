// Internal to plots: the cells of reports that are drawn, and their names.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernels/reports/profile/plot/plots.h"

namespace texelscope::profile {

// The indices of a name's parts.
enum Part {
  part_label,
  part_format,
  part_filter,
  part_dimension,
  part_storage,
  part_pattern,
  part_bytes,
  part_path,
  part_cold,
  part_count
};
using Parts = std::array<std::string, part_count>;

// A report's cell with its parts; the label is empty if all cells have the same label.
struct Named {
  const Report* report;
  const Measured* measured;
  Parts parts;
};

// Cells that are equal except for the parts that were blanked.
struct CaseGroup {
  Parts parts;
  std::vector<Named> cells;
};

class NamedCases {
public:
  // Reports of the same kind of device without a common cell are treated as one.
  explicit NamedCases(const std::vector<Report>& reports);
  NamedCases(const NamedCases&) = delete;
  NamedCases& operator=(const NamedCases&) = delete;

  const std::vector<Named>& cells() const { return named; }
  std::string machine() const; // one line that describes the measured machine

private:
  std::vector<Report> joined;
  std::vector<std::string> names;
  std::vector<Named> named;
};

// Groups in the order in which they first appear.
std::vector<CaseGroup> group_cases(const std::vector<Named>& cells, const std::vector<Part>& excluding);

// The parts that all have in common, as one name, and the remaining parts of each. Parts that are empty
// everywhere appear in neither.
std::string shared_text(const std::vector<Parts>& all);
std::string own_text(const Parts& parts, const std::vector<Parts>& all);

struct Unit {
  double size = 1;
  std::string name;
};
Unit unit_for(double max_value, const std::string& of); // "B/s": GB/s and the like

std::string rounded(double value);   // to three digits
std::string size_text(double bytes); // "64 KB"

} // namespace texelscope::profile
