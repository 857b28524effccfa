#include "app/profile/bench_file.h"

#include <nlohmann/json.hpp>

#include "app/base/json_node.h"

namespace texelscope {

using namespace profile;
using Json = nlohmann::ordered_json;

namespace {
void put(Json& json, const char* name, const std::optional<double>& value) {
  if (value) json[name] = *value;
}
void put(Json& json, const char* name, const std::string& value) {
  if (!value.empty()) json[name] = value;
}

Json condition_json(const Condition& condition) {
  Json json = Json::object();
  put(json, "clock_mhz", condition.clock_mhz);
  put(json, "memory_clock_mhz", condition.memory_clock_mhz);
  put(json, "temperature_c", condition.temperature_c);
  put(json, "power_w", condition.power_w);
  json["throttle"] = condition.throttle;
  if (condition.others) json["others"] = *condition.others;
  return json;
}

Json machine_json(const Machine& m) {
  Json json = {{"host", m.host}, {"program", m.program}, {"backend", m.backend}, {"device", m.device}};
  if (m.backend == "cpu") {
    json.update({{"simd", m.simd}, {"cores", m.cores}});
  } else {
    json.update({{"uuid", m.uuid},
                 {"compute_capability", m.compute_capability},
                 {"driver", m.driver},
                 {"runtime", m.runtime},
                 {"multiprocessors", m.multiprocessors},
                 {"memory_bytes", m.memory_bytes},
                 {"l2_bytes", m.l2_bytes}});
    put(json, "top_clock_mhz", m.top_clock_mhz);
    put(json, "top_memory_clock_mhz", m.top_memory_clock_mhz);
  }
  json["condition"] = condition_json(m.condition);
  return json;
}

Json counts_json(const Counts& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counter_count; ++i)
    if (counts.has(Counter(i))) json[identifier(Counter(i))] = counts[Counter(i)];
  return json;
}

Json cell_json(const Measured& m) {
  Json json = {{"cell", name(m.cell)}};
  if (m.skipped) {
    json["skipped"] = identifier(*m.skipped);
    put(json, "words", m.message);
    return json;
  }
  json.update({{"samples_ms", m.samples_ms},
               {"clocks_mhz", m.clocks_mhz},
               {"shared", m.shared},
               {"visits", m.visits},
               {"dropped", m.dropped},
               {"texels", m.texels},
               {"bytes", m.bytes},
               {"median_ms", m.median_ms},
               {"spread", m.spread},
               {"texels_per_second", m.texels_per_second},
               {"bytes_per_second", m.bytes_per_second}});
  put(json, "texels_per_clock_sm", m.texels_per_clock_sm);
  json.update({{"largest_error", m.largest_error}, {"tolerance", m.tolerance}});
  if (m.counts) json["counts"] = counts_json(*m.counts);
  put(json, "roof_share", m.roof_share);
  put(json, "limiter", m.limiter);
  json["condition"] = condition_json(m.condition);
  return json;
}

Json run_json(const Run& run) {
  Json json = Json::object();
  put(json, "suite", run.suite);
  put(json, "filter", run.filter);
  json.update({{"shards", run.shards}, {"of", run.of}});
  return json;
}

Json head_json() {
  return {{"format", "texelscope-bench"}, {"version", Report::version}};
}

Json anchor_json(const Anchor& anchor) {
  return {{"cell", name(anchor.cell)},
          {"launch_ms", anchor.launch_ms},
          {"picoseconds", anchor.picoseconds},
          {"clocks_mhz", anchor.clocks_mhz}};
}

void put_report(Json& json, const Report& report) {
  json["machine"] = machine_json(report.machine);
  if (report.run != Run{}) json["run"] = run_json(report.run);
  json["cells"] = Json::array();
  for (const Measured& measured : report.cells)
    json["cells"].push_back(cell_json(measured));
  if (report.anchors.empty()) return;
  json["anchors"] = Json::array();
  for (const Anchor& anchor : report.anchors)
    json["anchors"].push_back(anchor_json(anchor));
}
} // namespace

std::string bench_json(const Report& report) {
  Json json = head_json();
  put_report(json, report);
  return json.dump(1) + "\n";
}

std::string bench_json(const std::vector<Report>& reports) {
  if (reports.size() == 1) return bench_json(reports.front());
  Json json = head_json();
  json["reports"] = Json::array();
  for (const Report& report : reports)
    put_report(json["reports"].emplace_back(Json::object()), report);
  return json.dump(1) + "\n";
}

} // namespace texelscope
