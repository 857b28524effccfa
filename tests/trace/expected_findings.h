// What `texelscope trace` finds in each of the programs of tests/trace.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/studies/trace/trace_report.h"

namespace texelscope::tests {

struct ExpectedTrace {
  const char* program; // "faults", "faults_shared" or "driver_faults"
  const char* name;
  const char* finding; // "altered cudaTextureDesc::addressMode[0]"; empty: none at all
  int exit_code = 0;
};

inline constexpr ExpectedTrace expected_traces[] = {
    {"faults", "wrap-in-texels", "altered cudaTextureDesc::addressMode[0]"},
    {"faults", "third-axis", "suspicious cudaTextureDesc::addressMode[2]"},
    {"faults", "pitch-alignment", "refused cudaResourceDesc::res.pitch2D.pitchInBytes"},
    {"faults", "pitch-too-short", "altered cudaResourceDesc::res.pitch2D.pitchInBytes"},
    {"faults", "address-alignment", "refused cudaResourceDesc::res.linear.devPtr"},
    {"faults", "past-the-allocation", "suspicious cudaResourceDesc::res.linear.sizeInBytes"},
    {"faults", "linear-filter-of-integers", "refused cudaTextureDesc::filterMode"},
    {"faults", "normalized-32-bits", "refused cudaTextureDesc::readMode"},
    {"faults", "three-channels", "refused cudaChannelFormatDesc"},
    {"faults", "srgb-of-16-bits", "altered cudaTextureDesc::sRGB"},
    {"faults", "max-level-left-at-zero", "suspicious cudaTextureDesc::maxMipmapLevelClamp"},
    {"faults", "surface-flag", "suspicious cudaMalloc3DArray::flags"},
    {"faults", "surface-of-memory", "refused cudaResourceDesc::resType"},
    {"faults", "freed-memory", "freed cudaResourceDesc::res"},
    {"faults", "freed-array", "freed cudaResourceDesc::res"},
    {"faults", "leak", "leaked cudaDestroyTextureObject"},
    {"faults", "uninitialized-descriptor", "refused cudaTextureDesc::addressMode[0]"},
    {"faults", "view-size", "refused cudaResourceViewDesc::width"},
    {"faults", "cube-faces", "refused cudaExtent::depth"},
    {"faults", "destroyed-twice", "suspicious cudaDestroyTextureObject"},
    {"faults", "threads", "altered cudaTextureDesc::addressMode[0]"},
    {"faults", "graph", "altered cudaTextureDesc::addressMode[0]"},
    {"faults", "in-a-child", "altered cudaTextureDesc::addressMode[0]"},
    {"faults", "in-a-program-started-by-it", "altered cudaTextureDesc::addressMode[0]"},
    {"faults", "crash", "altered cudaTextureDesc::addressMode[0]", 134},
    {"faults", "exit-code", "altered cudaTextureDesc::addressMode[0]", 42},
    {"faults", "clean-array", ""},
    {"faults", "clean-layers", ""},
    {"faults", "clean-mipmapped", ""},
    {"faults", "clean-memory", ""},
    {"faults", "clean-surface", ""},
    {"faults", "clean-pitch", ""},
    {"faults_shared", "wrap-in-texels", "altered cudaTextureDesc::addressMode[0]"},
    {"faults_shared", "linear-filter-of-integers", "refused cudaTextureDesc::filterMode"},
    {"faults_shared", "threads", "altered cudaTextureDesc::addressMode[0]"},
    {"faults_shared", "clean-array", ""},
    {"driver_faults", "mirror-in-texels", "altered cudaTextureDesc::addressMode[0]"},
    {"driver_faults", "linear-filter-of-integers", "suspicious cudaTextureDesc::filterMode"},
    {"driver_faults", "two-contexts", "leaked cudaDestroyTextureObject"},
    {"driver_faults", "clean-driver", ""}};

// "altered cudaTextureDesc::addressMode[0]" for each finding of each object.
inline std::vector<std::string> found_in(const trace::TraceReport& report) {
  std::vector<std::string> found;
  for (const trace::TracedObject& object : report.objects)
    for (const trace::Finding& each : object.findings)
      found.push_back(std::string(name(each.kind)) + " " + each.field);
  return found;
}

inline bool is_as_expected(const trace::TraceReport& report, const ExpectedTrace& expected) {
  const std::vector<std::string> found = found_in(report);
  return std::string(expected.finding).empty() ? found.empty()
                                               : std::ranges::count(found, expected.finding) > 0;
}

} // namespace texelscope::tests
