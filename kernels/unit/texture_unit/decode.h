// Step 3: from stored texels to the numbers that are filtered or returned.
#pragma once

#include "kernels/state/session/texel_format.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// How the filter treats a channel. `integer` is returned, never filtered. unorm10: ten bits widened to
// sixteen; points return the ten bits and filters use all.
enum class Channel : std::uint8_t { unorm8, snorm8, unorm16, snorm16, unorm10, srgb8, half, single, integer };

// Measured: with sRGB the last of two or four channels is alpha and stays linear.
Channel channel_kind(const Texture& texture, int channel);

// The format by which APIs without read modes know the texels.
inline const TexelFormatRow& format_as_read(const Texture& texture) {
  if (texture.packed) return *find_texel_format(texture.format, ChannelKind::packed);
  return *texelscope::format_as_read(texture.format, texture.result_type() == ResultType::floating);
}

// The stored channels of a texel, zero extended. z: slice, layer or face.
TexelBits stored_texel(const Texture& texture, int level, int x, int y, int z);

// The number that a channel's stored bits represent: normalized, float or integer.
double decoded_value(const Texture& texture, int channel, std::uint32_t stored);

// The component that a point fetch returns for them.
std::uint32_t point_word(const Texture& texture, int channel, std::uint32_t stored);

} // namespace texelscope::unit
