#include "kernels/studies/bench/bench_table.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/report/table.h"
#include "kernels/studies/bench/bench_tools.h"

namespace texelscope {

using namespace profile;

namespace {
std::string rounded(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", *value) : std::string(text(Text::bench_unknown));
}

std::string part(const Measured& m, Column column, int cores) {
  const std::string shown = figure_text(m, column, cores);
  if (column == Column::error && !m.right()) return shown + "!";
  if (column == Column::roof && !shown.empty()) return fmt::format("{:>7} {:<7}", shown, m.limiter);
  return shown;
}

std::array<TextColumn, 4> self_test_columns(int name_width) {
  return {{{-name_width, 0}, {14}, {14}, {8}}};
}

std::string others_text(const std::optional<bool>& work) {
  if (!work) return std::string(text(Text::bench_others_unknown)) + "\n";
  return *work ? std::string(text(Text::bench_others_work)) + "\n" : std::string();
}
} // namespace

std::string bench_machine_text(const Machine& m) {
  if (m.backend == "cpu")
    return say(Text::bench_cpu_text, {m.device, m.simd, std::to_string(m.cores)}) + "\n";
  const Condition& c = m.condition;
  const std::string held = c.throttle.empty() ? text(Text::bench_not_held) : joined(c.throttle);
  return say(Text::bench_gpu_text,
             {m.device, m.compute_capability, std::to_string(m.multiprocessors), m.driver, m.runtime}) +
         "\n" +
         say(Text::bench_condition_text,
             {rounded(c.clock_mhz), rounded(m.top_clock_mhz), rounded(c.memory_clock_mhz),
              rounded(c.temperature_c), rounded(c.power_w), held}) +
         "\n" + others_text(c.others);
}

BenchTable::BenchTable(const std::vector<BenchmarkCase>& cells, const Machine& machine,
                       const Report* compared)
    : cores(std::max(machine.cores, 1)), baseline(compared) {
  const bool of_cpu = machine.backend == "cpu";
  for (const Column column : terminal_columns()) {
    if (of_cpu ? column == Column::clock || column == Column::roof : column == Column::core) continue;
    columns.push_back(column);
    layout.push_back({figures()[std::size_t(column)].shown.width});
  }
  layout.front() = {-name_width(cells), 0};
  if (!baseline) return;
  basis = basis_of(*baseline, {machine, {}});
  basis.after = basis.before; // this run's own drift shows at its end
}

std::string BenchTable::head() const {
  std::vector<std::string> titles;
  for (const Column column : columns)
    titles.emplace_back(column == Column::name ? text(Text::bench_column_cell) : label(column));
  return table_line(layout, titles) +
         (baseline ? std::string("  ") + text(Text::bench_column_baseline) : std::string()) + "\n";
}

std::string BenchTable::line(const Measured& m) const {
  if (m.skipped)
    return table_line(layout, {name(m.cell)}) + "  " + obstacle_text(m.cell, *m.skipped) +
           (m.message.empty() ? "" : " " + m.message) + "\n";
  std::vector<std::string> parts;
  for (const Column column : columns)
    parts.push_back(part(m, column, cores));
  std::string line = table_line(layout, parts);
  if (m.shared > 0) line += std::string("  ") + text(Text::bench_shared_cell);
  if (const auto found = judged(m)) line += "  " + judged_text(*found);
  if (m.counts) line += "\n" + table_line(layout, {""}) + "  " + counts_text(m);
  return line + "\n";
}

std::optional<Judged> BenchTable::judged(const Measured& measured) const {
  if (!baseline) return std::nullopt;
  const auto found = std::ranges::find(baseline->cells, measured.cell, &Measured::cell);
  return found == baseline->cells.end()
             ? std::nullopt
             : judge(*found, measured,
                     measured.clocks_mhz.empty() ? Basis{false, basis.before, basis.after} : basis);
}

std::string BenchTable::total(const Report& report) const {
  std::size_t skipped = 0, wrong = 0, dropped = 0, shared = 0;
  std::array<std::size_t, 4> verdicts = {};
  for (const Measured& m : report.cells) {
    skipped += m.skipped ? 1 : 0;
    wrong += !m.skipped && !m.right() ? 1 : 0;
    dropped += std::size_t(m.dropped);
    shared += m.shared > 0 ? 1 : 0;
    if (const auto found = judged(m)) ++verdicts[std::size_t(found->verdict)];
  }
  std::string out =
      say(Text::bench_total, {counted(report.cells.size() - skipped, Text::one_case, Text::some_cases),
                              std::to_string(skipped), std::to_string(wrong), std::to_string(dropped)}) +
      "\n";
  if (shared > 0)
    out += say(Text::bench_total_shared, {counted(shared, Text::one_case, Text::some_cases)}) + "\n";
  if (baseline)
    out += say(Text::bench_total_baseline, {std::to_string(verdicts[0]), std::to_string(verdicts[1]),
                                            std::to_string(verdicts[2]), std::to_string(verdicts[3])}) +
           "\n";
  return out;
}

std::string judged_text(const Judged& j) {
  return say(Text::bench_judged, {label(j.verdict), fmt::format("{:+.1f}", 100 * j.change),
                                  fmt::format("{:.1f}", 100 * j.noise())});
}

int name_width(const std::vector<BenchmarkCase>& cells) {
  std::size_t width = 0;
  for (const BenchmarkCase& cell : cells)
    width = std::max(width, name(cell).size());
  return int(width);
}

std::string self_test_head(int width) {
  return table_line(self_test_columns(width),
                    {text(Text::bench_column_cell), text(Text::bench_column_asked),
                     text(Text::bench_column_counted), text(Text::bench_column_doubled)}) +
         "\n";
}

std::string self_test_line(const BenchmarkCase& cell, const SelfTest& test, int width) {
  return table_line(self_test_columns(width),
                    {name(cell), std::to_string(test.texels.requested), std::to_string(test.texels.counted),
                     fmt::format("{:.3f}", test.doubled_ms / test.ms)}) +
         (test.texels.requested == test.texels.counted ? "" : " !") + "\n";
}

} // namespace texelscope
