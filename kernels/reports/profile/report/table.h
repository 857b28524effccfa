// A report as a table: its columns, and the order of its rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/reports/profile/report/report.h"

namespace texelscope::profile {

// A window's. Texels per clock, roofs and limits if a cell has them; for a CPU texels per thread, and in
// total if there are several threads.
std::vector<Column> columns_of(const Report& report);
// The name, the limit and the counts; empty if no cell was counted.
std::vector<Column> counted_columns_of(const Report& report);

// The share of the stage that the others wait for: the largest one, except that it is the memory's if the L2
// is the busiest and most of its sectors miss (docs/bench.md compares limits with Nsight Compute's metrics).
// Empty if the shares were not counted.
std::optional<Column> busiest(const Measured& measured);

// Describes the counts in a sentence. Requires counts.
std::string counts_text(const Measured& measured);

struct Order {
  Column column = Column::name;
  bool descending = false;
  bool operator==(const Order&) const = default;
};

// Whether the name contains every part of the pattern. Blanks separate the parts, and * in a part matches any
// characters. Every name matches an empty pattern.
bool contains_text(const std::string& name, std::string_view pattern);

// Indices of the cells whose names match the pattern, in the order of measurement if no order is given. Cells
// without a value of the order's column come last.
std::vector<std::size_t> rows_of(const Report& report, std::string_view pattern,
                                 const std::optional<Order>& order);

} // namespace texelscope::profile
