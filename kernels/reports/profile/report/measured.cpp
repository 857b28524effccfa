#include "kernels/reports/profile/report/measured.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope {
namespace profile {

namespace {
template <Counter share>
double of_peak(const Counts& counts, const Measured&) {
  return counts[share] / 100;
}
template <Counter bytes>
double bytes_of_texel(const Counts& counts, const Measured& m) {
  return counts[bytes] / double(m.texels);
}
double texture_hits(const Counts& counts, const Measured&) {
  return counts.texture_hit_rate();
}
double l2_hits(const Counts& counts, const Measured&) {
  return counts.l2_hit_rate();
}
double counted_texels(const Counts& counts, const Measured& m) {
  return m.cell.path == Path::tex ? counts.texels() / double(m.texels) : NAN;
}

constexpr Figure::Shown number(int digits, int width = 0, double scale = 1) {
  return {.scale = scale, .digits = digits, .width = width};
}
constexpr Figure::Shown percent(int digits, int width = 0) {
  return {.scale = 100, .digits = digits, .width = width};
}
constexpr Figure::Shown scientific(int width) {
  return {.scientific = true, .width = width};
}
constexpr Figure::Stored stored(Figure::Group group, std::string_view name) {
  return {group, name};
}

constexpr Figure rows[] = {
    {"name", Text::bench_column_name, Text::bench_column_name_help},
    {"ms", Text::bench_column_ms, Text::bench_column_ms, &Measured::median_ms, number(3, 9),
     stored(Figure::times, "median_ms")},
    {"spread", Text::bench_column_spread, Text::bench_column_spread_help, &Measured::spread, percent(2, 7),
     stored(Figure::times, "spread")},
    {"texels", Text::bench_column_texels, Text::bench_column_texels_help, &FetchRates::texels_per_second,
     number(3, 10, 1e-9), stored(Figure::rates, "texels_per_second")},
    {"bytes", Text::bench_column_bytes, Text::bench_column_bytes_help, &FetchRates::bytes_per_second,
     number(1, 8, 1e-9), stored(Figure::rates, "bytes_per_second")},
    {"clock", Text::bench_column_clock, Text::bench_column_clock_help, &FetchRates::texels_per_clock_sm,
     number(3, 12), stored(Figure::rates, "texels_per_clock_sm")},
    {"error", Text::bench_column_error, Text::bench_column_error_help, &Measured::largest_error,
     scientific(8), stored(Figure::check, "largest_error")},
    {"roof", Text::bench_column_roof, Text::bench_column_roof_help, &FetchRates::roof_share, percent(1, -15),
     stored(Figure::roofs, "roof_share")},
    {"limiter", Text::bench_column_limiter, Text::bench_column_limiter_help, &FetchRates::limiter,
     Figure::Shown(), stored(Figure::roofs, "limiter")},
    {"core", Text::bench_column_core, Text::bench_column_core_help, &FetchRates::texels_per_second,
     number(2, 12, 1e-6)},
    {"l1_share", Text::bench_column_l1_share, Text::counter_l1_share_help, of_peak<Counter::l1_share>,
     percent(1)},
    {"l2_share", Text::stage_l2, Text::counter_l2_share_help, of_peak<Counter::l2_share>, percent(1)},
    {"memory_share", Text::stage_memory, Text::bench_column_memory_share_help, of_peak<Counter::memory_share>,
     percent(1)},
    {"issue_share", Text::stage_issue, Text::counter_issue_share_help, of_peak<Counter::issue_share>,
     percent(1)},
    {"l1_hits", Text::bench_column_l1_hits, Text::bench_column_l1_hits_help, texture_hits, percent(1)},
    {"l2_hits", Text::bench_column_l2_hits, Text::bench_column_l2_hits_help, l2_hits, percent(1)},
    {"l2_bytes", Text::bench_column_l2_bytes, Text::bench_column_l2_bytes_help,
     bytes_of_texel<Counter::l2_bytes>, number(3)},
    {"memory_bytes", Text::bench_column_memory_bytes, Text::bench_column_memory_bytes_help,
     bytes_of_texel<Counter::memory_bytes>, number(3)},
    {"counted", Text::bench_column_counted, Text::bench_column_counted_help, counted_texels, percent(2)},
};
static_assert(std::size(rows) == std::size_t(Column::counted) + 1);

constexpr Column on_terminals[] = {Column::name,  Column::ms,    Column::spread, Column::texels, Column::core,
                                   Column::clock, Column::bytes, Column::error,  Column::roof};
constexpr Column in_windows[] = {Column::name,    Column::core,  Column::texels, Column::clock, Column::roof,
                                 Column::limiter, Column::bytes, Column::spread, Column::error};

constexpr auto entries = [] {
  std::array<EnumEntry, std::size(rows)> all = {};
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {int(i), rows[i].identifier, rows[i].label, rows[i].help};
  return all;
}();

// Empty for members that `of` does not have.
template <class Of>
std::optional<double> value_in(const Of& of, Column column) {
  return std::visit(
      [&](auto value) -> std::optional<double> {
        if constexpr (std::is_same_v<decltype(value), double (*)(const Counts&, const Measured&)>) {
          if constexpr (std::is_same_v<Of, Measured>)
            if (const double found = of.counts ? value(*of.counts, of) : NAN; std::isfinite(found))
              return found;
        } else if constexpr (requires { std::optional<double>(of.*value); })
          return of.*value;
        return std::nullopt;
      },
      rows[std::size_t(column)].value);
}
} // namespace

std::span<const Figure> figures() {
  return rows;
}
std::span<const Column> terminal_columns() {
  return on_terminals;
}
std::span<const Column> window_columns() {
  return in_windows;
}

std::optional<double> value_of(const Measured& m, Column column) {
  return m.skipped ? std::nullopt : value_in(m, column);
}
std::optional<double> value_of(const FetchRates& of, Column column) {
  return value_in(of, column);
}

std::string number_text(Column column, double value, std::optional<int> digits, int cores) {
  const Figure::Shown& shown = rows[std::size_t(column)].shown;
  if (shown.scientific) return value == 0 ? "0" : fmt::format("{:.1e}", value);
  const double number = shown.scale * value / (column == Column::core ? std::max(1, cores) : 1);
  return fmt::format("{:.{}f}", number, digits.value_or(shown.digits));
}

std::string figure_text(const Measured& m, Column column, int cores) {
  const Figure& figure = rows[std::size_t(column)];
  if (column == Column::name) return name(m.cell);
  if (const auto* member = std::get_if<std::string FetchRates::*>(&figure.value)) return m.*(*member);
  const auto value = value_of(m, column);
  return value ? number_text(column, *value, {}, cores) + (figure.in_percent() ? " %" : "") : "";
}

void FetchRates::set_clocks(double texels, const std::vector<double>& clocks, int multiprocessors) {
  texels_per_clock_sm.reset();
  if (!clocks.empty() && multiprocessors > 0) texels_per_clock_sm = texels / median(clocks) / multiprocessors;
}

void FetchRates::set_roof(double roof_texels_per_second, std::string_view stage) {
  roof_share = texels_per_second / roof_texels_per_second;
  limiter = stage;
}

void add_visit(Measured& measured, Measured visit, int multiprocessors) {
  if (visit.skipped) return;
  if (measured.skipped) {
    measured = std::move(visit);
    return;
  }
  const double texels_ratio = double(measured.texels) / double(visit.texels);
  for (const double ms : visit.samples_ms)
    measured.samples_ms.push_back(ms * texels_ratio);
  std::ranges::copy(visit.clocks_mhz, std::back_inserter(measured.clocks_mhz));
  if (measured.clocks_mhz.size() != measured.samples_ms.size()) measured.clocks_mhz.clear();
  measured.shared += visit.shared;
  measured.dropped += visit.dropped;
  measured.visits += visit.visits;
  measured.largest_error = std::max(measured.largest_error, visit.largest_error);
  measured.condition = std::move(visit.condition);
  summarize(measured, multiprocessors);
}

void summarize(Measured& m, int multiprocessors) {
  m.median_ms = median(m.samples_ms);
  m.spread = relative_spread(m.samples_ms);
  const double seconds = m.median_ms * 1e-3;
  m.texels_per_second = double(m.texels) / seconds;
  m.bytes_per_second = double(m.bytes) / seconds;
  std::vector<double> clocks; // of a launch
  for (std::size_t i = 0; i < m.clocks_mhz.size(); ++i)
    clocks.push_back(m.samples_ms[i] * m.clocks_mhz[i] * 1e3);
  m.set_clocks(double(m.texels), clocks, multiprocessors);
}

} // namespace profile

template <>
EnumTable enum_table<profile::Column>() {
  return profile::entries;
}

} // namespace texelscope
