#include "kernels/studies/trace/trace_findings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kernels/ground/text/texts.h"

namespace texelscope::trace {

namespace {
struct ErrorName {
  std::int32_t number;
  const char *driver, *runtime;
};
constexpr ErrorName error_names[] = {
    {1, "CUDA_ERROR_INVALID_VALUE", "cudaErrorInvalidValue"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "cudaErrorMemoryAllocation"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "cudaErrorInitializationError"},
    {4, "CUDA_ERROR_DEINITIALIZED", "cudaErrorCudartUnloading"},
    {20, nullptr, "cudaErrorInvalidChannelDescriptor"},
    {26, nullptr, "cudaErrorInvalidFilterSetting"},
    {27, nullptr, "cudaErrorInvalidNormSetting"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "cudaErrorDeviceUninitialized"},
    {400, "CUDA_ERROR_INVALID_HANDLE", "cudaErrorInvalidResourceHandle"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "cudaErrorIllegalAddress"},
    {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "cudaErrorContextIsDestroyed"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "cudaErrorLaunchFailure"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "cudaErrorNotSupported"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "cudaErrorStreamCaptureUnsupported"}};

Finding finding(FindingKind kind, std::string field, Sentence sentence, Sentence rule, Sentence cure = {}) {
  return {kind, std::move(field), std::move(sentence), std::move(rule), {}, std::move(cure)};
}

Finding finding(const CheckNote& note) {
  constexpr FindingKind kinds[] = {FindingKind::refused, FindingKind::altered, FindingKind::suspicious,
                                   FindingKind::unused, FindingKind::unchecked};
  return {kinds[std::size_t(note.kind)],   note.field, Sentence::recognized(note.sentence),
          Sentence::recognized(note.rule), note.error, Sentence::recognized(note.cure)};
}

bool is_of_memory(const std::string& field) {
  return field.starts_with("cudaExtent") || field.starts_with("cudaChannelFormatDesc") ||
         field.starts_with("cudaMalloc");
}

// Surfaces and arrays have no sampler: the notes on it are about nothing that the program did.
bool concerns(ObjectKind kind, const CheckNote& note) {
  if (kind == ObjectKind::texture) return true;
  if (kind == ObjectKind::array) return is_of_memory(note.field) && note.kind == CheckKind::refused;
  return note.field.starts_with("cudaResourceDesc::resType") || note.field == "cudaMalloc3DArray::flags";
}

std::vector<Finding> checked(const Request& request) {
  std::vector<Finding> findings;
  for (const CheckNote& note : check(request.request))
    if (concerns(request.kind, note)) findings.push_back(finding(note));
  return findings;
}

bool is_refused(const Finding& finding) {
  return finding.kind == FindingKind::refused;
}

// CUDA is right: what it accepted was not refused, whatever the rules say.
void fit_accepted(const Request& request, std::vector<Finding>& findings) {
  for (Finding& each : findings) {
    if (!is_refused(each)) continue;
    each.kind = FindingKind::suspicious;
    each.sentence.append(request.through_runtime ? Text::trace_accepted : Text::trace_accepted_driver);
    each.error.clear();
  }
}

// And what it refused was refused. Without a reason the error stands alone.
void fit_refused(const Request& request, std::vector<Finding>& findings) {
  if (request.null_array)
    findings.insert(findings.begin(),
                    {FindingKind::refused, "cudaResourceDesc::res", Text::trace_null_array,
                     Text::trace_null_array_rule, request.error, Text::trace_null_array_cure});
  else if (std::ranges::none_of(findings, is_refused))
    findings.insert(findings.begin(), {FindingKind::refused,
                                       request.call,
                                       Sentence(Text::trace_refused, {request.call, request.error}),
                                       Text::trace_refused_rule,
                                       request.error,
                                       {}});
}
} // namespace

std::string call_name(RecordKind kind, Api api) {
  const bool driver = api == Api::driver;
  switch (kind) {
  case RecordKind::surface_create:
    return driver ? "cuSurfObjectCreate" : "cudaCreateSurfaceObject";
  case RecordKind::array_create:
    return driver ? "cuArrayCreate" : "cudaMallocArray";
  case RecordKind::mipmapped_create:
    return driver ? "cuMipmappedArrayCreate" : "cudaMallocMipmappedArray";
  default:
    return driver ? "cuTexObjectCreate" : "cudaCreateTextureObject";
  }
}

std::string error_name(std::int32_t result, Api api) {
  if (result == 0) return {};
  const bool driver = api == Api::driver;
  const auto* found = std::ranges::find(error_names, result, &ErrorName::number);
  if (found != std::end(error_names))
    if (const char* name = driver ? found->driver : found->runtime) return name;
  return (driver ? "CUresult " : "cudaError_t ") + std::to_string(result);
}

std::vector<Finding> findings_of(const Request& request) {
  std::vector<Finding> findings;
  if (!request.null_array) findings = checked(request);
  if (request.error.empty())
    fit_accepted(request, findings);
  else
    fit_refused(request, findings);
  if (request.past_allocation > 0)
    findings.push_back(finding(FindingKind::suspicious,
                               request.request.resource == ResourceKind::linear
                                   ? "cudaResourceDesc::res.linear.sizeInBytes"
                                   : "cudaResourceDesc::res.pitch2D",
                               Sentence(Text::trace_past_end, {std::to_string(request.past_allocation)}),
                               Text::trace_past_end_rule));
  sort_findings(findings);
  return findings;
}

std::vector<Finding> findings_of(ObjectKind kind, const Fate& fate) {
  std::vector<Finding> findings;
  const auto of_all = [&](std::uint64_t number, Text one, Text some) {
    return Sentence(fate.count == 1 ? one : some, {std::to_string(number), std::to_string(fate.count)});
  };
  const char* destroy = kind == ObjectKind::texture   ? "cudaDestroyTextureObject"
                        : kind == ObjectKind::surface ? "cudaDestroySurfaceObject"
                                                      : "cudaFreeArray";
  if (fate.freed > 0)
    findings.push_back(finding(FindingKind::freed, "cudaResourceDesc::res",
                               of_all(fate.freed, Text::trace_freed, Text::trace_freed_some),
                               Text::trace_freed_rule, Sentence(Text::trace_freed_cure, {destroy})));
  if (fate.destroyed_twice > 0)
    findings.push_back(finding(FindingKind::suspicious, destroy,
                               fate.destroyed_twice == 1
                                   ? Sentence(Text::trace_twice)
                                   : Sentence(Text::trace_twice_some, {std::to_string(fate.destroyed_twice)}),
                               Text::trace_twice_rule, Text::trace_twice_cure));
  if (fate.with_context > 0)
    findings.push_back(
        finding(FindingKind::leaked, destroy,
                of_all(fate.with_context, Text::trace_with_context, Text::trace_with_context_some),
                Text::trace_with_context_rule, destroy));
  if (fate.alive > 0 && !fate.crashed)
    findings.push_back(finding(FindingKind::leaked, destroy,
                               of_all(fate.alive, Text::trace_leaked, Text::trace_leaked_some),
                               Text::trace_leaked_rule, destroy));
  return findings;
}

void sort_objects(TraceReport& report) {
  const auto gravity = [](const TracedObject& object) {
    const int kind = object.findings.empty() ? 100 : int(object.findings.front().kind);
    return std::pair(kind, object.kind);
  };
  std::ranges::stable_sort(report.objects, {}, gravity);
}

void sort_findings(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, {}, &Finding::kind);
}

} // namespace texelscope::trace
