// Reads the files that bench_file.cpp writes.
#include "app/profile/bench_file.h"

#include <cmath>
#include <limits>
#include <set>

#include "app/base/errors.h"
#include "app/base/files.h"
#include "app/base/json_node.h"
#include "app/base/suggest.h"
#include "app/conformance/report_file.h"
#include "kernels/base/standard_streams.h"
#include "kernels/text/texts.h"

namespace texelscope {

using namespace profile;

namespace {
constexpr std::size_t max_bytes = std::size_t(256) << 20;
constexpr int max_levels = max_report_levels;
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

double positive(const JsonNode& node) {
  const double value = node.number();
  if (!(value >= 0) || !std::isfinite(value)) node.refuse(text(Text::bench_negative));
  return value;
}

std::optional<double> known(const JsonNode& parent, std::string_view name) {
  const auto node = parent.find(name);
  return node ? std::optional(positive(*node)) : std::nullopt;
}

std::string text_if(const JsonNode& parent, std::string_view name) {
  const auto node = parent.find(name);
  return node ? node->string() : std::string();
}

std::vector<double> numbers(const JsonNode& list) {
  std::vector<double> all;
  for (const JsonNode& item : list.items())
    all.push_back(positive(item));
  return all;
}

Condition read_condition(const JsonNode& node) {
  node.allow({"clock_mhz", "memory_clock_mhz", "temperature_c", "power_w", "throttle", "others"});
  Condition c{known(node, "clock_mhz"),
              known(node, "memory_clock_mhz"),
              std::nullopt,
              known(node, "power_w"),
              {},
              {}};
  if (const auto temperature = node.find("temperature_c")) c.temperature_c = temperature->number();
  for (const JsonNode& reason : node.at("throttle").items())
    c.throttle.push_back(reason.string());
  if (const auto others = node.find("others")) c.others = others->flag();
  return c;
}

Machine read_machine(const JsonNode& node) {
  Machine m;
  const bool cpu = node.at("backend").one_of({"cuda", "cpu"}) == 1;
  if (cpu)
    node.allow({"host", "program", "backend", "device", "simd", "cores", "condition"});
  else
    node.allow({"host", "program", "backend", "device", "uuid", "compute_capability", "driver", "runtime",
                "multiprocessors", "memory_bytes", "l2_bytes", "top_clock_mhz", "top_memory_clock_mhz",
                "condition"});
  m.host = node.at("host").string();
  m.program = node.at("program").string();
  m.backend = node.at("backend").string();
  m.device = node.at("device").string();
  m.condition = read_condition(node.at("condition"));
  if (cpu) {
    m.simd = node.at("simd").string();
    m.cores = node.at("cores").integer(1, 1 << 20);
    return m;
  }
  m.uuid = node.at("uuid").string();
  m.compute_capability = node.at("compute_capability").string();
  m.driver = node.at("driver").string();
  m.runtime = node.at("runtime").string();
  m.multiprocessors = node.at("multiprocessors").integer(1, 1 << 20);
  m.memory_bytes = node.at("memory_bytes").whole(0, int64_max);
  m.l2_bytes = node.at("l2_bytes").whole(0, int64_max);
  m.top_clock_mhz = known(node, "top_clock_mhz");
  m.top_memory_clock_mhz = known(node, "top_memory_clock_mhz");
  return m;
}

Obstacle read_obstacle(const JsonNode& node) {
  const std::string identifier = node.string();
  for (const EnumEntry& entry : enum_table<Obstacle>())
    if (entry.identifier == identifier) return Obstacle(entry.value);
  node.refuse(say(Text::bench_no_obstacle, {identifier}));
}

BenchmarkCase read_cell_name(const JsonNode& node) {
  const std::string cell_name = node.string();
  const auto cell = parse_cell(cell_name);
  if (!cell) node.refuse(say(Text::bench_no_cell, {cell_name}));
  return *cell;
}

// The stored summary must equal summarize() of the samples.
void check_summary(const JsonNode& node, const Measured& read, int multiprocessors) {
  Measured made = read;
  summarize(made, multiprocessors);
  const auto differ = [](double a, double b) {
    return std::abs(a - b) > 1e-6 * std::max(std::abs(a), std::abs(b));
  };
  const std::pair<const char*, bool> wrong[] = {
      {"median_ms", differ(read.median_ms, made.median_ms)},
      {"spread", std::abs(read.spread - made.spread) > 1e-6},
      {"texels_per_second", differ(read.texels_per_second, made.texels_per_second)},
      {"bytes_per_second", differ(read.bytes_per_second, made.bytes_per_second)},
      {"texels_per_clock_sm",
       read.texels_per_clock_sm.has_value() != made.texels_per_clock_sm.has_value() ||
           differ(read.texels_per_clock_sm.value_or(0), made.texels_per_clock_sm.value_or(0))}};
  for (const auto& [name, is_wrong] : wrong)
    if (is_wrong) node.find(name).value_or(node).refuse(text(Text::bench_not_of_samples));
}

Counts read_counts(const JsonNode& node) {
  Counts counts;
  std::vector<std::string_view> names;
  for (const EnumEntry& entry : enum_table<Counter>()) {
    names.push_back(entry.identifier);
    if (const auto count = known(node, entry.identifier)) counts[Counter(entry.value)] = *count;
  }
  node.allow(names);
  return counts;
}

Measured read_measured(const JsonNode& node, int multiprocessors) {
  Measured m;
  m.cell = read_cell_name(node.at("cell"));
  if (const auto skipped = node.find("skipped")) {
    node.allow({"cell", "skipped", "words"});
    m.skipped = read_obstacle(*skipped);
    m.message = text_if(node, "words");
    return m;
  }
  node.allow({"cell", "samples_ms", "clocks_mhz", "shared", "visits", "dropped", "texels", "bytes",
              "median_ms", "spread", "texels_per_second", "bytes_per_second", "texels_per_clock_sm",
              "largest_error", "tolerance", "counts", "roof_share", "limiter", "condition"});
  m.samples_ms = numbers(node.at("samples_ms"));
  m.clocks_mhz = numbers(node.at("clocks_mhz"));
  if (m.samples_ms.empty()) node.at("samples_ms").refuse(text(Text::bench_no_samples));
  for (const double ms : m.samples_ms)
    if (ms == 0) node.at("samples_ms").refuse(text(Text::bench_no_time));
  if (!m.clocks_mhz.empty() && m.clocks_mhz.size() != m.samples_ms.size())
    node.at("clocks_mhz").refuse(text(Text::bench_clocks));
  if (const auto shared = node.find("shared")) m.shared = shared->integer(0, 1 << 30);
  if (const auto visits = node.find("visits")) m.visits = visits->integer(1, 1 << 20);
  m.dropped = node.at("dropped").integer(0, 1 << 30);
  m.texels = node.at("texels").whole(1, int64_max);
  m.bytes = node.at("bytes").whole(1, int64_max);
  m.median_ms = positive(node.at("median_ms"));
  m.spread = positive(node.at("spread"));
  m.texels_per_second = positive(node.at("texels_per_second"));
  m.bytes_per_second = positive(node.at("bytes_per_second"));
  m.texels_per_clock_sm = known(node, "texels_per_clock_sm");
  m.largest_error = positive(node.at("largest_error"));
  m.tolerance = positive(node.at("tolerance"));
  if (const auto counts = node.find("counts")) m.counts = read_counts(*counts);
  m.roof_share = known(node, "roof_share");
  m.limiter = text_if(node, "limiter");
  m.condition = read_condition(node.at("condition"));
  check_summary(node, m, multiprocessors);
  return m;
}

Anchor read_anchor(const JsonNode& node) {
  node.allow({"cell", "launch_ms", "picoseconds", "clocks_mhz"});
  Anchor anchor{read_cell_name(node.at("cell")), positive(node.at("launch_ms")),
                numbers(node.at("picoseconds")), numbers(node.at("clocks_mhz"))};
  for (const std::vector<double>* list : {&anchor.picoseconds, &anchor.clocks_mhz})
    for (const double value : *list)
      if (value == 0) node.refuse(text(Text::bench_no_time));
  if (!anchor.clocks_mhz.empty() && anchor.clocks_mhz.size() != anchor.picoseconds.size())
    node.at("clocks_mhz").refuse(text(Text::bench_clocks));
  return anchor;
}

Run read_run(const JsonNode& node) {
  node.allow({"suite", "filter", "shards", "of"});
  Run run{text_if(node, "suite"), text_if(node, "filter"), {}, node.at("of").integer(1, Run::max_shards)};
  const JsonNode shards = node.at("shards");
  for (const JsonNode& shard : shards.items()) {
    run.shards.push_back(shard.integer(1, run.of));
    if (run.shards.size() > 1 && run.shards.end()[-2] >= run.shards.back())
      shards.refuse(text(Text::bench_shard_order));
  }
  if (run.shards.empty()) shards.refuse(text(Text::bench_shard_order));
  return run;
}

Report read_report(const JsonNode& node) {
  Report report{read_machine(node.at("machine")), {}};
  if (const auto run = node.find("run")) report.run = read_run(*run);
  std::set<std::string> seen;
  for (const JsonNode& cell : node.at("cells").items()) {
    report.cells.push_back(read_measured(cell, report.machine.multiprocessors));
    if (!seen.insert(name(report.cells.back().cell)).second) cell.at("cell").refuse(text(Text::bench_twice));
  }
  if (const auto anchors = node.find("anchors"))
    for (const JsonNode& anchor : anchors->items())
      report.anchors.push_back(read_anchor(anchor));
  return report;
}
} // namespace

std::vector<Report> parse_bench_reports(std::string_view json, std::string_view file) {
  const JsonText source{json, file};
  const JsonValue tree = parse_strict_json(source, max_levels);
  const JsonNode file_root(source, tree);
  return read_bench(is_report(file_root) ? report_document(file_root, ReportPart::bench) : file_root);
}

std::vector<Report> read_bench(const JsonNode& root) {
  root.at("format").one_of({"texelscope-bench"});
  const JsonNode version = root.at("version");
  if (version.integer(0, 1000000) != Report::version)
    version.refuse(say(Text::bench_version, {std::to_string(Report::version)}));
  const auto list = root.find("reports");
  if (!list) {
    root.allow({"format", "version", "machine", "run", "cells", "anchors"});
    return {read_report(root)};
  }
  root.allow({"format", "version", "reports"});
  std::vector<Report> reports;
  for (const JsonNode& node : list->items()) {
    node.allow({"machine", "run", "cells", "anchors"});
    reports.push_back(read_report(node));
  }
  if (reports.empty()) list->refuse(text(Text::bench_no_reports));
  return reports;
}

std::vector<Report> load_bench_reports(const std::filesystem::path& file) {
  return parse_bench_reports(read_text_file(file, max_bytes), input_name(file));
}

bool is_bench_file(const std::filesystem::path& file) try {
  if (ending_of(file) != ".json") return false;
  const std::string json = read_text_file(file, max_bytes), name = file.string();
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_levels);
  return JsonNode(source, tree).at("format").string() == "texelscope-bench";
} catch (const std::exception&) {
  return false;
}

Report parse_bench_json(std::string_view json, std::string_view file) {
  std::vector<Report> reports = parse_bench_reports(json, file);
  if (reports.size() > 1)
    throw UserError(say(Text::bench_one_report, {file, std::to_string(reports.size())}));
  return std::move(reports.front());
}

Report load_bench_json(const std::filesystem::path& file) {
  return parse_bench_json(read_text_file(file, max_bytes), input_name(file));
}

} // namespace texelscope
