#include "app/profile/bench_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/profile/bench_tools.h"
#include "kernels/base/strings.h"
#include "kernels/profile/report/table.h"
#include "kernels/text/texts.h"

namespace texelscope {

using namespace profile;

namespace {
std::string rounded(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", *value) : std::string(text(Text::bench_unknown));
}

// "99.8 % filter"
std::string roof_text(const Measured& m) {
  return m.roof_share ? fmt::format("{:>5.1f} % {:<7}", 100 * *m.roof_share, m.limiter) : std::string();
}

std::string error_text(const Measured& m) {
  if (m.largest_error == 0) return "0";
  return fmt::format("{:.1e}{}", m.largest_error, m.right() ? "" : "!");
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
    : of_cpu(machine.backend == "cpu"), cores(std::max(machine.cores, 1)), baseline(compared) {
  for (const BenchmarkCase& cell : cells)
    name_width = std::max(name_width, name(cell).size());
  if (!baseline) return;
  basis = basis_of(*baseline, {machine, {}});
  basis.after = basis.before; // this run's own drift shows at its end
}

std::string BenchTable::head() const {
  const std::string roof = of_cpu ? "" : fmt::format("  {:<15}", text(Text::bench_column_roof));
  return fmt::format("{:<{}}  {:>9}  {:>7}  {:>10}  {:>12}  {:>8}  {:>8}{}{}\n",
                     text(Text::bench_column_cell), name_width, text(Text::bench_column_ms),
                     text(Text::bench_column_spread), text(Text::bench_column_texels),
                     text(of_cpu ? Text::bench_column_core : Text::bench_column_clock),
                     text(Text::bench_column_bytes), text(Text::bench_column_error), roof,
                     baseline ? std::string("  ") + text(Text::bench_column_baseline) : std::string());
}

std::string BenchTable::line(const Measured& m) const {
  if (m.skipped)
    return fmt::format("{:<{}}  {}{}\n", name(m.cell), name_width, obstacle_text(m.cell, *m.skipped),
                       m.message.empty() ? "" : " " + m.message);
  std::string rate;
  if (of_cpu)
    rate = fmt::format("{:.2f}", m.texels_per_second * 1e-6 / cores);
  else if (m.texels_per_clock_sm)
    rate = fmt::format("{:.3f}", *m.texels_per_clock_sm);
  std::string line = fmt::format("{:<{}}  {:>9.3f}  {:>5.2f} %  {:>10.3f}  {:>12}  {:>8.1f}  {:>8}",
                                 name(m.cell), name_width, m.median_ms, 100 * m.spread,
                                 m.texels_per_second * 1e-9, rate, m.bytes_per_second * 1e-9, error_text(m));
  if (!of_cpu) line += fmt::format("  {:<15}", roof_text(m));
  if (m.shared > 0) line += std::string("  ") + text(Text::bench_shared_cell);
  if (const auto found = judged(m)) line += "  " + judged_text(*found);
  if (m.counts) line += fmt::format("\n{:<{}}  {}", "", name_width, counts_text(m));
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

std::string self_test_head(std::size_t name_width) {
  return fmt::format("{:<{}}  {:>14}  {:>14}  {:>8}\n", text(Text::bench_column_cell), name_width,
                     text(Text::bench_column_asked), text(Text::bench_column_counted),
                     text(Text::bench_column_doubled));
}

std::string self_test_line(const BenchmarkCase& cell, const SelfTest& test, std::size_t name_width) {
  return fmt::format("{:<{}}  {:>14}  {:>14}  {:>8.3f}{}\n", name(cell), name_width, test.texels.requested,
                     test.texels.counted, test.doubled_ms / test.ms,
                     test.texels.requested == test.texels.counted ? "" : " !");
}

} // namespace texelscope
