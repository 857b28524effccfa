// Internal: how files lay out texels that CUDA does not have, and what they become.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/state/session/texel_format.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

struct TexelLayout {
  enum class Kind : std::uint8_t {
    same,            // CUDA has the format
    masks,           // integer channels within a word of up to 32 bits
    integers,        // the same as integers that are not normalized
    three_channels,  // of the elements of `becomes`, which has a fourth
    shared_exponent, // R9G9B9E5
    small_floats     // R11G11B10
  };
  Kind kind = Kind::same;
  int bytes = 0; // of a texel in the file; 0: that of `becomes`
  // Of red, green, blue and alpha; of one or two channels red (or luminance) and alpha. A mask of 0: the file
  // lacks the channel, which is then 0, alpha 1.
  std::array<std::uint32_t, 4> masks = {};
  ElementFormat becomes;

  bool is_same() const { return kind == Kind::same; }
  // Whether a channel has fewer codes than what it becomes, so that most values lie between two of those.
  bool is_rounded() const;
  bool operator==(const TexelLayout&) const = default;
};

// A word of `bits` bits with masks of at most 16 bits. `luminance`: the texel has no green and no blue.
TexelLayout masked_layout(int bits, const std::array<std::uint32_t, 4>& masks, bool luminance = false);
constexpr TexelLayout three_channels(const ElementFormat& becomes) {
  return {TexelLayout::Kind::three_channels, becomes.bits / 8 * 3, {}, becomes};
}
inline constexpr TexelLayout shared_exponent_layout = {
    TexelLayout::Kind::shared_exponent, 4, {}, {ElementKind::floating, 16, 4}};
inline constexpr TexelLayout small_floats_layout = {
    TexelLayout::Kind::small_floats, 4, {}, {ElementKind::floating, 16, 4}};

// "B5G6R5": the channels of the masks and their bits, from the lowest on.
std::string masks_name(int bits, const std::array<std::uint32_t, 4>& masks, bool luminance = false);

// `texels` holds texels of the layout, and then those that they become. Values are kept if the element has
// them, else the nearest code is taken.
void convert_texels(const TexelLayout& layout, std::vector<std::byte>& texels);

// What was converted, a sentence; empty if nothing was.
std::string conversion_note(const InputFile& file, const TexelLayout& layout, std::string_view name);

} // namespace texelscope
