// What `texelscope trace --set` changes in the descriptors of a program's texture objects: the library in the
// traced program reads a file of ObjectChange, with all numbers little endian. The structs have no padding.
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

// Of which texture objects: of all, of the one that its process makes as its `number`th, or of those that are
// made below the place of the program's code that a report calls "module+offset". Later ones go on from what
// earlier ones have changed.
struct ObjectChange {
  DescriptorChange change;
  std::uint64_t number = 0;          // 0: it does not matter
  std::uint64_t offset = 0;          // in the file of code
  std::array<char, 240> module = {}; // the file's name without its folder, and a zero; empty: anywhere
};
inline constexpr std::size_t max_changes = 32;

static_assert(sizeof(DescriptorChange) == 2 * sizeof(TextureDesc) &&
              sizeof(ObjectChange) == sizeof(DescriptorChange) + 256 &&
              std::has_unique_object_representations_v<ObjectChange>);

} // namespace texelscope::trace
