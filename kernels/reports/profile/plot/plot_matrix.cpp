#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/plot/plot_names.h"
#include "kernels/reports/profile/plot/plots.h"

namespace texelscope::profile {

namespace {
// The largest group of cells that differ only in format and filter.
CaseGroup largest(const NamedCases& gathered) {
  std::vector<Named> cells = gathered.cells();
  std::erase_if(cells, [](const Named& cell) { return cell.measured->cell.path != Path::tex; });
  const std::vector<CaseGroup> groups = group_cases(cells, {part_format, part_filter});
  const auto found =
      std::ranges::max_element(groups, {}, [](const CaseGroup& group) { return group.cells.size(); });
  return found == groups.end() || found->cells.size() < 2 ? CaseGroup{} : *found;
}

void add_new(std::vector<std::string>& all, const std::string& label) {
  if (std::ranges::find(all, label) == all.end()) all.push_back(label);
}

// Texels per clock and multiprocessor, if all cells have this value.
struct Rates {
  bool by_clock = true;
  Unit unit;
  double best = 0;

  explicit Rates(const CaseGroup& group) {
    for (const Named& cell : group.cells)
      if (cell.measured->right()) by_clock &= value_of(*cell.measured, Column::clock).has_value();
    for (const Named& cell : group.cells)
      if (cell.measured->right()) best = std::max(best, raw(*cell.measured));
    unit = by_clock ? Unit{1, text(Text::plot_by_clock)} : unit_for(best, "Texel/s");
  }
  double raw(const Measured& m) const {
    return value_of(m, by_clock ? Column::clock : Column::texels).value();
  }
};

Square square_of(const Measured& m, const Rates& scale) {
  const std::string cell = name(m.cell) + ": ";
  if (m.skipped) return {false, 0, "–", cell + obstacle_text(m.cell, *m.skipped), m.cell};
  if (!m.right()) return {false, 0, "!", cell + text(Text::plot_wrong), m.cell};
  const double value = scale.raw(m) / scale.unit.size;
  const std::string value_label = scale.by_clock ? fmt::format("{:.2f}", value) : rounded(value);
  return {true, scale.raw(m) / scale.best, value_label, cell + value_label + " " + scale.unit.name, m.cell};
}
} // namespace

Matrix draw_matrix(const NamedCases& gathered) {
  const CaseGroup group = largest(gathered);
  Matrix matrix;
  matrix.heading = {label(Plot::matrix), gathered.machine(), shared_text({group.parts})};
  if (group.cells.empty()) return matrix;
  if (!group.parts[part_label].empty()) matrix.heading.machine = group.parts[part_label];
  const Rates scale(group);
  matrix.unit = scale.unit.name;
  for (const EnumEntry& filter : enum_table<Filter>())
    for (const Named& cell : group.cells)
      if (cell.measured->cell.filter == Filter(filter.value))
        add_new(matrix.columns, std::string(filter.identifier));
  for (const Named& cell : group.cells)
    add_new(matrix.rows, cell.parts[part_format]);
  matrix.squares.resize(matrix.rows.size() * matrix.columns.size());
  for (const Named& cell : group.cells) {
    const auto row = std::ranges::find(matrix.rows, cell.parts[part_format]) - matrix.rows.begin();
    const auto column = std::ranges::find(matrix.columns, cell.parts[part_filter]) - matrix.columns.begin();
    matrix.squares[std::size_t(row) * matrix.columns.size() + std::size_t(column)] =
        square_of(*cell.measured, scale);
  }
  return matrix;
}

} // namespace texelscope::profile
