// What `texelscope trace --set` changes in the descriptors of a program's texture objects: the file that the
// library in the traced program reads, with all numbers little endian. The struct has no padding.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "texelscope/texture_desc.h"

namespace texelscope::trace {

inline constexpr std::size_t desc_words = sizeof(TextureDesc) / 4; // each is an element of a member

struct DescriptorChange {
  std::array<std::uint32_t, desc_words> values = {}, masks = {}; // masks: all ones for what is changed

  TextureDesc applied_to(const TextureDesc& desc) const {
    auto words = std::bit_cast<std::array<std::uint32_t, desc_words>>(desc);
    for (std::size_t i = 0; i < desc_words; ++i)
      words[i] = (words[i] & ~masks[i]) | (values[i] & masks[i]);
    return std::bit_cast<TextureDesc>(words);
  }
};
static_assert(sizeof(DescriptorChange) == 2 * sizeof(TextureDesc) &&
              std::has_unique_object_representations_v<DescriptorChange>);

} // namespace texelscope::trace
