#include "kernels/studies/trace/trace_report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace texelscope::trace {

std::string_view name(FindingKind kind) {
  constexpr std::string_view names[] = {"refused",    "altered", "freed",  "misread",
                                        "suspicious", "leaked",  "unused", "unchecked"};
  return names[std::size_t(kind)];
}

std::string_view name(ObjectKind kind) {
  constexpr std::string_view names[] = {"texture", "surface", "array"};
  return names[std::size_t(kind)];
}

std::size_t count_of(const TraceReport& report, FindingKind kind) {
  return std::size_t(std::ranges::count_if(report.objects, [kind](const TracedObject& object) {
    return !object.findings.empty() && object.findings.front().kind == kind;
  }));
}

bool has_grave_findings(const TraceReport& report) {
  const auto grave = [](const std::vector<Finding>& findings) {
    return std::ranges::any_of(findings, [](const Finding& each) {
      return each.kind == FindingKind::refused || each.kind == FindingKind::altered ||
             each.kind == FindingKind::misread;
    });
  };
  return grave(report.findings) || std::ranges::any_of(report.objects, grave, &TracedObject::findings);
}

const TracedObject* object_of(const TraceReport& report, int number) {
  const auto found = std::ranges::find(report.objects, number, &TracedObject::number);
  return found == report.objects.end() ? nullptr : &*found;
}

std::uint64_t max_textures(const TraceReport& report) {
  std::map<std::uint32_t, std::uint64_t> of_process;
  std::uint64_t most = 0;
  for (const TracedObject& object : report.objects)
    if (object.kind == ObjectKind::texture) most = std::max(most, of_process[object.process] += object.count);
  return most;
}

std::string module_name(const Frame& frame) {
  return frame.module.substr(frame.module.find_last_of('/') + 1);
}

std::string place_text(const Frame& frame) {
  const std::string file = module_name(frame);
  const std::string place = fmt::format("{}{}{:#x}", file, file.empty() ? "" : "+", frame.offset);
  return frame.function.empty() ? place : fmt::format("{} ({})", frame.function, place);
}

std::string size_text(const TextureSpec& texture) {
  std::string size = std::to_string(texture.width);
  if (!is_1d(texture.dimension)) size += fmt::format(" x {}", texture.height);
  if (has_depth(texture.dimension)) size += fmt::format(" x {}", texture.depth);
  return size;
}

std::string command_text(const TraceReport& report) {
  return fmt::format("{}", fmt::join(report.command, " "));
}

} // namespace texelscope::trace
