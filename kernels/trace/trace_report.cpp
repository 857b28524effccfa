#include "kernels/trace/trace_report.h"

#include <algorithm>

namespace texelscope::trace {

std::string_view name(FindingKind kind) {
  constexpr std::string_view names[] = {"refused", "altered", "freed",    "suspicious",
                                        "leaked",  "unused",  "unchecked"};
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

bool has_altered_or_refused(const TraceReport& report) {
  return count_of(report, FindingKind::refused) + count_of(report, FindingKind::altered) > 0;
}

const TracedObject* object_of(const TraceReport& report, int number) {
  const auto found = std::ranges::find(report.objects, number, &TracedObject::number);
  return found == report.objects.end() ? nullptr : &*found;
}

} // namespace texelscope::trace
