#include "kernels/studies/verify/verify_file.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/verify/mismatch_session.h"

namespace texelscope {

namespace {
using Json = nlohmann::ordered_json;
using verify::MismatchCount;

constexpr std::int64_t max_fetches = 1'000'000'000'000'000; // of --fetches

Json to_json(const MismatchCount& count) {
  Json json = {{"name", count.name},
               {"fetches", count.fetches},
               {"words", count.components},
               {"mismatches", count.mismatches},
               {"largest_ulp", count.largest_ulp}};
  if (count.first)
    json["first_mismatch"] = {{"class", verify::class_name(count.first->setup)},
                              {"request", describe_request(*count.first)},
                              {"case", hex_values(case_values(count.first->setup))},
                              {"device", hex_values(count.first->device)},
                              {"model", hex_values(count.first->model)}};
  return json;
}

VerifiedClass read_class(const JsonNode& node) {
  node.allow({"name", "fetches", "words", "mismatches", "largest_ulp", "first_mismatch"});
  VerifiedClass read{node.at("name").string(), node.at("fetches").whole(0, max_fetches), 0, {}, {}, {}};
  read.mismatches = node.at("mismatches").whole(0, read.fetches);
  const auto first = node.find("first_mismatch");
  if (first.has_value() != (read.mismatches > 0)) node.refuse(text(Text::verify_file_first));
  if (!first) return read;
  first->allow({"class", "request", "case", "device", "model"});
  read.request = first->at("request").string();
  read.device = first->at("device").string();
  read.model = first->at("model").string();
  return read;
}
} // namespace

std::string verify_device(const CudaReport& cuda) {
  const CudaDevice& device = cuda.devices.front();
  return fmt::format("{}, compute {}.{}, CUDA {}.{}, driver {}", device.name, device.major, device.minor,
                     cuda.runtime_version / 1000, cuda.runtime_version % 1000 / 10, cuda.driver_name);
}

std::string hex_values(const std::vector<std::uint32_t>& values) {
  std::string all;
  for (const std::uint32_t value : values)
    all += fmt::format("{}{:08x}", all.empty() ? "" : " ", value);
  return all;
}

std::vector<std::uint32_t> case_values(const verify::Case& c) {
  std::vector<std::uint32_t> values(sizeof c / 4);
  std::memcpy(values.data(), &c, sizeof c);
  return values;
}

Json verify_json(const verify::Report& report, const verify::Options& options, const std::string& device) {
  Json json = {{"device", device},
               {"seed", options.seed},
               {"fetches", report.fetches},
               {"mismatches", report.mismatches},
               {"by_model", report.by_model},
               {"fast_path_differs", report.fast_differs},
               {"seconds", report.seconds},
               {"refused_cases", report.refused},
               {"groups", Json::array()},
               {"classes", Json::array()}};
  for (const MismatchCount& count : report.groups)
    if (count.fetches > 0) json["groups"].push_back(to_json(count));
  for (const MismatchCount& count : report.classes)
    json["classes"].push_back(to_json(count));
  return json;
}

const VerifiedClass* VerifyFigures::find(std::string_view name) const {
  const auto found = std::ranges::find(classes, name, &VerifiedClass::name);
  return found == classes.end() ? nullptr : &*found;
}

VerifyFigures read_verify(const JsonNode& document) {
  document.allow({"device", "seed", "fetches", "mismatches", "by_model", "fast_path_differs", "seconds",
                  "refused_cases", "groups", "classes"});
  VerifyFigures figures;
  figures.fetches = document.at("fetches").whole(0, max_fetches);
  figures.mismatches = document.at("mismatches").whole(0, figures.fetches);
  figures.fast_differs = document.at("fast_path_differs").whole(0, figures.fetches);
  std::set<std::string> seen;
  std::int64_t fetches = 0, mismatches = 0; // stay below max_fetches: a sum that exceeds the total is refused
  for (const JsonNode& node : document.at("classes").items()) {
    VerifiedClass read = read_class(node);
    if (!seen.insert(read.name).second) node.at("name").refuse(text(Text::verify_file_twice));
    fetches += read.fetches;
    mismatches += read.mismatches;
    if (fetches > figures.fetches) break;
    if (mismatches > figures.mismatches) document.at("mismatches").refuse(text(Text::verify_file_sum));
    figures.classes.push_back(std::move(read));
  }
  if (fetches != figures.fetches) document.at("fetches").refuse(text(Text::verify_file_sum));
  if (mismatches != figures.mismatches) document.at("mismatches").refuse(text(Text::verify_file_sum));
  return figures;
}

} // namespace texelscope
