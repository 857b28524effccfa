#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/format_name.h"

#include "kernels/studies/labs/write_lab_report.h"

namespace texelscope {

using namespace write_lab;

namespace {
using Json = nlohmann::ordered_json;

Json staleness_json(const staleness::Combination& c, const staleness::Result& result) {
  return {{"row", row_name(c)},
          {"write", identifier(c.write)},
          {"read", identifier(c.read)},
          {"reader", identifier(c.reader)},
          {"warmed", c.warmed},
          {"fenced", c.fenced},
          {"relaunched", c.relaunched},
          {"promised", guarantee(c) == staleness::Guarantee::fresh ? "new" : "undefined"},
          {"rule", text(rule(c))},
          {"texels", result.texels},
          {"stale", result.stale},
          {"fresh", result.fresh},
          {"other", result.other}};
}

Json comparison_json(const Comparison& comparison) {
  Json json = {{"row", paths_row_name(comparison.format)},
               {"format", format_name(comparison.format)},
               {"width", comparison.width},
               {"height", comparison.height},
               {"runs", comparison.runs},
               {"routes", Json::array()}};
  for (const RouteTime& route : comparison.routes) {
    json["routes"].push_back(
        {{"route", identifier(route.route)}, {"seconds", route.seconds}, {"wrong_texels", route.wrong}});
    if (route.copy_seconds > 0) json["routes"].back()["copy_seconds"] = route.copy_seconds;
  }
  return json;
}

Json trial_json(const BoundaryResult& made, bool on_device) {
  Json json = {{"row", row_name(made.boundary_test)},
               {"boundary", identifier(made.boundary_test.boundary)},
               {"format", format_name(made.boundary_test.format)},
               {"width", made.boundary_test.width},
               {"height", made.boundary_test.height},
               {"x_in_texels", made.boundary_test.x_in_texels},
               {"from", on_device ? "device" : "rule"},
               {"unlike_rule", made.unlike_rule}};
  json["landings"] = Json::array();
  for (const WriteDestination& destination : made.destinations) {
    Json landed = Json::array();
    for (const TexelCoord place : destination.landed)
      landed.push_back({place.x, place.y});
    json["landings"].push_back({{"asked", {destination.requested.x, destination.requested.y}},
                                {"x_bytes", destination.x_bytes},
                                {"misaligned", destination.misaligned},
                                {"landed", std::move(landed)},
                                {"whole", destination.whole}});
  }
  return json;
}
} // namespace

std::string write_lab_json(const WriteLabReport& report) {
  Json json = {{"device", report.device.empty() ? Json(nullptr) : Json(report.device)},
               {"staleness_from", report.device.empty() ? "simulation" : "device"},
               {"staleness", Json::array()},
               {"paths", Json::array()},
               {"boundaries", Json::array()},
               {"faults", Json::array()}};
  if (!report.no_device.empty()) json["no_device"] = report.no_device;
  for (const auto& [combination, result] : report.staleness)
    json["staleness"].push_back(staleness_json(combination, result));
  for (const Comparison& comparison : report.comparisons)
    json["paths"].push_back(comparison_json(comparison));
  for (const BoundaryResult& boundary_test : report.boundary_tests)
    json["boundaries"].push_back(trial_json(boundary_test, !report.device.empty()));
  for (const auto& [fault, result] : report.faults)
    if (result)
      json["faults"].push_back({{"row", row_name(fault)},
                                {"right", result->right},
                                {"faulty", result->faulty},
                                {"next_call", result->after}});
  return json.dump(1) + "\n";
}

} // namespace texelscope
