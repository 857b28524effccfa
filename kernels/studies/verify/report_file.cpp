#include "kernels/studies/verify/report_file.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/verify/verify_file.h"

namespace texelscope {

using Json = nlohmann::ordered_json;

namespace {
constexpr const char* format_name = "texelscope-report";
constexpr int format_version = 1;
constexpr double max_seconds = 1e6;

constexpr EnumEntry parts[] = {{0, "verify", Text::report_verify, Text::report_verify},
                               {1, "fetches", Text::report_fetches, Text::report_fetches},
                               {2, "legality", Text::report_legality, Text::report_legality},
                               {3, "bench", Text::report_bench, Text::report_bench}};
constexpr EnumEntry states[] = {{0, "done", Text::report_done, Text::report_done},
                                {1, "partly", Text::report_partly, Text::report_partly},
                                {2, "no_gpu", Text::report_no_gpu, Text::report_no_gpu},
                                {3, "failed", Text::report_failed, Text::report_failed},
                                {4, "left_out", Text::report_left_out, Text::report_left_out}};

// Control characters would reach a terminal or a window by the names and messages of a file of unknown
// origin.
void refuse_control_characters(const JsonNode& node) {
  if (node.is_text()) {
    if (const std::string string = node.string(); visible_text(string) != string)
      node.refuse(text(Text::report_control));
  } else if (node.is_list()) {
    for (const JsonNode& item : node.items())
      refuse_control_characters(item);
  } else if (node.is_object()) {
    for (const JsonNode& member : node.members())
      refuse_control_characters(member);
  }
}

// The rest of the file is read only if this succeeds.
void check_format(const JsonNode& root) {
  root.at("format").one_of({format_name});
  const JsonNode version = root.at("version");
  const std::int64_t number = version.whole(1, 1'000'000);
  if (number > format_version)
    version.refuse(say(Text::report_newer, {std::to_string(number), std::to_string(format_version)}));
  root.allow({"format", "version", "program", "date", "seconds", "interrupted", "device", "verify", "fetches",
              "legality", "bench"});
}

std::vector<std::uint32_t> values_of(const JsonNode& node, std::size_t count) {
  const std::string hex = node.string();
  std::vector<std::uint32_t> values(count);
  const bool fits = hex.size() == (count == 0 ? 0 : 9 * count - 1);
  for (std::size_t i = 0; fits && i < count; ++i) {
    const char* const from = hex.data() + 9 * i;
    const auto read = std::from_chars(from, from + 8, values[i], 16);
    if (read.ec != std::errc() || read.ptr != from + 8 || (i + 1 < count && from[8] != ' '))
      node.refuse(say(Text::report_hex, {std::to_string(count)}));
  }
  if (!fits) node.refuse(say(Text::report_hex, {std::to_string(count)}));
  return values;
}

DesignedAgreement read_designed(const JsonNode& node) {
  node.allow({"name", "class", "case", "requests", "results", "refused"});
  const std::string name = node.at("name").string();
  const auto& all = verify::designed_cases();
  const auto found = std::ranges::find(all, name, &verify::DesignedCase::name);
  if (found == all.end()) node.at("name").refuse(say(Text::report_no_design, {name}));
  const std::vector<std::uint32_t> setup = case_values(found->setup), requests = found->requests();
  if (values_of(node.at("case"), setup.size()) != setup)
    node.at("case").refuse(text(Text::report_other_design));
  if (values_of(node.at("requests"), requests.size()) != requests)
    node.at("requests").refuse(text(Text::report_other_design));
  if (node.find("refused")) return {&*found, true, 0};
  const std::size_t count = found->at.size() * result_component_count(found->setup);
  return {&*found, false, count_differing(*found, values_of(node.at("results"), count))};
}

Json device_json(const ReportHead& head) {
  Json json = {{"kind", head.gpu ? "gpu" : "cpu"}, {"name", head.device}};
  if (head.gpu)
    json.update(
        {{"compute_capability", head.compute_capability}, {"driver", head.driver}, {"cuda", head.cuda}});
  return json;
}
} // namespace

template <>
EnumTable enum_table<ReportPart>() {
  return parts;
}
template <>
EnumTable enum_table<PartState>() {
  return states;
}

std::string report_json(const ReportHead& head, const std::array<MadeSection, report_part_count>& sections) {
  Json json = {{"format", format_name},      {"version", format_version}, {"program", head.program},
               {"date", head.date},          {"seconds", head.seconds},   {"interrupted", head.interrupted},
               {"device", device_json(head)}};
  for (std::size_t i = 0; i < report_part_count; ++i) {
    Json& section = json[std::string(identifier(ReportPart(i)))];
    section["state"] = identifier(sections[i].state);
    if (!sections[i].reason.empty()) section["reason"] = sections[i].reason;
    if (!sections[i].document.is_null()) section["document"] = sections[i].document;
  }
  return json_text(std::move(json));
}

Json fetches_json(const std::vector<verify::DesignedResult>& results) {
  Json json = {{"cases", Json::array()}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const verify::DesignedCase& designed = verify::designed_cases()[i];
    Json made = {{"name", designed.name},
                 {"class", verify::class_name(designed.setup)},
                 {"case", hex_values(case_values(designed.setup))},
                 {"requests", hex_values(designed.requests())}};
    if (results[i].refusal.empty())
      made["results"] = hex_values(results[i].components);
    else
      made["refused"] = results[i].refusal;
    json["cases"].push_back(std::move(made));
  }
  return json;
}

bool is_report(const JsonNode& root) {
  const auto format = root.find("format");
  return format && format->is_text() && format->string() == format_name;
}

ReportHead read_report_head(const JsonNode& root) {
  check_format(root);
  refuse_control_characters(root);
  ReportHead head;
  head.program = root.at("program").string();
  head.date = root.at("date").string();
  head.seconds = root.at("seconds").number();
  if (!(head.seconds >= 0 && head.seconds <= max_seconds))
    root.at("seconds").refuse(text(Text::report_seconds));
  head.interrupted = root.at("interrupted").flag();
  const JsonNode device = root.at("device");
  head.gpu = device.at("kind").one_of({"gpu", "cpu"}) == 0;
  head.device = device.at("name").string();
  if (!head.gpu) {
    device.allow({"kind", "name"});
    return head;
  }
  device.allow({"kind", "name", "compute_capability", "driver", "cuda"});
  head.compute_capability = device.at("compute_capability").string();
  head.driver = device.at("driver").string();
  head.cuda = device.at("cuda").string();
  return head;
}

ReportSection report_section(const JsonNode& root, ReportPart part) {
  const JsonNode node = root.at(identifier(part));
  node.allow({"state", "reason", "document"});
  ReportSection section;
  section.state = PartState(node.at("state").one_of({"done", "partly", "no_gpu", "failed", "left_out"}));
  if (const auto reason = node.find("reason")) section.reason = reason->string();
  section.document = node.find("document");
  const bool has_document = section.state == PartState::done || section.state == PartState::partly;
  if (section.document.has_value() != has_document) node.refuse(text(Text::report_document));
  return section;
}

JsonNode report_document(const JsonNode& root, ReportPart part) {
  read_report_head(root);
  const ReportSection section = report_section(root, part);
  if (!section.document)
    root.at(identifier(part)).refuse(say(Text::report_lacks, {label(part), label(section.state)}));
  return *section.document;
}

std::vector<DesignedAgreement> read_fetches(const JsonNode& document) {
  document.allow({"cases"});
  std::vector<DesignedAgreement> all;
  std::set<const verify::DesignedCase*> seen;
  for (const JsonNode& node : document.at("cases").items()) {
    all.push_back(read_designed(node));
    if (!seen.insert(all.back().designed).second) node.at("name").refuse(text(Text::verify_file_twice));
  }
  return all;
}

ReportFile::ReportFile(std::string json, const std::string& file)
    : bytes(std::move(json)), name(file), source{bytes, name},
      tree(parse_strict_json(source, max_report_levels)) {}

ReportFile::ReportFile(const std::filesystem::path& path)
    : ReportFile(read_text_file(path, max_report_bytes), input_name(path)) {}

bool is_report_file(const std::filesystem::path& file) try {
  return ending_of(file) == ".json" && is_report(ReportFile(file).root());
} catch (const std::exception&) {
  return false;
}

} // namespace texelscope
