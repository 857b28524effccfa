#include "kernels/profile/table.h"

#include <algorithm>
#include <sstream>

#include <fnmatch.h>

#include "kernels/profile/reports.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry columns[] = {
    {0, "name", Text::bench_column_name, Text::bench_column_name_help},
    {1, "texels", Text::bench_column_texels, Text::bench_column_texels_help},
    {2, "clock", Text::bench_column_clock, Text::bench_column_clock_help},
    {3, "core", Text::bench_column_core, Text::bench_column_core_help},
    {4, "bytes", Text::bench_column_bytes, Text::bench_column_bytes_help},
    {5, "spread", Text::bench_column_spread, Text::bench_column_spread_help},
    {6, "error", Text::bench_column_error, Text::bench_column_error_help},
    {7, "roof", Text::bench_column_roof, Text::bench_column_roof_help},
    {8, "limiter", Text::bench_column_limiter, Text::bench_column_limiter_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Column>() {
  return columns;
}

namespace profile {

namespace {
std::optional<double> value_of(const Measured& m, Column column) {
  if (m.skipped) return std::nullopt;
  switch (column) {
  case Column::clock:
    return m.texels_per_clock_sm;
  case Column::bytes:
    return m.bytes_per_second;
  case Column::spread:
    return m.spread;
  case Column::error:
    return m.largest_error;
  case Column::roof:
    return m.roof_share;
  default:
    return m.texels_per_second; // cores are the same for all
  }
}

template <class Value, class Before>
void sort_by(std::vector<std::size_t>& rows, bool descending, Value value, Before before) {
  std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) {
    const auto x = value(a), y = value(b);
    if (!x || !y) return x && !y;
    return descending ? before(*y, *x) : before(*x, *y);
  });
}
} // namespace

std::vector<Column> columns_of(const Report& report) {
  const auto any = [&](auto has) { return std::ranges::any_of(report.cells, has); };
  std::vector<Column> all = {Column::name};
  if (report.machine.cores > 0) all.push_back(Column::core);
  if (report.machine.cores != 1) all.push_back(Column::texels);
  if (any([](const Measured& m) { return m.texels_per_clock_sm.has_value(); })) all.push_back(Column::clock);
  if (any([](const Measured& m) { return m.roof_share.has_value(); })) all.push_back(Column::roof);
  if (any([](const Measured& m) { return !m.limiter.empty(); })) all.push_back(Column::limiter);
  all.insert(all.end(), {Column::bytes, Column::spread, Column::error});
  return all;
}

bool has_words(const std::string& name, std::string_view words) {
  std::istringstream in{std::string(words)};
  for (std::string word; in >> word;)
    if (::fnmatch(("*" + word + "*").c_str(), name.c_str(), 0) != 0) return false;
  return true;
}

std::vector<std::size_t> rows_of(const Report& report, std::string_view words, const std::optional<Order>& order) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < report.cells.size(); ++i)
    if (has_words(name(report.cells[i].cell), words)) rows.push_back(i);
  if (!order) return rows;
  const auto cell = [&](std::size_t i) -> const Measured& { return report.cells[i]; };
  if (order->column == Column::name)
    sort_by(rows, order->descending, [&](std::size_t i) { return std::optional(cell(i).cell); }, stands_before);
  else if (order->column == Column::limiter)
    sort_by(rows, order->descending,
            [&](std::size_t i) { return cell(i).limiter.empty() ? std::nullopt : std::optional(cell(i).limiter); },
            std::less<>());
  else
    sort_by(rows, order->descending, [&](std::size_t i) { return value_of(cell(i), order->column); }, std::less<>());
  return rows;
}

} // namespace profile

} // namespace texelscope
