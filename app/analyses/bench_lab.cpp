#include "app/analyses/bench_lab.h"

#include <algorithm>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/bench/bench_table.h"
#include "kernels/studies/bench/bench_tools.h"
#include "kernels/studies/bench/plot_svg.h"

namespace texelscope {

using namespace profile;

namespace {
BenchRun::MakeProfiler profiler_of(bool on_device) {
  if (!on_device) return [] { return make_cpu_profiler(); };
  return [ordinal = thread_cuda_device()] { return make_cuda_profiler(ordinal); };
}

std::string machine_text(const Report& report) {
  Machine newest = report.machine;
  if (!report.cells.empty() && !report.cells.back().skipped) newest.condition = report.cells.back().condition;
  std::string out = bench_machine_text(newest);
  out.pop_back(); // the line's end
  return out;
}

// Replaces the result of earlier visits, or appends.
void put(std::vector<Measured>& cells, Measured measured) {
  const auto before = std::ranges::find(cells, measured.cell, &Measured::cell);
  if (before == cells.end())
    cells.push_back(std::move(measured));
  else
    *before = std::move(measured);
}

Drawing drawn(Plot plot, const Report& report, const std::string& pattern) {
  Report some{report.machine, {}, report.run};
  for (const std::size_t row : rows_of(report, pattern, std::nullopt))
    some.cells.push_back(report.cells[row]);
  Drawing drawing = draw(plot, {some});
  keep_series(drawing, max_series);
  return drawing;
}
} // namespace

std::vector<BenchmarkCase> wanted_cells(const ui::BenchChoice& choice) {
  std::vector<BenchmarkCase> cells = with_caches(cells_of(choice.suite), choice.caches);
  if (!choice.pattern.empty())
    std::erase_if(cells, [&](const BenchmarkCase& cell) { return !covers(choice.pattern, cell); });
  return cells;
}

// A suite with other caches no longer is that suite.
Run wanted_run(const ui::BenchChoice& choice) {
  Run run;
  if (choice.caches == Caches::listed) run.suite = identifier(choice.suite);
  run.filter = choice.pattern;
  return run;
}

void BenchLab::update(const ui::BenchChoice& choice, bool open, bool on_device, bool wait) {
  found.can_count = device = on_device;
  take_news();
  if (!open) return;
  count_wanted(choice);
  show(choice);
  compare(wait);
  list_compared(choice.find);
}

void BenchLab::count_wanted(const ui::BenchChoice& choice) {
  const Wanted requested{choice.suite, choice.caches, choice.pattern, device};
  if (wanted == requested) return;
  wanted = requested;
  const std::vector<BenchmarkCase> cells = wanted_cells(choice);
  found.wanted = found.here = cells.size();
  found.example = name(with_caches(cells_of(choice.suite), choice.caches).front());
  if (device) return; // what does not fit its memory is found when it is measured
  const auto cpu = make_cpu_profiler();
  found.here = std::size_t(
      std::ranges::count_if(cells, [&](const BenchmarkCase& cell) { return !cpu->obstacle_here(cell); }));
}

void BenchLab::take_news() {
  if (!run) return;
  BenchRun::News news = run->take();
  found.progress = run->progress();
  if (news.machine) report->machine = *news.machine;
  for (Measured& measured : news.cells)
    put(report->cells, std::move(measured));
  if (news.anchors) report->anchors = std::move(*news.anchors);
  if (news.machine || !news.cells.empty()) ++version;
  if (!news.uncounted.empty()) found.uncounted = say(Text::bench_uncounted, {news.uncounted});
  if (!news.ended) return;
  found.failure = news.failure;
  run.reset();
}

void BenchLab::show(const ui::BenchChoice& choice) {
  const bool there = report && !report->machine.backend.empty();
  found.report = there ? &*report : nullptr;
  found.before = before ? &*before : nullptr;
  const Shown requested{choice.view, choice.find, choice.order, version, language()};
  if (!there || shown == requested) return;
  shown = requested;
  found.machine = machine_text(*report);
  found.columns = choice.view == ui::BenchView::counters ? counted_columns_of(*report) : columns_of(*report);
  found.rows = rows_of(*report, choice.find, choice.order);
  found.longest = 0;
  for (const Measured& m : report->cells)
    found.longest = std::max(found.longest, name(m.cell).size());
  found.plot.reset();
  if (const auto plot = ui::plot_of(choice.view)) found.plot = drawn(*plot, *report, choice.find);
}

// Compares only after measuring, as it would take time from the cells.
void BenchLab::compare(bool wait) {
  comparing.poll(found.comparison, wait);
  if (run || comparing.busy() || !report || !before) return;
  const std::pair requested{version, before_version};
  if (compared == requested) return;
  compared = requested;
  listed.reset();
  found.comparison.found.reset();
  comparing.start(
      [a = *before, b = *report](const std::stop_token& stop) { return profile::compare(a, b, stop); });
  comparing.poll(found.comparison, wait);
}

void BenchLab::list_compared(const std::string& pattern) {
  if (!found.comparison.found || listed == pattern) return;
  listed = pattern;
  found.compared.clear();
  const std::vector<Compared>& cells = found.comparison.found->cells;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (contains_text(name(cells[i].cell), pattern)) found.compared.push_back(i);
}

void BenchLab::start(const ui::BenchChoice& choice) {
  if (run) return;
  std::vector<BenchmarkCase> cells = wanted_cells(choice);
  if (cells.empty()) throw UserError(say(Text::bench_wanted_none, {name(cells_of(choice.suite).front())}));
  report = Report{{}, {}, wanted_run(choice)};
  ++version;
  found.failure.clear();
  found.uncounted.clear();
  found.source.clear();
  found.comparison.found.reset();
  run = std::make_unique<BenchRun>(std::move(cells), profiler_of(device), choice.counters && device);
  found.progress = run->progress();
}

void BenchLab::cancel() {
  if (run) run->cancel();
}

void BenchLab::open(const std::filesystem::path& file) {
  if (run) throw UserError(text(Text::bench_busy));
  report = load_bench_json(file);
  ++version;
  found.source = file.string();
  found.failure.clear();
  found.uncounted.clear();
}

void BenchLab::open_before(const std::filesystem::path& file) {
  before = load_bench_json(file);
  ++before_version;
  found.before_source = file.string();
}

void BenchLab::keep_before() {
  if (!report || report->cells.empty()) throw UserError(text(Text::bench_nothing_to_save));
  before = report;
  ++before_version;
  found.before_source = say(Text::bench_kept, {std::to_string(report->cells.size())});
}

void BenchLab::save(const std::filesystem::path& file, const ui::BenchChoice& choice) const {
  if (!report || report->cells.empty()) throw UserError(text(Text::bench_nothing_to_save));
  const std::string ending = ending_of(file);
  if (ending == ".json") return write_text_file(file, bench_json(*report));
  if (ending == ".csv") return write_text_file(file, bench_csv(*report));
  if (ending != ".svg") throw UserError(say(Text::bench_ending, {file.string()}));
  const auto plot = ui::plot_of(choice.view);
  if (!plot) throw UserError(say(Text::bench_no_plot, {file.string()}));
  const Drawing drawing = drawn(*plot, *report, choice.find);
  if (is_empty(drawing)) throw UserError(text(ui::nothing_to_draw(*plot)));
  write_text_file(file, plot_svg(drawing));
}

} // namespace texelscope
