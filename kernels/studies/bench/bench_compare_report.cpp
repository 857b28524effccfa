#include "kernels/studies/bench/bench_compare_report.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/bench/bench_tools.h"

namespace texelscope {

using namespace profile;

namespace {
double giga_texels(const Distribution& times) {
  return 1e3 / times.median;
}

std::string digits(double value) {
  return fmt::format("{:.4g}", value);
}

std::string machine_line(const Machine& m) {
  if (m.backend == "cpu") return say(Text::plot_cpu, {m.device, m.simd, std::to_string(m.cores), m.program});
  return say(Text::plot_gpu, {m.device, m.driver, m.runtime, m.program});
}

std::string or_nothing(const std::string& list) {
  return list.empty() ? text(Text::compare_bench_nothing) : list;
}

std::string machine_lines(const Comparison& c) {
  std::string out = say(Text::compare_bench_before, {machine_line(c.before)}) + "\n" +
                    say(Text::compare_bench_after, {machine_line(c.after)}) + "\n";
  for (const Differing& d : c.machines)
    out +=
        "  " + say(Text::compare_bench_differs, {d.what, or_nothing(d.before), or_nothing(d.after)}) + "\n";
  if (c.machines.empty()) out += std::string("  ") + text(Text::compare_bench_alike) + "\n";
  if (c.by_clock) out += std::string("  ") + text(Text::compare_bench_by_clock) + "\n";
  return out;
}

std::string times_line(Text side, const Distribution& d, const std::optional<double>& clock, bool of_cpu) {
  const std::string mhz = clock ? say(of_cpu ? Text::compare_bench_steps : Text::compare_bench_mhz,
                                      {fmt::format("{:.0f}", *clock)})
                                : text(Text::compare_bench_unknown);
  return "    " +
         say(Text::compare_bench_times,
             {text(side), digits(d.min), digits(d.lower_quartile), digits(d.median), digits(d.upper_quartile),
              digits(d.max), std::to_string(d.samples), mhz}) +
         "\n";
}

std::string interval_text(const Judged& j) {
  return j.interval ? fmt::format("{:.3f} - {:.3f}", 1 + j.interval->low, 1 + j.interval->high)
                    : text(Text::compare_bench_no_interval);
}

using Columns = std::array<TextColumn, 6>;

std::string cell_lines(const Comparison& comparison, const Compared& c, const Columns& columns) {
  const Judged& j = c.judged;
  const std::string out = table_line(columns, {name(c.cell), label(j.verdict), digits(giga_texels(c.before)),
                                               digits(giga_texels(c.after)),
                                               fmt::format("{:.3f}", 1 + j.change), interval_text(j)}) +
                          "\n";
  if (j.verdict == Verdict::same) return out;
  return out +
         times_line(Text::compare_bench_times_before, c.before, c.clock_before,
                    comparison.before.backend == "cpu") +
         times_line(Text::compare_bench_times_after, c.after, c.clock_after,
                    comparison.after.backend == "cpu");
}

std::string table(const Comparison& comparison) {
  std::size_t width = 0;
  for (const Compared& c : comparison.cells)
    width = std::max(width, name(c.cell).size());
  const Columns columns = {{{-int(width), 0}, {-8}, {10, 1}, {10, 1}, {8, 1}, {0, 3}}};
  std::string out =
      "\n" +
      table_line(columns, {text(Text::compare_bench_cell), text(Text::compare_bench_verdict),
                           text(Text::compare_bench_rate_before), text(Text::compare_bench_rate_after),
                           text(Text::compare_bench_time), text(Text::compare_bench_interval)}) +
      "\n";
  for (const Verdict verdict : {Verdict::slower, Verdict::unclear, Verdict::faster, Verdict::same})
    for (const Compared& c : comparison.cells)
      if (c.judged.verdict == verdict) out += cell_lines(comparison, c, columns);
  return out + "\n";
}

std::string left_lines(const ComparedFiles& files, const Comparison& comparison) {
  std::string out;
  for (const Left& left : comparison.left)
    for (const bool after : {false, true}) {
      const std::string& file = after ? files.after : files.before;
      if (const auto& skipped = after ? left.skipped_after : left.skipped_before)
        out += say(Text::compare_bench_skipped, {file, name(left.cell), obstacle_text(left.cell, *skipped)}) +
               "\n";
      if (after ? left.wrong_after : left.wrong_before)
        out += say(Text::compare_bench_wrong, {file, name(left.cell)}) + "\n";
      if (after ? left.shared_after : left.shared_before)
        out += say(Text::compare_bench_shared, {file, name(left.cell)}) + "\n";
    }
  for (const BenchmarkCase& cell : comparison.only_before)
    out += say(Text::compare_bench_only_before, {files.before, name(cell)}) + "\n";
  for (const BenchmarkCase& cell : comparison.only_after)
    out += say(Text::compare_bench_only_before, {files.after, name(cell)}) + "\n";
  return out;
}

std::string total_line(const Comparison& comparison) {
  const auto count = [&](Verdict verdict) {
    return std::to_string(
        std::ranges::count(comparison.cells, verdict, [](const Compared& c) { return c.judged.verdict; }));
  };
  return say(Text::compare_bench_total,
             {counted(comparison.cells.size(), Text::one_case, Text::some_cases), count(Verdict::slower),
              count(Verdict::faster), count(Verdict::same), count(Verdict::unclear)}) +
         "\n";
}

using Json = nlohmann::ordered_json;

Json compared_machine_json(const Machine& m) {
  return {{"host", m.host},
          {"backend", m.backend},
          {"device", m.device},
          {"driver", m.driver},
          {"program", m.program}};
}

Json side_json(const Distribution& d, const std::optional<double>& clock) {
  Json json = {{"samples", d.samples},
               {"texels_per_second", 1e12 / d.median},
               {"picoseconds_per_texel", {d.min, d.lower_quartile, d.median, d.upper_quartile, d.max}}};
  if (clock) json["clock_mhz"] = *clock;
  return json;
}

Json cell_json(const Compared& c, double threshold) {
  return {{"cell", name(c.cell)},
          {"verdict", identifier(c.judged.verdict)},
          {"time_ratio", 1 + c.judged.change},
          {"interval",
           c.judged.interval ? Json{1 + c.judged.interval->low, 1 + c.judged.interval->high} : Json()},
          {"beyond_threshold", is_beyond(c.judged, threshold)},
          {"before", side_json(c.before, c.clock_before)},
          {"after", side_json(c.after, c.clock_after)}};
}

Json left_json(const Left& left) {
  Json json = {{"cell", name(left.cell)}};
  if (left.skipped_before) json["skipped_before"] = identifier(*left.skipped_before);
  if (left.skipped_after) json["skipped_after"] = identifier(*left.skipped_after);
  if (left.wrong_before) json["wrong_before"] = true;
  if (left.wrong_after) json["wrong_after"] = true;
  if (left.shared_before) json["shared_before"] = true;
  if (left.shared_after) json["shared_after"] = true;
  return json;
}

Json names(const std::vector<BenchmarkCase>& cells) {
  Json list = Json::array();
  for (const BenchmarkCase& cell : cells)
    list.push_back(name(cell));
  return list;
}

Json comparison_json(const Comparison& c, double threshold) {
  Json json = {{"before", compared_machine_json(c.before)}, {"after", compared_machine_json(c.after)}};
  json["differs"] = Json::array();
  for (const Differing& d : c.machines)
    json["differs"].push_back({{"what", d.what}, {"before", d.before}, {"after", d.after}});
  json["by_clock"] = c.by_clock;
  json["cells"] = Json::array();
  for (const Compared& cell : c.cells)
    json["cells"].push_back(cell_json(cell, threshold));
  json["left"] = Json::array();
  for (const Left& left : c.left)
    json["left"].push_back(left_json(left));
  json["only_before"] = names(c.only_before);
  json["only_after"] = names(c.only_after);
  return json;
}
} // namespace

std::vector<BenchmarkCase> ComparedFiles::beyond() const {
  std::vector<BenchmarkCase> found;
  for (const Comparison& comparison : comparisons)
    for (const Compared& compared : comparison.cells)
      if (is_beyond(compared.judged, threshold)) found.push_back(compared.cell);
  return found;
}

std::string compared_text(const ComparedFiles& files) {
  std::string out;
  for (const Comparison& comparison : files.comparisons) {
    out += machine_lines(comparison);
    if (!comparison.cells.empty()) out += table(comparison);
    out += left_lines(files, comparison) + total_line(comparison);
  }
  if (!files.alone.empty()) out += say(Text::compare_bench_alone, {joined(files.alone)}) + "\n";
  std::vector<std::string> slower;
  for (const BenchmarkCase& cell : files.beyond())
    slower.push_back(name(cell));
  if (slower.empty()) slower.push_back(text(Text::compare_bench_nothing));
  return out + say(Text::compare_bench_beyond, {digits(100 * files.threshold), joined(slower)}) + "\n";
}

std::string compared_json(const ComparedFiles& files) {
  Json json = {{"format", "texelscope-bench-compare"},
               {"version", 1},
               {"before", files.before},
               {"after", files.after},
               {"threshold", files.threshold},
               {"alone", files.alone}};
  json["comparisons"] = Json::array();
  for (const Comparison& comparison : files.comparisons)
    json["comparisons"].push_back(comparison_json(comparison, files.threshold));
  return json.dump(1) + "\n";
}

} // namespace texelscope
