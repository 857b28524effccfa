#include "kernels/studies/labs/write_lab_report.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/format_name.h"

namespace texelscope {

using namespace write_lab;
using staleness::Combination;
using staleness::ReadPath;
using staleness::WritePath;

namespace {
constexpr std::size_t line_width = 110;

// The columns: cold and warm, each without and with a fence, then the next launch after any of them.
constexpr std::size_t next_launch = 4;
std::size_t column_of(const Combination& c) {
  return c.relaunched ? next_launch : std::size_t(c.warmed) * 2 + std::size_t(c.fenced);
}

struct StalenessRow {
  Combination first;
  std::array<int, 5> stale = {-1, -1, -1, -1, -1}; // the largest count of each column; -1: not requested
  int other = 0;

  bool holds(const Combination& c) const {
    return c.write == first.write && c.read == first.read && c.reader == first.reader;
  }
  void add(const Combination& c, const staleness::Result& result) {
    int& max_stale = stale[column_of(c)];
    max_stale = std::max(max_stale, result.stale);
    other += result.other;
  }
};

std::vector<StalenessRow> staleness_rows(const WriteLabReport& report) {
  std::vector<StalenessRow> rows;
  for (const auto& [combination, result] : report.staleness) {
    if (rows.empty() || !rows.back().holds(combination)) rows.push_back({combination});
    rows.back().add(combination, result);
  }
  return rows;
}

std::string guaranteed(const StalenessRow& row) {
  Combination c = row.first;
  c.relaunched = c.fenced = false;
  const staleness::Guarantee bare = guarantee(c);
  c.fenced = true;
  if (guarantee(c) == staleness::Guarantee::undefined) return text(Text::lab_promise_undefined);
  return text(bare == staleness::Guarantee::fresh ? Text::lab_promise_fresh : Text::lab_promise_fenced);
}

std::string staleness_line(const StalenessRow& row) {
  std::string line = fmt::format("{:<22}{:<15}{:<13}{:<16}", label(row.first.write), label(row.first.read),
                                 label(row.first.reader), guaranteed(row));
  constexpr int widths[] = {8, 13, 8, 13, 13};
  for (std::size_t i = 0; i < row.stale.size(); ++i)
    line += fmt::format("{:>{}}", row.stale[i] < 0 ? "-" : std::to_string(row.stale[i]), widths[i]);
  return line + (row.other > 0 ? "  " + say(Text::lab_other, {std::to_string(row.other)}) : "") + "\n";
}

std::string rule_of(const Combination& c) {
  std::string of = c.relaunched ? text(Text::lab_next_launch) : label(c.read);
  if (!c.relaunched && c.read == ReadPath::load) of += fmt::format(", {}", label(c.reader));
  if (rule(c) == Text::stale_rule_load_fenced) of += fmt::format(", {}", text(Text::lab_fence));
  return two_columns(of, text(rule(c)), 27, line_width);
}

std::string rules(const WriteLabReport& report) {
  std::string out;
  std::set<Text> said;
  for (const bool relaunched : {false, true})
    for (const auto& [combination, result] : report.staleness)
      if (combination.relaunched == relaunched && said.insert(rule(combination)).second)
        out += rule_of(combination);
  return out;
}

std::string obstacles() {
  std::string out;
  for (const EnumEntry& write : enum_table<WritePath>())
    for (const EnumEntry& read : enum_table<ReadPath>())
      if (const auto reason = staleness::obstacle(WritePath(write.value), ReadPath(read.value)))
        out += two_columns(fmt::format("{} / {}", text(write.label), text(read.label)), text(*reason), 40,
                           line_width);
  return out;
}

std::string microseconds(double seconds) {
  return fmt::format("{:.1f}", seconds * 1e6);
}
} // namespace

std::string paragraph(const std::string& content) {
  const std::string wrapped = two_columns("", content, 0, line_width);
  return wrapped.substr(wrapped.find_first_not_of('\n'));
}

std::string row_name(const Combination& combination) {
  return "staleness/" + staleness::identifier(combination);
}
std::string paths_row_name(const ElementFormat& format) {
  return "paths/" + format_name(format);
}

std::string staleness_table(const WriteLabReport& report) {
  if (report.staleness.empty()) return {};
  const staleness::Result& one = report.staleness.front().second;
  std::string table = paragraph(say(Text::lab_staleness, {std::to_string(one.texels)}));
  if (report.device.empty()) table += paragraph(text(Text::stale_simulated));
  table += fmt::format("{:<22}{:<15}{:<13}{:<16}{:>8}{:>13}{:>8}{:>13}{:>13}\n", text(Text::lab_written_by),
                       text(Text::lab_fetched_by), text(Text::lab_reader), text(Text::lab_promised),
                       text(Text::lab_cold), text(Text::lab_cold_fence), text(Text::lab_warm),
                       text(Text::lab_warm_fence), text(Text::lab_next_launch));
  for (const StalenessRow& row : staleness_rows(report))
    table += staleness_line(row);
  return table + "\n" + rules(report) + obstacles();
}

std::string comparisons_table(const WriteLabReport& report) {
  if (!report.comparisons_wanted) return {};
  if (report.comparisons.empty()) return text(Text::lab_paths_skipped) + std::string("\n");
  const Comparison& one = report.comparisons.front();
  std::string table = paragraph(say(
      Text::lab_paths, {std::to_string(one.width), std::to_string(one.height), std::to_string(one.runs)}));
  table += fmt::format("{:<8}{:<22}{:>14}{:>14}{:>14}\n", text(Text::lab_format), text(Text::lab_written_by),
                       text(Text::lab_time), text(Text::lab_copy_time), text(Text::lab_wrong));
  for (const Comparison& comparison : report.comparisons)
    for (const RouteTime& route : comparison.routes)
      table += fmt::format("{:<8}{:<22}{:>14}{:>14}{:>14}\n", format_name(comparison.format),
                           label(route.route), microseconds(route.seconds),
                           route.copy_seconds > 0 ? microseconds(route.copy_seconds) : "-", route.wrong);
  return table;
}

} // namespace texelscope
