#include "kernels/studies/trace_report/trace_text.h"

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/trace_report/kernel_times.h"
#include "kernels/unit/check/request_session.h"

namespace texelscope::trace {

namespace {
constexpr std::size_t max_frames_shown = 4;

// Notes as check() prints them, moved to the right.
std::string findings_text(const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& each : findings) {
    lines += "  " + say(Text::check_note, {name(each.kind), each.field, each.sentence.str()});
    if (!each.error.empty()) lines += say(Text::trace_error_line, {each.error});
    if (!each.rule.empty()) lines += "  " + say(Text::check_note_rule, {each.rule.str()});
    if (!each.cure.empty()) lines += "  " + say(Text::check_note_cure, {each.cure.str()});
  }
  return lines;
}

std::string stack_text(const std::vector<Frame>& stack, std::size_t max_frames) {
  std::string lines;
  for (std::size_t i = 0; i < std::min(stack.size(), max_frames); ++i)
    lines += say(i == 0 ? Text::trace_made_at : Text::trace_called_from, {place_text(stack[i])});
  return lines;
}

std::string head_text(const TracedObject& object) {
  std::string times = counted(object.count, Text::trace_once, Text::trace_times);
  const std::uint64_t number = object.texture_number;
  if (number != 0 && number != std::uint64_t(object.number))
    times += say(Text::trace_texture_number, {std::to_string(number)});
  std::string lines = say(Text::trace_object, {std::to_string(object.number), object_text(object), times});
  if (!object.error.empty()) lines += say(Text::trace_call_refused, {object.call, object.error});
  if (object.changed) lines += text(Text::trace_set_done);
  if (!object.change_error.empty()) lines += say(Text::trace_set_refused, {object.change_error});
  return lines;
}

std::optional<std::string> original_text(const TracedObject& object) {
  TextureRequest own = object.request;
  if (object.original) own.sampler = *object.original;
  const auto session = object.original ? request_session(own) : std::nullopt;
  if (!session) return std::nullopt;
  return sampler_text(session->sampler, session->texture.dimension);
}

std::string whole_object(const TracedObject& object) {
  std::string lines = "\n" + head_text(object);
  lines += say(Text::trace_where, {fmt::format("{:.3f}", object.seconds), std::to_string(object.process),
                                   std::to_string(object.thread),
                                   object.device < 0 ? std::string("?") : std::to_string(object.device)});
  lines += stack_text(object.stack, max_frames_shown);
  if (const auto session = request_session(object.request);
      session && object.kind == ObjectKind::texture && object.effective) {
    const Dimension dimension = session->texture.dimension;
    const std::string requested = sampler_text(session->sampler, dimension),
                      effective = sampler_text(*object.effective, dimension);
    if (const auto original = original_text(object)) lines += say(Text::trace_original, {*original});
    lines += say(Text::trace_requested, {requested});
    if (effective != requested) lines += say(Text::trace_effective, {effective});
  }
  for (const TexelFile& file : object.texels)
    lines += say(Text::trace_texels_line, {file.file});
  return lines + findings_text(object.findings);
}

std::string resource_text(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::array:
    return text(Text::trace_of_array);
  case ResourceKind::mipmapped_array:
    return text(Text::trace_of_mipmapped);
  case ResourceKind::linear:
    return text(Text::trace_of_linear);
  case ResourceKind::pitch_2d:
    return text(Text::trace_of_pitch);
  }
  return "?";
}

std::string size_and_levels(const Session& session) {
  const TextureSpec& texture = session.texture;
  std::string size = size_text(texture);
  if (texture.levels > 1)
    size += ", " + counted(std::size_t(texture.levels), Text::trace_level, Text::trace_levels);
  return size;
}

std::string comparison_text(const OriginalComparison& original) {
  const std::string compared = std::to_string(original.compared),
                    different = std::to_string(original.different);
  if (!original.why_not.empty()) return say(Text::trace_original_unknown, {original.why_not});
  if (original.different == 0) return say(Text::trace_original_same, {compared});
  if (original.greatest == 0) return say(Text::trace_original_differs, {different, compared});
  return say(Text::trace_original_differs_by,
             {different, compared, fmt::format("{:.6g}", original.greatest)});
}

std::string fetched_text(const FetchedObject& fetched) {
  std::string line = fetched.object == 0
                         ? say(Text::trace_fetched_unknown, {std::to_string(fetched.recorded)})
                         : say(Text::trace_fetched_object,
                               {std::to_string(fetched.object), std::to_string(fetched.recorded)});
  if (!fetched.least.empty()) line += ", " + ranges_text(fetched);
  line += "\n";
  if (fetched.outside > 0) line += say(Text::trace_fetched_outside, {std::to_string(fetched.outside)});
  if (fetched.not_finite > 0)
    line += say(Text::trace_fetched_not_finite, {std::to_string(fetched.not_finite)});
  if (fetched.compared > 0)
    line += say(Text::trace_fetched_compared,
                {std::to_string(fetched.compared - fetched.different), std::to_string(fetched.compared)});
  if (fetched.original) line += comparison_text(*fetched.original);
  return line;
}

// Of how many warps one would have fitted.
std::uint64_t every(const FetchesReport& report) {
  std::uint64_t recorded = 0;
  for (const FetchSite& site : report.sites)
    for (const FetchedObject& fetched : site.objects)
      recorded += fetched.recorded;
  return report.dropped / std::max<std::uint64_t>(recorded, 1) + 2;
}

std::string fetches_text(const FetchesReport& report) {
  std::uint64_t all = 0;
  for (const FetchSite& site : report.sites)
    all += site.fetches;
  std::string lines =
      "\n" + say(Text::trace_fetches,
                 {std::to_string(all), counted(report.sites.size(), Text::trace_site, Text::trace_sites)});
  for (const std::string& note : report.notes)
    lines += "  " + note + "\n";
  for (const UnrecordedModule& module : report.unrecorded) {
    lines += say(Text::trace_unrecorded, {std::to_string(module.process), module.reason});
    if (!module.cure.empty()) lines += "  " + say(Text::check_note_cure, {module.cure});
  }
  if (report.dropped > 0)
    lines += say(Text::trace_dropped, {std::to_string(report.dropped), std::to_string(every(report))});
  if (report.uncounted > 0) lines += text(Text::trace_uncounted);
  if (!report.file.empty()) lines += say(Text::trace_fetches_line, {report.file});
  for (const FetchSite& site : report.sites) {
    lines += say(Text::trace_site_line, {site.instruction, site.function,
                                         site.places.empty() ? std::string() : " " + site.places.front()});
    lines += say(Text::trace_site_counts, {std::to_string(site.fetches), std::to_string(site.warps)});
    for (const FetchedObject& fetched : site.objects)
      lines += fetched_text(fetched);
  }
  return lines;
}
} // namespace

std::string sampler_text(const Sampler& sampler, Dimension dimension) {
  const std::size_t axes = dimension == Dimension::d3 ? 3 : is_1d(dimension) ? 1 : 2;
  std::string modes;
  for (std::size_t axis = 0; axis < axes; ++axis)
    modes += " " + std::string(identifier(sampler.address[axis]));
  std::string line = fmt::format("filterMode {}, addressMode{}, readMode {}, normalizedCoords {}",
                                 identifier(sampler.filter), modes, identifier(sampler.read_mode),
                                 int(sampler.normalized_coords));
  if (sampler.srgb) line += ", sRGB 1";
  if (sampler.max_anisotropy > 1) line += ", maxAnisotropy " + std::to_string(sampler.max_anisotropy);
  return line;
}

std::string object_text(const TracedObject& object) {
  std::string what(name(object.kind));
  if (object.kind != ObjectKind::array) what += " " + resource_text(object.request.resource);
  const auto session = request_session(object.request);
  if (!session) return what;
  const ElementFormat& format = session->texture.format;
  return fmt::format("{}, {}, {}, {} x {} bits {}", what, identifier(session->texture.dimension),
                     size_and_levels(*session), format.channels, format.bits, identifier(format.kind));
}

std::string ranges_text(const FetchedObject& fetched) {
  std::string line;
  for (std::size_t i = 0; i < fetched.least.size(); ++i)
    line += (i == 0 ? "" : ", ") +
            say(Text::trace_range, {std::string(1, "xyz"[i]), fmt::format("{:.6g}", fetched.least[i]),
                                    fmt::format("{:.6g}", fetched.greatest[i])});
  return line;
}

std::string trace_summary(const TraceReport& report) {
  std::size_t with_findings = 0;
  std::string list;
  for (int gravity = 0; gravity <= int(FindingKind::unchecked); ++gravity) {
    const auto kind = FindingKind(gravity);
    const std::size_t count = count_of(report, kind);
    with_findings += count;
    if (count > 0) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, name(kind));
  }
  if (report.objects.empty()) return text(Text::trace_no_objects);
  if (with_findings == 0) return counted(report.objects.size(), Text::trace_clean_one, Text::trace_clean);
  return say(Text::trace_found, {std::to_string(with_findings), std::to_string(report.objects.size()), list});
}

std::string trace_text(const TraceReport& report) {
  std::string lines = say(Text::trace_title, {command_text(report), std::to_string(report.exit_code)}) +
                      trace_summary(report) + "\n";
  for (const TracedProcess& each : report.processes)
    if (!each.problem.empty())
      lines += say(Text::trace_process_problem, {std::to_string(each.process), each.program, each.problem});
  if (!report.set.empty()) lines += say(Text::trace_set_title, {report.set});
  if (!report.set.empty() && !report.fetches) lines += text(Text::trace_set_no_fetches);
  if (report.lost > 0) lines += say(Text::trace_lost, {std::to_string(report.lost)});
  lines += findings_text(report.findings);
  std::string clean;
  for (const TracedObject& object : report.objects)
    if (object.findings.empty())
      clean += head_text(object) + stack_text(object.stack, 1);
    else
      lines += whole_object(object);
  if (!clean.empty()) lines += "\n" + clean;
  if (report.fetches) lines += fetches_text(*report.fetches);
  if (report.times) lines += times_text(*report.times);
  return lines;
}

} // namespace texelscope::trace
