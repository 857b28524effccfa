#include "kernels/reports/profile/plot/plots.h"

#include <algorithm>
#include <set>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/plot/plot_names.h"

namespace texelscope {

namespace {
constexpr EnumEntry plots[] = {
    {0, "staircase", Text::plot_staircase, Text::plot_staircase_help},
    {1, "polar", Text::plot_polar, Text::plot_polar_help},
    {2, "matrix", Text::plot_matrix, Text::plot_matrix_help},
    {3, "duel", Text::plot_duel, Text::plot_duel_help},
};
} // namespace

template <>
EnumTable enum_table<profile::Plot>() {
  return plots;
}

namespace profile {

namespace {
std::vector<Parts> parts_of(const std::vector<CaseGroup>& groups) {
  std::vector<Parts> all;
  for (const CaseGroup& group : groups)
    all.push_back(group.parts);
  return all;
}

template <class Rate>
double max_rate(const std::vector<CaseGroup>& groups, Rate rate) {
  double found = 0;
  for (const CaseGroup& group : groups)
    for (const Named& cell : group.cells)
      found = std::max(found, rate(*cell.measured));
  return found;
}

double bytes_rate(const Measured& m) {
  return m.bytes_per_second;
}
double texel_rate(const Measured& m) {
  return m.texels_per_second;
}
double fastest(const Measured& m) {
  return double(m.texels) / (std::ranges::min(m.samples_ms) * 1e-3);
}
double slowest(const Measured& m) {
  return double(m.texels) / (std::ranges::max(m.samples_ms) * 1e-3);
}

std::vector<Named> right_cells(const NamedCases& gathered) {
  std::vector<Named> cells = gathered.cells();
  std::erase_if(cells, [](const Named& cell) { return !cell.measured->right(); });
  return cells;
}

template <class Place>
std::vector<Series> series_of(const std::vector<CaseGroup>& groups, const Unit& unit,
                              double (*rate)(const Measured&), Place place) {
  const std::vector<Parts> all = parts_of(groups);
  std::vector<Series> series;
  for (const CaseGroup& group : groups) {
    series.push_back({own_text(group.parts, all), {}});
    for (const Named& cell : group.cells) {
      const double value = rate(*cell.measured) / unit.size;
      series.back().points.push_back({place(cell.measured->cell), value,
                                      name(cell.measured->cell) + ": " + rounded(value) + " " + unit.name,
                                      cell.measured->cell});
    }
    std::ranges::stable_sort(series.back().points, {}, &Point::x);
  }
  return series;
}

// The caches whose size lies on the axis.
std::vector<Tick> guides_of(const std::vector<CaseGroup>& groups, const Scale& x) {
  std::set<std::int64_t> sizes;
  for (const CaseGroup& group : groups)
    for (const Named& cell : group.cells)
      sizes.insert(cell.report->machine.l2_bytes);
  std::vector<Tick> guides;
  for (const std::int64_t size : sizes)
    if (double(size) > x.low && double(size) < x.high)
      guides.push_back({double(size), say(Text::plot_l2, {size_text(double(size))})});
  return guides;
}

Lines draw_staircase(const NamedCases& gathered) {
  std::vector<CaseGroup> groups = group_cases(right_cells(gathered), {part_bytes});
  std::erase_if(groups, [](const CaseGroup& group) { return group.cells.size() < 2; });
  Lines lines;
  lines.heading = {label(Plot::staircase), gathered.machine(), shared_text(parts_of(groups))};
  if (groups.empty()) return lines;
  double low = 1e18, high = 0;
  for (const CaseGroup& group : groups)
    for (const Named& cell : group.cells) {
      low = std::min(low, double(cell.measured->cell.bytes));
      high = std::max(high, double(cell.measured->cell.bytes));
    }
  const double top = max_rate(groups, bytes_rate);
  const Unit unit = unit_for(top, "B/s");
  lines.x = bytes_axis(text(Text::plot_working_set), low, high);
  lines.y = axis_from_zero(say(Text::plot_delivered, {unit.name}), top / unit.size);
  lines.guides = guides_of(groups, lines.x);
  lines.series =
      series_of(groups, unit, bytes_rate, [](const BenchmarkCase& cell) { return double(cell.bytes); });
  return lines;
}

Polar draw_polar(const NamedCases& gathered) {
  std::vector<Named> cells = right_cells(gathered);
  std::erase_if(cells, [](const Named& cell) {
    const Pattern pattern = cell.measured->cell.pattern;
    return pattern != Pattern::tile && pattern != Pattern::rotated;
  });
  std::vector<CaseGroup> groups = group_cases(cells, {part_pattern});
  std::erase_if(groups, [](const CaseGroup& group) { return group.cells.size() < 2; });
  Polar polar;
  polar.heading = {label(Plot::polar), gathered.machine(), shared_text(parts_of(groups))};
  if (groups.empty()) return polar;
  const double top = max_rate(groups, texel_rate);
  const Unit unit = unit_for(top, "Texel/s");
  polar.radius = axis_from_zero(unit.name, top / unit.size);
  for (int angle = 0; angle <= 90; angle += 15)
    polar.angles.push_back({double(angle), std::to_string(angle) + "°"});
  polar.series =
      series_of(groups, unit, texel_rate, [](const BenchmarkCase& cell) { return double(cell.amount); });
  return polar;
}

// By path, then by storage; a group with only one path is not a comparison.
std::vector<CaseGroup> rivals(const NamedCases& gathered) {
  std::vector<CaseGroup> groups = group_cases(right_cells(gathered), {part_storage, part_path});
  std::erase_if(groups, [](const CaseGroup& group) {
    std::set<Path> paths;
    for (const Named& cell : group.cells)
      paths.insert(cell.measured->cell.path);
    return paths.size() < 2;
  });
  const auto order = [](const Named& cell) {
    return std::pair(cell.measured->cell.path, cell.measured->cell.storage);
  };
  for (CaseGroup& group : groups)
    std::ranges::stable_sort(group.cells, {}, order);
  return groups;
}

PathComparison draw_duel(const NamedCases& gathered) {
  const std::vector<CaseGroup> groups = rivals(gathered);
  const std::vector<Parts> all = parts_of(groups);
  PathComparison path_comparison;
  path_comparison.heading = {label(Plot::path_comparison), gathered.machine(), shared_text(all)};
  if (groups.empty()) return path_comparison;
  const double top = max_rate(groups, fastest);
  const Unit unit = unit_for(top, "Texel/s");
  path_comparison.x = axis_from_zero(unit.name, top / unit.size);
  for (const CaseGroup& group : groups) {
    path_comparison.groups.push_back({own_text(group.parts, all), {}});
    for (const Named& cell : group.cells) {
      const Measured& m = *cell.measured;
      const double value = m.texels_per_second / unit.size;
      path_comparison.groups.back().bars.push_back(
          {std::string(label(m.cell.path)) + ", " + cell.parts[part_storage], m.cell.path, value,
           slowest(m) / unit.size, fastest(m) / unit.size, rounded(value), m.cell});
    }
  }
  return path_comparison;
}
} // namespace

Matrix draw_matrix(const NamedCases& gathered); // plot_matrix.cpp

Drawing draw(Plot plot, const std::vector<Report>& reports) {
  const NamedCases gathered(reports);
  switch (plot) {
  case Plot::staircase:
    return draw_staircase(gathered);
  case Plot::polar:
    return draw_polar(gathered);
  case Plot::matrix:
    return draw_matrix(gathered);
  case Plot::path_comparison:
    break;
  }
  return draw_duel(gathered);
}

bool is_empty(const Drawing& drawing) {
  if (const auto* lines = std::get_if<Lines>(&drawing)) return lines->series.empty();
  if (const auto* polar = std::get_if<Polar>(&drawing)) return polar->series.empty();
  if (const auto* matrix = std::get_if<Matrix>(&drawing)) return matrix->squares.empty();
  return std::get<PathComparison>(drawing).groups.empty();
}

namespace {
template <class WithSeries>
void keep_in(WithSeries& plot, std::size_t max_count) {
  if (plot.series.size() <= max_count) return;
  plot.left_out += plot.series.size() - max_count;
  plot.series.resize(max_count);
}
} // namespace

void keep_series(Drawing& drawing, std::size_t max_count) {
  if (auto* lines = std::get_if<Lines>(&drawing)) keep_in(*lines, max_count);
  if (auto* polar = std::get_if<Polar>(&drawing)) keep_in(*polar, max_count);
}

} // namespace profile

} // namespace texelscope
