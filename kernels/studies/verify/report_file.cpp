#include "kernels/studies/verify/report_file.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/described.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/verify/verify_file.h"

namespace texelscope {

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

// A designed case as the document `fetches` has it; values are hex_values().
struct DesignedFetches {
  std::string name, class_name, setup, requests;
  std::optional<std::string> results, refused; // one of them
};

struct FetchesDocument {
  std::vector<DesignedFetches> cases;
};

DesignedAgreement agreement_of(const DesignedFetches& made, const JsonNode& node) {
  const auto& all = verify::designed_cases();
  const auto found = std::ranges::find(all, made.name, &verify::DesignedCase::name);
  if (found == all.end()) node.at("name").refuse(say(Text::report_no_design, {made.name}));
  const std::vector<std::uint32_t> setup = case_values(found->setup), requests = found->requests();
  if (values_of(node.at("case"), setup.size()) != setup)
    node.at("case").refuse(text(Text::report_other_design));
  if (values_of(node.at("requests"), requests.size()) != requests)
    node.at("requests").refuse(text(Text::report_other_design));
  if (made.refused) return {&*found, true, 0};
  const std::size_t count = found->at.size() * result_component_count(found->setup);
  return {&*found, false, count_differing(*found, values_of(node.at("results"), count))};
}

struct WithIdentifier { // of an enumerator
  template <class Enum>
  Json write(Enum value) const {
    return identifier(value);
  }
  template <class Enum>
  void read(const JsonNode& node, Enum& value) const {
    std::vector<std::string_view> identifiers;
    for (const EnumEntry& entry : enum_table<Enum>())
      identifiers.push_back(entry.identifier);
    value = Enum(node.one_of(identifiers));
  }
};

struct Seconds {
  Json write(double value) const { return value; }
  void read(const JsonNode& node, double& value) const {
    value = node.number();
    if (!(value >= 0 && value <= max_seconds)) node.refuse(text(Text::report_seconds));
  }
};

struct GpuOrCpu {
  Json write(bool gpu) const { return gpu ? "gpu" : "cpu"; }
  void read(const JsonNode& node, bool& gpu) const { gpu = node.one_of({"gpu", "cpu"}) == 0; }
};

struct AsItIs {
  Json write(const Json& document) const { return document; }
};

template <class Archive, class Section> // MadeSection, or ReportSection
void describe_section(Archive& archive, Section& section) {
  archive("state", section.state, WithIdentifier());
  archive.unless_default("reason", section.reason);
  if constexpr (Archive::reads)
    section.document = archive.find("document");
  else if (!section.document.is_null())
    archive("document", section.document, AsItIs());
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

template <class Archive>
void describe(Archive& archive, Described<Archive, ReportDevice>& device) {
  archive("kind", device.gpu, GpuOrCpu());
  archive("name", device.name);
  if (!device.gpu) return;
  archive("compute_capability", device.compute_capability);
  archive("driver", device.driver);
  archive("cuda", device.cuda);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, ReportHead>& head) {
  archive.constant("format", format_name);
  archive.constant("version", format_version);
  archive("program", head.program);
  archive("date", head.date);
  archive("seconds", head.seconds, Seconds());
  archive("interrupted", head.interrupted);
  archive("device", head.device);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, DesignedFetches>& made) {
  archive("name", made.name);
  archive.newer("class", made.class_name); // reports need the others
  archive("case", made.setup);
  archive("requests", made.requests);
  archive("results", made.results);
  archive("refused", made.refused);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, FetchesDocument>& document) {
  archive("cases", document.cases);
}

std::string report_json(const ReportHead& head, const std::array<MadeSection, report_part_count>& sections) {
  Json json = written(head);
  for (std::size_t i = 0; i < report_part_count; ++i) {
    JsonWriter section;
    describe_section(section, sections[i]);
    json[std::string(identifier(ReportPart(i)))] = std::move(section.json);
  }
  return json_text(std::move(json));
}

Json fetches_json(const std::vector<verify::DesignedResult>& results) {
  FetchesDocument document;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const verify::DesignedCase& designed = verify::designed_cases()[i];
    DesignedFetches& made = document.cases.emplace_back();
    made.name = designed.name;
    made.class_name = verify::class_name(designed.setup);
    made.setup = hex_values(case_values(designed.setup));
    made.requests = hex_values(designed.requests());
    if (results[i].refusal.empty())
      made.results = hex_values(results[i].components);
    else
      made.refused = results[i].refusal;
  }
  return written(document);
}

bool is_report(const JsonNode& root) {
  const auto format = root.find("format");
  return format && format->is_text() && format->string() == format_name;
}

ReportHead read_report_head(const JsonNode& root) {
  root.at("format").one_of({format_name});
  const JsonNode version = root.at("version");
  if (const std::int64_t number = version.whole(1, 1'000'000); number > format_version)
    version.refuse(say(Text::report_newer, {std::to_string(number), std::to_string(format_version)}));
  refuse_control_characters(root);
  JsonReader reader(root);
  ReportHead head;
  describe(reader, head);
  for (std::size_t i = 0; i < report_part_count; ++i)
    reader.find(identifier(ReportPart(i)));
  reader.finish();
  return head;
}

ReportSection report_section(const JsonNode& root, ReportPart part) {
  const JsonNode node = root.at(identifier(part));
  JsonReader reader(node);
  ReportSection section;
  describe_section(reader, section);
  reader.finish();
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
  const auto read = read_described<FetchesDocument>(document);
  const std::vector<JsonNode> nodes = document.at("cases").items();
  std::vector<DesignedAgreement> all;
  std::set<const verify::DesignedCase*> seen;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    all.push_back(agreement_of(read.cases[i], nodes[i]));
    if (!seen.insert(all.back().designed).second) nodes[i].at("name").refuse(text(Text::verify_file_twice));
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
