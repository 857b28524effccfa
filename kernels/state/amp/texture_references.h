// The calls of CUDA's texture references, removed in CUDA 12.0, and what replaces them today.
// docs/texture-references.md has the same rows.
#pragma once

#include <span>
#include <string_view>

#include "kernels/ground/text/text_id.h"

namespace texelscope {

struct TextureReferenceCall {
  std::string_view name;
  std::string_view today; // empty: nothing
  Text changed;
};

std::span<const TextureReferenceCall> texture_reference_calls();
const TextureReferenceCall* find_texture_reference_call(std::string_view name); // null: none

// The former name of a session's field or of one of its choices ("texture.storage.pitch"); null: none.
const TextureReferenceCall* texture_reference_of(std::string_view path);

} // namespace texelscope
