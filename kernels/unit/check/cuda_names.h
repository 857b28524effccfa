// The names by which CUDA knows a session's fields and their values.
#pragma once

#include <string>
#include <string_view>

#include "kernels/unit/check/check_notes.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::checking {

inline constexpr const char* array_flags = "cudaMalloc3DArray::flags";

inline std::string texture_member(std::string_view member) {
  return "cudaTextureDesc::" + std::string(member);
}
inline std::string view_member(std::string_view member) {
  return "cudaResourceViewDesc::" + std::string(member);
}
constexpr const char* channels_field(ResourceKind resource) {
  if (resource == ResourceKind::linear) return "cudaResourceDesc::res.linear.desc";
  return is_array(resource) ? "cudaChannelFormatDesc" : "cudaResourceDesc::res.pitch2D.desc";
}
std::string address_member(std::size_t axis); // "addressMode[0]"
std::string address_enumerator(int mode);     // "cudaAddressModeWrap"; a number if it is none

// What the note is about; empty if descriptors have no such setting.
std::string cuda_field(const Note& note, ResourceKind resource);

// The note's fix: "cudaTextureDesc::normalizedCoords = 1"; empty if there is none.
std::string cuda_cure(const Note& note, ResourceKind resource);

} // namespace texelscope::checking
