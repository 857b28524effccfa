// A report as a table: its columns, and which rows stand in which order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/enums.h"
#include "kernels/profile/report.h"

namespace texelscope {
namespace profile {

enum class Column : std::uint8_t { name, texels, clock, core, bytes, spread, error, roof, limiter };

// The weightiest first. Texels a clock, roofs and limits where a cell has one; of a CPU texels a thread, and of all where there are more.
std::vector<Column> columns_of(const Report& report);

struct Order {
  Column column = Column::name;
  bool descending = false;
  bool operator==(const Order&) const = default;
};

// Whether the name has all the words, each of which may hold * for any characters. No words: it has.
bool has_words(const std::string& name, std::string_view words);

// Indices of the cells whose names have the words. Without an order as they were measured; else cells without a value of the
// column stand last.
std::vector<std::size_t> rows_of(const Report& report, std::string_view words, const std::optional<Order>& order);

} // namespace profile

template <>
EnumTable enum_table<profile::Column>();

} // namespace texelscope
