#include "kernels/studies/trace_report/trace_report_file.h"

#include <limits>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/described.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/json_node.h"
#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/studies/trace_report/kernel_times.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope {

template <class Archive>
void describe(Archive& archive, Described<Archive, ChannelRequest>& channels) {
  archive("x", channels.x);
  archive("y", channels.y);
  archive("z", channels.z);
  archive("w", channels.w);
  archive("kind", channels.kind);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, ArrayRequest>& array) {
  archive("channels", array.channels);
  archive("width", array.width);
  archive("height", array.height);
  archive("depth", array.depth);
  archive("flags", array.flags);
  archive("levels", array.levels);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TextureDesc>& desc) {
  for_each_sampler_member([&]<class Value>(const SamplerNames& names, Value TextureDesc::*member, auto) {
    if constexpr (std::is_same_v<Value, std::int32_t>)
      archive(names.stored, desc.*member, as_flag);
    else if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, std::array<TextureAddressMode, 3>>)
      archive(names.stored, desc.*member, as_number);
    else
      archive(names.stored, desc.*member);
  });
}

template <class Archive>
void describe(Archive& archive, Described<Archive, ViewRequest>& view) {
  archive("format", view.format);
  archive("width", view.width);
  archive("height", view.height);
  archive("depth", view.depth);
  archive("first_level", view.first_level);
  archive("last_level", view.last_level);
  archive("first_layer", view.first_layer);
  archive("last_layer", view.last_layer);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TextureRequest>& request) {
  const bool memory = request.resource == ResourceKind::linear || request.resource == ResourceKind::pitch_2d;
  archive("resource", request.resource, as_number);
  archive("array", request.array);
  archive.group("memory", memory, [&](auto& of_memory) {
    of_memory("address", request.address, hex);
    of_memory("channels", request.channels);
    of_memory("size_in_bytes", request.size_in_bytes);
    of_memory("width", request.width);
    of_memory("height", request.height);
    of_memory("pitch_in_bytes", request.pitch_in_bytes);
  });
  archive("sampler", request.sampler);
  archive("view", request.view);
  archive("surface", request.use.surface);
}

namespace trace {

namespace {
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr int max_report_levels = 16;

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

// As it is said when it is written, in whichever language; whoever reads it recognizes the text.
struct AsSaid {
  Json write(const Sentence& sentence) const { return sentence.str(); }
  void read(const JsonNode& node, Sentence& sentence) const {
    sentence = Sentence::recognized(node.string());
  }
};
constexpr AsSaid as_said;
} // namespace

template <class Archive>
void describe(Archive& archive, Described<Archive, Finding>& finding) {
  archive("kind", finding.kind, ByName{std::size_t(FindingKind::unchecked) + 1});
  archive("field", finding.field);
  archive("sentence", finding.sentence, as_said);
  archive("rule", finding.rule, as_said);
  archive("error", finding.error);
  archive("cure", finding.cure, as_said);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, Frame>& frame) {
  archive("module", frame.module);
  archive("offset", frame.offset, hex);
  archive("function", frame.function);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TexelFile>& texels) {
  archive("file", texels.file);
  archive("launch", texels.launch, Within{});
  archive.unless_default("instance", texels.instance, Within{});
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TracedObject>& object) {
  archive("number", object.number, Within{1, std::numeric_limits<int>::max()});
  archive("kind", object.kind, ByName{std::size_t(ObjectKind::array) + 1});
  archive("call", object.call);
  archive("error", object.error);
  archive.unless_default("texture_number", object.texture_number);
  archive("count", object.count);
  archive("alive", object.alive);
  archive("process", object.process);
  archive("thread", object.thread);
  archive("device", object.device);
  archive("context", object.context, hex);
  archive("seconds", object.seconds);
  archive("requested", object.request);
  archive.derived("in_effect", [&] { return effective_json(object.effective); });
  archive("findings", object.findings);
  archive("stack", object.stack);
  archive("texels", object.texels);
  archive.unless_default("changed", object.changed);
  archive("original", object.original);
  archive.unless_default("change_error", object.change_error);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TracedProcess>& process) {
  archive("process", process.process);
  archive("parent", process.parent);
  archive("program", process.program);
  archive("problem", process.problem);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, OriginalComparison>& original) {
  archive("compared", original.compared);
  archive("different", original.different);
  archive("greatest", original.greatest);
  archive.unless_default("why_not", original.why_not);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, FetchedObject>& fetched) {
  archive("object", fetched.object, Within{0, std::numeric_limits<int>::max()});
  archive("recorded", fetched.recorded);
  archive("least", fetched.least);
  archive("greatest", fetched.greatest);
  archive("not_finite", fetched.not_finite);
  archive("outside", fetched.outside);
  archive("compared", fetched.compared);
  archive("different", fetched.different);
  archive("original", fetched.original);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, FetchSite>& site) {
  archive("process", site.process);
  archive("function", site.function);
  archive("instruction", site.instruction);
  archive("places", site.places);
  archive("fetches", site.fetches);
  archive("warps", site.warps);
  archive("objects", site.objects);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, UnrecordedModule>& module) {
  archive("process", module.process);
  archive("reason", module.reason);
  archive("cure", module.cure);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, FetchesReport>& fetches) {
  archive("sites", fetches.sites);
  archive("unrecorded_modules", fetches.unrecorded);
  archive("notes", fetches.notes);
  archive("dropped", fetches.dropped);
  archive("uncounted_contexts", fetches.uncounted);
  archive.unless_default("file", fetches.file);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, KernelRun>& run) {
  archive("launches", run.launches);
  archive.derived("median_ns", [&] { return median_ns(run.ns); });
  archive("total_ns", run.total_ns, not_negative);
  archive("ns", run.ns, not_negative);
  archive("fetches_of_launch", run.fetches, not_negative);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, KernelTimes>& kernel) {
  archive("function", kernel.function);
  archive("with_fetches", kernel.with);
  archive("without_fetches", kernel.without);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TimesReport>& times) {
  archive("kernels", times.kernels);
  archive("notes", times.notes);
}

template <class Archive>
void describe(Archive& archive, Described<Archive, TraceReport>& report) {
  archive.derived("version", [] { return trace_report_version; });
  archive.derived("program", [] { return std::string("texelscope ") + version(); });
  archive("command", report.command);
  archive("exit_code", report.exit_code, Within{0, 255});
  archive.unless_default("set", report.set);
  archive("lost_records", report.lost);
  archive("processes", report.processes);
  archive("findings", report.findings);
  archive("objects", report.objects);
  archive("fetches", report.fetches);
  archive("times", report.times);
}

std::string write_trace_report(const TraceReport& report) {
  return json_text(written(report));
}

TraceReport parse_trace_report(std::string_view json, std::string_view name) {
  const JsonText source{json, name};
  const JsonValue root = parse_strict_json(source, max_report_levels);
  const JsonNode node(source, root);
  if (const auto version = node.find("version");
      !version || version->whole(0, largest) != trace_report_version)
    node.refuse(text(Text::trace_file_version));
  TraceReport report = read_described<TraceReport>(node);
  for (TracedObject& object : report.objects)
    if (object.kind == ObjectKind::texture) object.effective = effective_sampler(object.request);
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
  TraceReport report = parse_trace_report(read_text_file(path, max_trace_report_bytes), input_name(path));
  const auto beside_report = [&](std::string& file) {
    if (!file.empty()) file = (std::filesystem::absolute(path).parent_path() / file).string();
  };
  for (TracedObject& object : report.objects)
    for (TexelFile& texels : object.texels)
      beside_report(texels.file);
  if (report.fetches) beside_report(report.fetches->file);
  return report;
}

} // namespace trace
} // namespace texelscope
