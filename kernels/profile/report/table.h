// A report as a table: its columns, and which rows stand in which order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/profile/report/report.h"
#include "kernels/session/enums.h"

namespace texelscope {
namespace profile {

enum class Column : std::uint8_t {
  name,
  texels,
  clock,
  core,
  bytes,
  spread,
  error,
  roof,
  limiter,
  // By the GPU's counters.
  l1_share,
  l2_share,
  memory_share,
  issue_share,
  l1_hits,
  l2_hits,
  l2_bytes,
  memory_bytes,
  counted
};

// The weightiest first. Texels a clock, roofs and limits where a cell has one; of a CPU texels a thread, and
// of all where there are more.
std::vector<Column> columns_of(const Report& report);
// The name, the limit and what was counted; nothing where no cell was.
std::vector<Column> counted_columns_of(const Report& report);

// A second: texels (those of all cores for `core` too) and bytes. Of 1: spread, roof, shares, hits, counted
// texels. Counted bytes are those of a texel. Columns of text, values that a cell does not have and
// skipped cells give nothing.
std::optional<double> value_of(const Measured& measured, Column column);

// Of the shares, that of the stage the others wait for: the largest, but the memory's where the L2 is the
// busiest with sectors that it mostly has not got (docs/bench.md: how limits stand to Nsight Compute's
// metrics). Nothing where they were not counted.
std::optional<Column> busiest(const Measured& measured);

// What was counted, in a sentence. Only with counts.
std::string counts_text(const Measured& measured);

struct Order {
  Column column = Column::name;
  bool descending = false;
  bool operator==(const Order&) const = default;
};

// Whether the name contains every part of the pattern. Blanks separate the parts, and * in a part stands for
// any characters. Every name matches an empty pattern.
bool contains_text(const std::string& name, std::string_view pattern);

// Indices of the cells whose names match the pattern, in the order of measurement where no order is given.
// Cells without a value of the order's column come last.
std::vector<std::size_t> rows_of(const Report& report, std::string_view pattern,
                                 const std::optional<Order>& order);

} // namespace profile

template <>
EnumTable enum_table<profile::Column>();

} // namespace texelscope
