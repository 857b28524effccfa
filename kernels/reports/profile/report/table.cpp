#include "kernels/reports/profile/report/table.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fnmatch.h>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/reports.h"

namespace texelscope::profile {

namespace {
constexpr Column shares[] = {Column::l1_share, Column::l2_share, Column::memory_share, Column::issue_share};
constexpr double mostly = 0.5;

bool any_has(const Report& report, Column column) {
  return std::ranges::any_of(report.cells,
                             [&](const Measured& m) { return !figure_text(m, column, 1).empty(); });
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
  const auto shown = [&](Column column, int digits) {
    const auto value = value_of(m, column);
    return value ? number_text(column, *value, digits) : std::string(text(Text::bench_unknown));
  };
  const auto percent = [&](Column column) { return shown(column, 2); };
  const auto bytes = [&](Column column) { return shown(column, 3); };
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
  const auto has = [&](Column column) {
    if (column == Column::core) return report.machine.cores > 0;
    if (column == Column::texels) return report.machine.cores != 1;
    return figures()[std::size_t(column)].always_there() || any_has(report, column);
  };
  std::vector<Column> all;
  std::ranges::copy_if(window_columns(), std::back_inserter(all), has);
  return all;
}

std::vector<Column> counted_columns_of(const Report& report) {
  std::vector<Column> all;
  for (int i = int(Column::l1_share); i <= int(Column::counted); ++i)
    if (any_has(report, Column(i))) all.push_back(Column(i));
  if (all.empty()) return all;
  if (any_has(report, Column::limiter)) all.insert(all.begin(), Column::limiter);
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

} // namespace texelscope::profile
