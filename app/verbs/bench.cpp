// texelscope bench: measures how fast texels are fetched.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/cli/verbs.h"
#include "app/verbs/bench_devices.h"
#include "app/verbs/bench_options.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/text_columns.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/measure/measurement_run.h"
#include "kernels/reports/profile/report/verdict.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/bench/bench_table.h"
#include "kernels/studies/bench/bench_tools.h"
#include "kernels/studies/bench/roof_file.h"

namespace texelscope {

using namespace profile;

namespace {
constexpr int wrong_code = 1;

void print(const std::string& message) {
  print_text(message);
  std::fflush(stdout);
}

Report measure_all(Profiler& profiler, const BenchOptions& options, const BenchTable& table,
                   const Machine& machine) {
  ProgressLine progress;
  std::size_t printed = 0;
  return measure_cells(
      profiler, machine, options.cells, options.run, options.steps == 0, [&](const MeasurementRun& run) {
        progress.erase();
        const bool ends = run.has_ended() || Interrupt::requested(); // with the visits so far
        while (printed < run.measured().size() && (ends || run.is_final(printed)))
          print(table.line(run.measured()[printed++]));
        if (!ends) progress.show(run.step() + 1, run.step_count(), name(run.next_cell()));
        return !ends;
      });
}

Report measure_two(Profiler& profiler, const std::pair<BenchmarkCase, BenchmarkCase>& cells,
                   const BenchTable& table, const Machine& machine) {
  const auto [a, b] = profiler.measure_interleaved(cells.first, cells.second);
  print(table.line(a) + table.line(b));
  if (const auto found = judge(a, b, interleaved()))
    print(say(Text::bench_ab_verdict, {name(b.cell), judged_text(*found)}) + "\n");
  return {machine, {a, b}};
}

int test_itself(Profiler& profiler, const BenchOptions& options) {
  const int width = name_width(options.cells);
  print(self_test_head(width));
  bool right = true;
  ProgressLine progress;
  for (std::size_t i = 0; i < options.cells.size(); ++i) {
    const BenchmarkCase& cell = options.cells[i];
    if (Interrupt::requested()) return interrupted_code;
    progress.show(i + 1, options.cells.size(), name(cell));
    if (const auto found = profiler.obstacle_here(cell)) {
      progress.erase();
      print(fmt::format("{:<{}}  {}\n", name(cell), width, obstacle_text(cell, *found)));
      continue;
    }
    const SelfTest test = profiler.test(cell);
    right &= test.texels.requested == test.texels.counted;
    progress.erase();
    print(self_test_line(cell, test, width));
  }
  return right ? 0 : wrong_code;
}

std::vector<BenchmarkCase> measured_cells(const BenchOptions& options) {
  if (options.interleaved) return {options.interleaved->first, options.interleaved->second};
  return options.cells;
}

std::vector<std::string> names_of(const std::vector<BenchmarkCase>& cells) {
  std::vector<std::string> names;
  for (const BenchmarkCase& cell : cells)
    names.push_back(name(cell));
  return names;
}

int measure(const BenchOptions& options) {
  const std::unique_ptr<Profiler> profiler = options.profiler(options.devices.front());
  profiler->fix_steps(options.steps);
  if (options.counters) profiler->use_counters();
  const Machine machine = machine_of(*profiler);
  print(bench_machine_text(machine));
  if (options.self_test) return test_itself(*profiler, options);

  const std::vector<BenchmarkCase> cells = measured_cells(options);
  std::optional<KeptRoofSamples> roof_samples; // another profiler need not see their launches
  if (options.steps == 0) roof_samples.emplace(*profiler, machine);
  const BenchTable table(cells, machine, options.baseline ? &*options.baseline : nullptr);
  print(table.head());
  const Report report = options.interleaved ? measure_two(*profiler, *options.interleaved, table, machine)
                                            : measure_all(*profiler, options, table, machine);
  print(table.total(report));
  if (!profiler->uncounted().empty()) print(say(Text::bench_uncounted, {profiler->uncounted()}) + "\n");
  if (options.json) write_text_file(*options.json, bench_json(report));
  if (options.csv) write_text_file(*options.csv, bench_csv(report));
  if (Interrupt::requested()) return interrupted_code;
  const auto is_wrong = [](const Measured& m) { return !m.skipped && !m.right(); };
  return std::ranges::any_of(report.cells, is_wrong) ? wrong_code : 0;
}
} // namespace

int run_bench(const std::vector<std::string>& args) {
  Arguments arguments("texelscope bench", Text::bench_about,
                      two_columns("", text(Text::bench_legend), 0, 100));
  BenchOptions options;
  declare_bench_options(arguments, options);
  if (!arguments.parse(args)) return 0;
  finish_bench_options(options, arguments);
  if (options.list) {
    for (const BenchmarkCase& cell : options.cells)
      print(name(cell) + "\n");
    return 0;
  }
  if (options.devices.size() > 1)
    return run_side_by_side(device_processes(args, options), names_of(measured_cells(options)));
  if (!options.note.empty()) print(options.note + "\n");
  const Interrupt interrupt; // the current cell is still finished
  return measure(options);
}

} // namespace texelscope
