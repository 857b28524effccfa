#include "kernels/reports/profile/plot/plot_names.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/reports.h"

namespace texelscope::profile {

namespace {
bool has_cell_of(const Report& a, const Report& b) {
  return std::ranges::any_of(b.cells, [&](const Measured& measured) {
    return std::ranges::find(a.cells, measured.cell, &Measured::cell) != a.cells.end();
  });
}

std::vector<Report> join(const std::vector<Report>& reports) {
  std::vector<Report> all;
  for (const Report& report : reports) {
    const auto found = std::ranges::find_if(all, [&](const Report& other) {
      return same_kind(other.machine, report.machine) && !has_cell_of(other, report);
    });
    if (found == all.end())
      all.push_back(report);
    else
      found->cells.insert(found->cells.end(), report.cells.begin(), report.cells.end());
  }
  for (Report& report : all)
    std::ranges::stable_sort(report.cells, precedes, &Measured::cell);
  return all;
}

Parts parts_of(const BenchmarkCase& cell, const std::string& label) {
  Parts parts;
  parts[part_label] = label;
  std::size_t at = part_format, from = 0;
  for (const std::string cell_name = name(cell); at < part_count && from <= cell_name.size(); ++at) {
    const std::size_t dot = std::min(cell_name.find('.', from), cell_name.size());
    parts[at] = cell_name.substr(from, dot - from);
    from = dot + 1;
  }
  return parts;
}

bool all_share(const std::vector<Parts>& all, std::size_t part) {
  return std::ranges::all_of(all, [&](const Parts& parts) { return parts[part] == all.front()[part]; });
}

void add(std::string& out, const std::string& more, const char* between) {
  if (!more.empty()) out += (out.empty() ? "" : between) + more;
}
} // namespace

NamedCases::NamedCases(const std::vector<Report>& reports) : joined(join(reports)), names(labels(joined)) {
  for (std::size_t i = 0; i < joined.size(); ++i)
    for (const Measured& measured : joined[i].cells)
      named.push_back(
          {&joined[i], &measured, parts_of(measured.cell, joined.size() > 1 ? names[i] : std::string())});
}

std::string NamedCases::machine() const {
  std::string out;
  if (joined.size() > 1) {
    for (const std::string& label : names)
      add(out, label, "; ");
    return out;
  }
  const Machine& m = joined.front().machine;
  if (m.backend == "cpu") return say(Text::plot_cpu, {m.device, m.simd, std::to_string(m.cores), m.program});
  return say(Text::plot_gpu, {m.device, m.driver, m.runtime, m.program});
}

std::vector<CaseGroup> group_cases(const std::vector<Named>& cells, const std::vector<Part>& excluding) {
  std::vector<CaseGroup> all;
  for (const Named& cell : cells) {
    Parts parts = cell.parts;
    for (const Part part : excluding)
      parts[part].clear();
    auto found = std::ranges::find(all, parts, &CaseGroup::parts);
    if (found == all.end()) found = all.insert(all.end(), {parts, {}});
    found->cells.push_back(cell);
  }
  return all;
}

std::string shared_text(const std::vector<Parts>& all) {
  std::string out;
  for (std::size_t part = part_format; part < part_count && !all.empty(); ++part)
    if (all_share(all, part)) add(out, all.front()[part], " ");
  return out;
}

std::string own_text(const Parts& parts, const std::vector<Parts>& all) {
  std::string out;
  for (std::size_t part = part_format; part < part_count; ++part)
    if (!all_share(all, part)) add(out, parts[part], " ");
  if (out.empty() && parts[part_label].empty()) out = shared_text(all);
  if (!parts[part_label].empty()) add(out, parts[part_label], ", ");
  return out;
}

Unit unit_for(double max_value, const std::string& of) {
  constexpr std::pair<double, const char*> sizes[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}};
  for (const auto& [size, sign] : sizes)
    if (max_value >= 2 * size) return {size, sign + of};
  return {1e6, "M" + of};
}

std::string rounded(double value) {
  if (value <= 0) return "0";
  const int digits = std::clamp(2 - int(std::floor(std::log10(value))), 0, 9);
  return fmt::format("{:.{}f}", value, digits);
}

std::string size_text(double bytes) {
  constexpr const char* units[] = {"B", "KB", "MB", "GB"};
  std::size_t unit = 0;
  for (; unit + 1 < std::size(units) && bytes >= 1024; ++unit)
    bytes /= 1024;
  return fmt::format("{:.4g} {}", bytes, units[unit]);
}

} // namespace texelscope::profile
