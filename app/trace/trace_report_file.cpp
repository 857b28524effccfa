#include "app/trace/trace_report_file.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/base/files.h"
#include "app/base/json_node.h"
#include "app/base/json_text.h"
#include "app/base/paths.h"
#include "app/base/version.h"
#include "kernels/base/standard_streams.h"
#include "kernels/check/request_session.h"
#include "kernels/session/fields.h"
#include "kernels/text/texts.h"

namespace texelscope::trace {

namespace {
using Json = nlohmann::ordered_json;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr int max_report_levels = 16;

std::string hex(std::uint64_t value) {
  return fmt::format("{:#x}", value);
}

// Larger numbers than files of JSON hold are nobody's size.
std::int64_t whole(std::uint64_t value) {
  return value > std::uint64_t(largest) ? largest : std::int64_t(value);
}

Json number(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return double(value);
}

Json to_json(const ChannelRequest& c) {
  return {{"x", c.x}, {"y", c.y}, {"z", c.z}, {"w", c.w}, {"kind", c.kind}};
}

Json to_json(const ArrayRequest& array) {
  return {
      {"channels", to_json(array.channels)}, {"width", whole(array.width)}, {"height", whole(array.height)},
      {"depth", whole(array.depth)},         {"flags", array.flags},        {"levels", array.levels}};
}

Json to_json(const SamplerRequest& s) {
  Json border = Json::array();
  for (const float channel : s.border_color)
    border.push_back(number(channel));
  return {{"address_mode", s.address_mode},
          {"filter_mode", s.filter_mode},
          {"read_mode", s.read_mode},
          {"srgb", s.srgb},
          {"border_color", border},
          {"normalized_coords", s.normalized_coords},
          {"max_anisotropy", s.max_anisotropy},
          {"mipmap_filter_mode", s.mipmap_filter_mode},
          {"mipmap_level_bias", number(s.mipmap_level_bias)},
          {"min_mipmap_level_clamp", number(s.min_mipmap_level_clamp)},
          {"max_mipmap_level_clamp", number(s.max_mipmap_level_clamp)},
          {"disable_trilinear_optimization", s.disable_trilinear_optimization},
          {"seamless_cubemap", s.seamless_cubemap}};
}

Json to_json(const ViewRequest& view) {
  return {{"format", view.format},           {"width", whole(view.width)},
          {"height", whole(view.height)},    {"depth", whole(view.depth)},
          {"first_level", view.first_level}, {"last_level", view.last_level},
          {"first_layer", view.first_layer}, {"last_layer", view.last_layer}};
}

Json to_json(const TextureRequest& request) {
  Json json = {{"resource", int(request.resource)}};
  if (request.array) json["array"] = to_json(*request.array);
  if (request.resource == ResourceKind::linear || request.resource == ResourceKind::pitch_2d)
    json["memory"] = {{"address", hex(request.address)},
                      {"channels", to_json(request.channels)},
                      {"size_in_bytes", whole(request.size_in_bytes)},
                      {"width", whole(request.width)},
                      {"height", whole(request.height)},
                      {"pitch_in_bytes", whole(request.pitch_in_bytes)}};
  json["sampler"] = to_json(request.sampler);
  if (request.view) json["view"] = to_json(*request.view);
  json["surface"] = request.use.surface;
  return json;
}

// The sampler's fields as a session names them. It is for the reader of the file: whoever loads it computes
// them anew.
Json effective_json(const std::optional<Sampler>& effective) {
  if (!effective) return nullptr;
  Session session;
  session.sampler = *effective;
  Json json = Json::object();
  for (const Field& field : fields())
    if (field.part() == "sampler") json[std::string(field.name())] = format_value(field, field.get(session));
  return json;
}

Json to_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& each : findings)
    list.push_back({{"kind", name(each.kind)},
                    {"field", each.field},
                    {"sentence", each.sentence},
                    {"rule", each.rule},
                    {"error", each.error},
                    {"cure", each.cure}});
  return list;
}

Json to_json(const TracedObject& object) {
  Json stack = Json::array(), texels = Json::array();
  for (const Frame& frame : object.stack)
    stack.push_back({{"module", frame.module}, {"offset", hex(frame.offset)}, {"function", frame.function}});
  for (const TexelFile& file : object.texels)
    texels.push_back({{"file", file.file}, {"launch", whole(file.launch)}});
  return {{"number", object.number},
          {"kind", name(object.kind)},
          {"call", object.call},
          {"error", object.error},
          {"count", whole(object.count)},
          {"alive", whole(object.alive)},
          {"process", object.process},
          {"thread", object.thread},
          {"device", object.device},
          {"context", hex(object.context)},
          {"seconds", object.seconds},
          {"requested", to_json(object.request)},
          {"in_effect", effective_json(object.effective)},
          {"findings", to_json(object.findings)},
          {"stack", std::move(stack)},
          {"texels", std::move(texels)}};
}

float read_number(const JsonNode& node) {
  if (!node.is_text()) return float(node.number());
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float values[] = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity};
  return values[node.one_of({"nan", "inf", "-inf"})];
}

std::uint64_t read_hex(const JsonNode& node) {
  const std::string digits = node.string();
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  if (!digits.starts_with("0x") || digits.size() < 3) node.refuse(text(Text::trace_file_address));
  const auto [stop, error] = std::from_chars(digits.data() + 2, end, value, 16);
  if (error != std::errc() || stop != end) node.refuse(text(Text::trace_file_address));
  return value;
}

constexpr int low = std::numeric_limits<int>::min(), high = std::numeric_limits<int>::max();

int read_int(const JsonNode& node) {
  return node.integer(low, high);
}
unsigned read_unsigned(const JsonNode& node) {
  return unsigned(node.whole(0, std::numeric_limits<unsigned>::max()));
}
std::size_t read_size(const JsonNode& node) {
  return std::size_t(node.whole(0, largest));
}

ChannelRequest read_channels(const JsonNode& node) {
  node.allow({"x", "y", "z", "w", "kind"});
  return {read_int(node.at("x")), read_int(node.at("y")), read_int(node.at("z")), read_int(node.at("w")),
          read_int(node.at("kind"))};
}

ArrayRequest read_array(const JsonNode& node) {
  node.allow({"channels", "width", "height", "depth", "flags", "levels"});
  return {read_channels(node.at("channels")), read_size(node.at("width")),
          read_size(node.at("height")),       read_size(node.at("depth")),
          read_unsigned(node.at("flags")),    read_unsigned(node.at("levels"))};
}

void read_memory(const JsonNode& node, TextureRequest& request) {
  node.allow({"address", "channels", "size_in_bytes", "width", "height", "pitch_in_bytes"});
  request.address = read_hex(node.at("address"));
  request.channels = read_channels(node.at("channels"));
  request.size_in_bytes = read_size(node.at("size_in_bytes"));
  request.width = read_size(node.at("width"));
  request.height = read_size(node.at("height"));
  request.pitch_in_bytes = read_size(node.at("pitch_in_bytes"));
}

// As many items as the array has.
template <class Item, std::size_t count, class Read>
void read_list(const JsonNode& node, std::array<Item, count>& into, Read read) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != count) node.refuse(say(Text::trace_file_count, {std::to_string(count)}));
  for (std::size_t i = 0; i < count; ++i)
    into[i] = read(items[i]);
}

SamplerRequest read_sampler(const JsonNode& node) {
  node.allow({"address_mode", "filter_mode", "read_mode", "srgb", "border_color", "normalized_coords",
              "max_anisotropy", "mipmap_filter_mode", "mipmap_level_bias", "min_mipmap_level_clamp",
              "max_mipmap_level_clamp", "disable_trilinear_optimization", "seamless_cubemap"});
  SamplerRequest s;
  read_list(node.at("address_mode"), s.address_mode, read_int);
  s.filter_mode = read_int(node.at("filter_mode"));
  s.read_mode = read_int(node.at("read_mode"));
  s.srgb = node.at("srgb").flag();
  read_list(node.at("border_color"), s.border_color, read_number);
  s.normalized_coords = node.at("normalized_coords").flag();
  s.max_anisotropy = read_unsigned(node.at("max_anisotropy"));
  s.mipmap_filter_mode = read_int(node.at("mipmap_filter_mode"));
  s.mipmap_level_bias = read_number(node.at("mipmap_level_bias"));
  s.min_mipmap_level_clamp = read_number(node.at("min_mipmap_level_clamp"));
  s.max_mipmap_level_clamp = read_number(node.at("max_mipmap_level_clamp"));
  s.disable_trilinear_optimization = node.at("disable_trilinear_optimization").flag();
  s.seamless_cubemap = node.at("seamless_cubemap").flag();
  return s;
}

ViewRequest read_view(const JsonNode& node) {
  node.allow(
      {"format", "width", "height", "depth", "first_level", "last_level", "first_layer", "last_layer"});
  return {read_int(node.at("format")),           read_size(node.at("width")),
          read_size(node.at("height")),          read_size(node.at("depth")),
          read_unsigned(node.at("first_level")), read_unsigned(node.at("last_level")),
          read_unsigned(node.at("first_layer")), read_unsigned(node.at("last_layer"))};
}

TextureRequest read_request(const JsonNode& node) {
  node.allow({"resource", "array", "memory", "sampler", "view", "surface"});
  TextureRequest request;
  request.resource = ResourceKind(read_int(node.at("resource")));
  if (const auto array = node.find("array")) request.array = read_array(*array);
  if (const auto memory = node.find("memory")) read_memory(*memory, request);
  request.sampler = read_sampler(node.at("sampler"));
  if (const auto view = node.find("view")) request.view = read_view(*view);
  request.use.surface = node.at("surface").flag();
  return request;
}

std::vector<Finding> read_findings(const JsonNode& list) {
  std::vector<Finding> findings;
  for (const JsonNode& node : list.items()) {
    node.allow({"kind", "field", "sentence", "rule", "error", "cure"});
    const std::size_t kind = node.at("kind").one_of(
        {"refused", "altered", "freed", "suspicious", "leaked", "unused", "unchecked"});
    findings.push_back({FindingKind(kind), node.at("field").string(), node.at("sentence").string(),
                        node.at("rule").string(), node.at("error").string(), node.at("cure").string()});
  }
  return findings;
}

TracedObject read_object(const JsonNode& node) {
  node.allow({"number", "kind", "call", "error", "count", "alive", "process", "thread", "device", "context",
              "seconds", "requested", "in_effect", "findings", "stack", "texels"});
  TracedObject object;
  object.number = node.at("number").integer(1, high);
  object.kind = ObjectKind(node.at("kind").one_of({"texture", "surface", "array"}));
  object.call = node.at("call").string();
  object.error = node.at("error").string();
  object.count = read_size(node.at("count"));
  object.alive = read_size(node.at("alive"));
  object.process = read_unsigned(node.at("process"));
  object.thread = read_unsigned(node.at("thread"));
  object.device = read_int(node.at("device"));
  object.context = read_hex(node.at("context"));
  object.seconds = node.at("seconds").number();
  object.request = read_request(node.at("requested"));
  object.findings = read_findings(node.at("findings"));
  for (const JsonNode& frame : node.at("stack").items()) {
    frame.allow({"module", "offset", "function"});
    object.stack.push_back(
        {frame.at("module").string(), read_hex(frame.at("offset")), frame.at("function").string()});
  }
  for (const JsonNode& file : node.at("texels").items()) {
    file.allow({"file", "launch"});
    object.texels.push_back({file.at("file").string(), read_size(file.at("launch"))});
  }
  if (object.kind == ObjectKind::texture) object.effective = effective_sampler(object.request);
  return object;
}
} // namespace

std::string write_trace_report(const TraceReport& report) {
  Json processes = Json::array(), objects = Json::array();
  for (const TracedProcess& each : report.processes)
    processes.push_back({{"process", each.process},
                         {"parent", each.parent},
                         {"program", each.program},
                         {"problem", each.problem}});
  for (const TracedObject& each : report.objects)
    objects.push_back(to_json(each));
  return json_text({{"version", trace_report_version},
                    {"program", std::string("texelscope ") + version()},
                    {"command", report.command},
                    {"exit_code", report.exit_code},
                    {"lost_records", whole(report.lost)},
                    {"processes", std::move(processes)},
                    {"findings", to_json(report.findings)},
                    {"objects", std::move(objects)}});
}

TraceReport parse_trace_report(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue root = parse_strict_json(source, max_report_levels);
  const JsonNode node(source, root);
  if (const auto version = node.find("version");
      !version || version->whole(0, largest) != trace_report_version)
    node.refuse(text(Text::trace_file_version));
  node.allow(
      {"version", "program", "command", "exit_code", "lost_records", "processes", "findings", "objects"});
  TraceReport report;
  for (const JsonNode& word : node.at("command").items())
    report.command.push_back(word.string());
  report.exit_code = node.at("exit_code").integer(0, 255);
  report.lost = read_size(node.at("lost_records"));
  for (const JsonNode& each : node.at("processes").items()) {
    each.allow({"process", "parent", "program", "problem"});
    report.processes.push_back({read_unsigned(each.at("process")), read_unsigned(each.at("parent")),
                                each.at("program").string(), each.at("problem").string()});
  }
  report.findings = read_findings(node.at("findings"));
  for (const JsonNode& each : node.at("objects").items())
    report.objects.push_back(read_object(each));
  return report;
}

bool is_trace_report_file(const std::filesystem::path& path) try {
  if (ending_of(path) != ".json") return false;
  const std::string json = read_text_file(path, max_trace_report_bytes), name = path.string();
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_report_levels);
  const JsonNode root(source, tree);
  return root.find("lost_records") && root.find("objects");
} catch (const std::exception&) {
  return false;
}

TraceReport load_trace_report(const std::filesystem::path& path) {
  return parse_trace_report(read_text_file(path, max_trace_report_bytes), input_name(path));
}

} // namespace texelscope::trace
