#include "kernels/profile/report/table.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <fnmatch.h>

#include "kernels/profile/report/reports.h"
#include "kernels/text/texts.h"

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
    {9, "l1_share", Text::bench_column_l1_share, Text::counter_l1_share_help},
    {10, "l2_share", Text::stage_l2, Text::counter_l2_share_help},
    {11, "memory_share", Text::stage_memory, Text::bench_column_memory_share_help},
    {12, "issue_share", Text::stage_issue, Text::counter_issue_share_help},
    {13, "l1_hits", Text::bench_column_l1_hits, Text::bench_column_l1_hits_help},
    {14, "l2_hits", Text::bench_column_l2_hits, Text::bench_column_l2_hits_help},
    {15, "l2_bytes", Text::bench_column_l2_bytes, Text::bench_column_l2_bytes_help},
    {16, "memory_bytes", Text::bench_column_memory_bytes, Text::bench_column_memory_bytes_help},
    {17, "counted", Text::bench_column_counted, Text::bench_column_counted_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Column>() {
  return columns;
}

namespace profile {

namespace {
constexpr Column shares[] = {Column::l1_share, Column::l2_share, Column::memory_share, Column::issue_share};
constexpr double mostly = 0.5;

// A value that was not counted, or a share of nothing, is empty.
std::optional<double> counted_value(const Measured& m, Column column) {
  if (!m.counts) return std::nullopt;
  const Counts& c = *m.counts;
  const auto value = [&] {
    switch (column) {
    case Column::l1_share:
      return c[Counter::l1_share] / 100;
    case Column::l2_share:
      return c[Counter::l2_share] / 100;
    case Column::memory_share:
      return c[Counter::memory_share] / 100;
    case Column::issue_share:
      return c[Counter::issue_share] / 100;
    case Column::l1_hits:
      return c.texture_hit_rate();
    case Column::l2_hits:
      return c.l2_hit_rate();
    case Column::l2_bytes:
      return c[Counter::l2_bytes] / double(m.texels);
    case Column::memory_bytes:
      return c[Counter::memory_bytes] / double(m.texels);
    default:
      return m.cell.path == Path::tex ? c.texels() / double(m.texels) : NAN;
    }
  }();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
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

std::optional<double> value_of(const Measured& m, Column column) {
  if (m.skipped) return std::nullopt;
  switch (column) {
  case Column::name:
  case Column::limiter:
    return std::nullopt;
  case Column::texels:
  case Column::core:
    return m.texels_per_second;
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
    return counted_value(m, column);
  }
}

std::optional<Column> busiest(const Measured& m) {
  std::optional<Column> busiest_share;
  for (const Column share : shares)
    if (value_of(m, share) && (!busiest_share || *value_of(m, share) > *value_of(m, *busiest_share)))
      busiest_share = share;
  const bool passes_on = busiest_share == Column::l2_share && value_of(m, Column::memory_share) &&
                         value_of(m, Column::l2_hits).value_or(1) < mostly;
  return passes_on ? Column::memory_share : busiest_share;
}

std::string counts_text(const Measured& m) {
  const auto shown = [&](Column column, double times, int digits) {
    const auto value = value_of(m, column);
    return value ? fmt::format("{:.{}f}", times * *value, digits) : std::string(text(Text::bench_unknown));
  };
  const auto percent = [&](Column column) { return shown(column, 100, 2); };
  const auto bytes = [&](Column column) { return shown(column, 1, 3); };
  std::string out;
  if (value_of(m, Column::counted))
    out = say(Text::bench_counts_texture, {percent(Column::counted), percent(Column::l1_hits)}) + ", ";
  out += say(Text::bench_counts_memory, {bytes(Column::l2_bytes), bytes(Column::memory_bytes)});
  if (busiest(m))
    out +=
        ", " + say(Text::bench_counts_shares, {percent(Column::l1_share), percent(Column::l2_share),
                                               percent(Column::memory_share), percent(Column::issue_share)});
  return out;
}

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

std::vector<Column> counted_columns_of(const Report& report) {
  std::vector<Column> all;
  for (int i = int(Column::l1_share); i <= int(Column::counted); ++i)
    if (std::ranges::any_of(report.cells,
                            [&](const Measured& m) { return value_of(m, Column(i)).has_value(); }))
      all.push_back(Column(i));
  if (all.empty()) return all;
  const bool limits = std::ranges::any_of(report.cells, [](const Measured& m) { return !m.limiter.empty(); });
  if (limits) all.insert(all.begin(), Column::limiter);
  all.insert(all.begin(), Column::name);
  return all;
}

bool contains_text(const std::string& name, std::string_view pattern) {
  std::istringstream in{std::string(pattern)};
  for (std::string word; in >> word;)
    if (::fnmatch(("*" + word + "*").c_str(), name.c_str(), 0) != 0) return false;
  return true;
}

std::vector<std::size_t> rows_of(const Report& report, std::string_view pattern,
                                 const std::optional<Order>& order) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < report.cells.size(); ++i)
    if (contains_text(name(report.cells[i].cell), pattern)) rows.push_back(i);
  if (!order) return rows;
  const auto cell = [&](std::size_t i) -> const Measured& { return report.cells[i]; };
  if (order->column == Column::name)
    sort_by(
        rows, order->descending, [&](std::size_t i) { return std::optional(cell(i).cell); }, precedes);
  else if (order->column == Column::limiter)
    sort_by(
        rows, order->descending,
        [&](std::size_t i) {
          return cell(i).limiter.empty() ? std::nullopt : std::optional(cell(i).limiter);
        },
        std::less<>());
  else
    sort_by(
        rows, order->descending, [&](std::size_t i) { return value_of(cell(i), order->column); },
        std::less<>());
  return rows;
}

} // namespace profile

} // namespace texelscope
