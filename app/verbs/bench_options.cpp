#include "app/verbs/bench_options.h"

#include <charconv>
#include <filesystem>
#include <numeric>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/reports/profile/cell/suites.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/bench/bench_tools.h"

namespace texelscope {

using namespace profile;

namespace {
BenchmarkCase cell_named(const std::string& flag, const std::string& cell_name) {
  const auto cell = parse_cell(cell_name);
  if (!cell) throw UserError(say(Text::flag_bad, {flag, say(Text::bench_flag_no_cell, {cell_name})}));
  if (const auto found = obstacle(*cell))
    throw UserError(say(Text::bench_flag_obstacle, {flag, cell_name, obstacle_text(*cell, *found)}));
  return *cell;
}

// For "2/5", keeps every fifth cell, starting with the second.
void keep_shard(const std::string& shard_text, std::vector<BenchmarkCase>& cells, Run& run) {
  int shard = 0, of = 0;
  const char* const end = shard_text.data() + shard_text.size();
  const auto first = std::from_chars(shard_text.data(), end, shard);
  const bool divided = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = std::from_chars(divided ? first.ptr + 1 : end, end, of);
  if (!divided || second.ec != std::errc() || second.ptr != end || shard < 1 || shard > of ||
      of > Run::max_shards)
    throw UserError(say(Text::flag_bad, {"--shard", say(Text::bench_bad_shard, {shard_text})}));
  std::vector<BenchmarkCase> kept;
  for (std::size_t i = std::size_t(shard - 1); i < cells.size(); i += std::size_t(of))
    kept.push_back(cells[i]);
  cells = kept;
  run.shards = {shard};
  run.of = of;
}

std::vector<BenchmarkCase> wanted_cells(const Arguments& arguments, Run& run) {
  std::vector<BenchmarkCase> cells;
  for (const std::string& cell_name : arguments.all_text("--cell"))
    cells.push_back(cell_named("--cell", cell_name));
  const auto suite = arguments.choice<Suite>("--suite");
  if (cells.empty() || suite) {
    run.suite = identifier(suite.value_or(Suite::quick));
    for (const BenchmarkCase& cell : cells_of(suite.value_or(Suite::quick)))
      if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  }
  if (const auto pattern = arguments.value("--filter")) {
    run.filter = *pattern;
    std::erase_if(cells, [&](const BenchmarkCase& cell) { return !covers(*pattern, cell); });
  }
  if (const auto shard = arguments.value("--shard")) keep_shard(*shard, cells, run);
  if (cells.empty()) throw UserError(text(Text::bench_nothing));
  return cells;
}

std::optional<std::pair<BenchmarkCase, BenchmarkCase>> requested_pair(const Arguments& arguments) {
  const auto names = arguments.value("--ab");
  if (!names) return std::nullopt;
  const std::size_t comma = names->find(',');
  if (comma == names->npos) throw UserError(say(Text::flag_bad, {"--ab", say(Text::bench_bad_ab, {*names})}));
  return std::pair(cell_named("--ab", names->substr(0, comma)), cell_named("--ab", names->substr(comma + 1)));
}

void choose_devices(const Arguments& arguments, BenchOptions& options) {
  const CudaReport cuda = cuda_report();
  const int count = int(cuda.devices.size());
  const auto requested = arguments.backend("--backend");
  const auto device = arguments.value("--device");
  const bool wants_cuda = requested == BackendKind::cuda || (device && requested != BackendKind::cpu);
  if (wants_cuda && count == 0) throw MachineError(cuda.problem + (cuda.cure.empty() ? "" : " " + cuda.cure));
  options.backend = wants_cuda || (!requested && count > 0) ? BackendKind::cuda : BackendKind::cpu;
  if (options.backend == BackendKind::cpu && !requested) options.note = text(Text::profile_cpu_alone);
  options.devices = {0};
  if (!device) return;
  if (options.backend == BackendKind::cpu)
    throw UserError(say(Text::flag_bad, {"--device", text(Text::bench_cpu_device)}));
  if (*device == "all") {
    options.devices.resize(std::size_t(count));
    std::iota(options.devices.begin(), options.devices.end(), 0);
  } else
    options.devices = {int(*arguments.integer("--device", 0, count - 1))};
}
} // namespace

std::unique_ptr<Profiler> BenchOptions::profiler(int device) const {
  return backend == BackendKind::cuda ? make_cuda_profiler(device) : make_cpu_profiler(threads);
}

std::string BenchOptions::file_of(const std::string& path, std::size_t device) const {
  if (devices.size() == 1) return path;
  std::filesystem::path numbered = path;
  const std::string extension = numbered.extension().string();
  return numbered.replace_extension("." + std::to_string(devices[device]) + extension).string();
}

void declare_bench_options(Arguments& arguments, BenchOptions& options) {
  arguments.section(Text::help_measured);
  arguments.option("--suite", "NAME", Text::bench_suite_help);
  arguments.repeated("--cell", "NAME", Text::bench_cell_help);
  arguments.option("--filter", "PATTERN", Text::bench_filter_help);
  arguments.option("--shard", "I/N", Text::bench_shard_help);
  arguments.toggle("--list", Text::bench_list_help, options.list);
  arguments.option("--ab", "NAME,NAME", Text::bench_ab_help);
  arguments.toggle("--self-test", Text::bench_self_test_help, options.self_test);
  arguments.option("--backend", "NAME", Text::app_backend_help);
  arguments.option("--device", "NUMBER|all", Text::bench_device_help);
  arguments.option("--threads", "NUMBER", Text::bench_threads_help);
  arguments.option("--steps", "NUMBER", Text::bench_steps_help);
  arguments.toggle("--counters", Text::bench_counters_help, options.counters);
  arguments.section(Text::help_written);
  arguments.option("--json", "FILE", Text::bench_json_help, options.json, Stream::output);
  arguments.option("--csv", "FILE", Text::bench_csv_help, options.csv, Stream::output);
  arguments.option("--baseline", "FILE", Text::bench_baseline_help, options.baseline_file, Stream::input);
}

void finish_bench_options(BenchOptions& options, const Arguments& arguments) {
  options.interleaved = requested_pair(arguments);
  options.cells = wanted_cells(arguments, options.run);
  options.threads = int(arguments.integer("--threads", 0, 1024).value_or(1));
  options.steps = int(arguments.integer("--steps", 1, 1 << 24).value_or(0));
  if (options.baseline_file) options.baseline = load_bench_json(*options.baseline_file);
  if (!options.list) choose_devices(arguments, options);
  for (const char* flag : {"--json", "--csv"})
    if (options.devices.size() > 1 && arguments.value(flag) == "-")
      throw UserError(say(Text::dash_each_device, {flag}));
}

std::string needed_text(const Arguments& arguments, const std::string& name, const std::string& verb) {
  const auto value = arguments.value(name);
  if (!value || value->empty()) throw UserError(say(Text::tools_missing, {name, verb}));
  return *value;
}

} // namespace texelscope
