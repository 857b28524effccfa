#include "kernels/studies/bench/bench_file.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <set>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/described.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/verify/report_file.h"

namespace texelscope {

namespace profile {

namespace {
constexpr std::string_view backends[] = {"cuda", "cpu"};
constexpr Within positive_count = {1, 1 << 20}, positive = {1}, count_or_none = {0, 1 << 30};

struct CellName {
  Json write(const BenchmarkCase& cell) const { return name(cell); }
  void read(const JsonNode& node, BenchmarkCase& into) const {
    const std::string cell_name = node.string();
    const auto cell = parse_cell(cell_name);
    if (!cell) node.refuse(say(Text::bench_no_cell, {cell_name}));
    into = *cell;
  }
};

struct ObstacleName {
  Json write(Obstacle obstacle) const { return identifier(obstacle); }
  void read(const JsonNode& node, Obstacle& into) const {
    const std::string known = node.string();
    for (const EnumEntry& entry : enum_table<Obstacle>())
      if (entry.identifier == known) {
        into = Obstacle(entry.value);
        return;
      }
    node.refuse(say(Text::bench_no_obstacle, {known}));
  }
};
} // namespace

template <class Archive>
void describe(Archive& archive, Described<Archive, Condition>& condition) {
  archive("clock_mhz", condition.clock_mhz, not_negative);
  archive("memory_clock_mhz", condition.memory_clock_mhz, not_negative);
  archive("temperature_c", condition.temperature_c);
  archive("power_w", condition.power_w, not_negative);
  archive("throttle", condition.throttle);
  archive("others", condition.others);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Machine>& machine) {
  archive("host", machine.host);
  archive("program", machine.program);
  archive("backend", machine.backend, OneOf{backends});
  archive("device", machine.device);
  if (machine.backend == "cpu") {
    archive("simd", machine.simd);
    archive("cores", machine.cores, positive_count);
  } else {
    archive("uuid", machine.uuid);
    archive("compute_capability", machine.compute_capability);
    archive("driver", machine.driver);
    archive("runtime", machine.runtime);
    archive("multiprocessors", machine.multiprocessors, positive_count);
    archive("memory_bytes", machine.memory_bytes, Within{});
    archive("l2_bytes", machine.l2_bytes, Within{});
    archive("top_clock_mhz", machine.top_clock_mhz, not_negative);
    archive("top_memory_clock_mhz", machine.top_memory_clock_mhz, not_negative);
  }
  archive("condition", machine.condition);
}

// Those that were positive_count.
template <class Archive>
void describe(Archive& archive, Described<Archive, Counts>& counts) {
  for (const EnumEntry& entry : enum_table<Counter>()) {
    const auto counter = Counter(entry.value);
    std::optional<double> count = counts.has(counter) ? std::optional(double(counts[counter])) : std::nullopt;
    archive(entry.identifier, count, not_negative);
    if constexpr (Archive::reads) {
      if (count) counts[counter] = *count;
    }
  }
}

template <class Archive>
void describe_figures(Archive& archive, Described<Archive, Measured>& measured,
                      std::initializer_list<Figure::Group> groups) {
  for (const Figure& figure : figures())
    if (std::ranges::count(groups, figure.stored.group))
      std::visit(
          [&](auto member) {
            if constexpr (std::is_same_v<decltype(member), std::string FetchRates::*>)
              archive.unless_default(figure.stored.name, measured.*member);
            else if constexpr (std::is_member_pointer_v<decltype(member)>)
              archive(figure.stored.name, measured.*member, not_negative);
          },
          figure.value);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Measured>& measured) {
  archive("cell", measured.cell, CellName());
  archive("skipped", measured.skipped, ObstacleName());
  if (measured.skipped) return archive.unless_default("words", measured.message);
  archive("samples_ms", measured.samples_ms, not_negative);
  archive("clocks_mhz", measured.clocks_mhz, not_negative);
  archive.newer("shared", measured.shared, count_or_none);
  archive.newer("visits", measured.visits, positive_count);
  archive("dropped", measured.dropped, count_or_none);
  archive("texels", measured.texels, positive);
  archive("bytes", measured.bytes, positive);
  describe_figures(archive, measured, {Figure::times, Figure::rates, Figure::check});
  archive("tolerance", measured.tolerance, not_negative);
  archive("counts", measured.counts);
  describe_figures(archive, measured, {Figure::roofs});
  archive("condition", measured.condition);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Anchor>& anchor) {
  archive("cell", anchor.cell, CellName());
  archive("launch_ms", anchor.launch_ms, not_negative);
  archive("picoseconds", anchor.picoseconds, not_negative);
  archive("clocks_mhz", anchor.clocks_mhz, not_negative);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Run>& run) {
  archive.unless_default("suite", run.suite);
  archive.unless_default("filter", run.filter);
  archive("shards", run.shards, Within{1, Run::max_shards});
  archive("of", run.of, Within{1, Run::max_shards});
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Report>& report) {
  archive("machine", report.machine);
  archive.unless_default("run", report.run);
  archive("cells", report.cells);
  archive.unless_default("anchors", report.anchors);
}

} // namespace profile

using namespace profile;

namespace {
constexpr std::size_t max_bytes = std::size_t(256) << 20;
constexpr int max_levels = max_report_levels;

// One report stands in the file itself, several in a list.
struct BenchFile {
  bool several = false;
  std::vector<Report> reports;
};

template <class Archive>
void describe(Archive& archive, Described<Archive, BenchFile>& file) {
  archive.derived("format", [] { return "texelscope-bench"; });
  archive.derived("version", [] { return Report::version; });
  if (file.several)
    archive("reports", file.reports);
  else
    describe(archive, file.reports.front());
}

// The stored summary must equal summarize() of the samples.
void check_summary(const JsonNode& node, const Measured& read, int multiprocessors) {
  Measured made = read;
  summarize(made, multiprocessors);
  for (std::size_t i = 0; i < figures().size(); ++i) {
    const Figure& figure = figures()[i];
    if (figure.stored.group != Figure::times && figure.stored.group != Figure::rates) continue;
    const auto a = value_of(read, Column(i)), b = value_of(made, Column(i));
    const double size = figure.in_percent() ? 1 : std::max(std::abs(a.value_or(0)), std::abs(b.value_or(0)));
    if (a.has_value() != b.has_value() || std::abs(a.value_or(0) - b.value_or(0)) > 1e-6 * size)
      node.find(figure.stored.name).value_or(node).refuse(text(Text::bench_not_of_samples));
  }
}

void check_measured(const JsonNode& node, const Measured& measured, int multiprocessors) {
  if (measured.skipped) return;
  const JsonNode samples = node.at("samples_ms");
  if (measured.samples_ms.empty()) samples.refuse(text(Text::bench_no_samples));
  if (std::ranges::count(measured.samples_ms, 0.0)) samples.refuse(text(Text::bench_no_time));
  if (!measured.clocks_mhz.empty() && measured.clocks_mhz.size() != measured.samples_ms.size())
    node.at("clocks_mhz").refuse(text(Text::bench_clocks));
  check_summary(node, measured, multiprocessors);
}

void check_anchor(const JsonNode& node, const Anchor& anchor) {
  if (std::ranges::count(anchor.picoseconds, 0.0) || std::ranges::count(anchor.clocks_mhz, 0.0))
    node.refuse(text(Text::bench_no_time));
  if (!anchor.clocks_mhz.empty() && anchor.clocks_mhz.size() != anchor.picoseconds.size())
    node.at("clocks_mhz").refuse(text(Text::bench_clocks));
}

void check_run(const JsonNode& node, const Run& run) {
  const bool rising = std::ranges::is_sorted(run.shards, std::ranges::less_equal()) && !run.shards.empty();
  if (!rising || run.shards.back() > run.of) node.at("shards").refuse(text(Text::bench_shard_order));
}

void check_report(const JsonNode& node, const Report& report) {
  if (const auto run = node.find("run")) check_run(*run, report.run);
  std::set<std::string> seen;
  const std::vector<JsonNode> cells = node.at("cells").items();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check_measured(cells[i], report.cells[i], report.machine.multiprocessors);
    if (!seen.insert(name(report.cells[i].cell)).second) cells[i].at("cell").refuse(text(Text::bench_twice));
  }
  const auto list = node.find("anchors");
  for (std::size_t i = 0; i < report.anchors.size(); ++i)
    check_anchor(list->items()[i], report.anchors[i]);
}
} // namespace

std::string bench_json(const Report& report) {
  return bench_json(std::vector{report});
}

std::string bench_json(const std::vector<Report>& reports) {
  return written(BenchFile{reports.size() != 1, reports}).dump(1) + "\n";
}

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
  BenchFile file{list.has_value(), std::vector<Report>(list ? 0 : 1)};
  read_described(root, file);
  if (file.reports.empty()) list->refuse(text(Text::bench_no_reports));
  const std::vector<JsonNode> nodes = list ? list->items() : std::vector{root};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    check_report(nodes[i], file.reports[i]);
  return file.reports;
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
