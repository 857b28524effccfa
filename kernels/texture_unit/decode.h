// Step 3: from stored texels to the numbers that are filtered or returned.
#pragma once

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// What a channel is to the filter. `integer` is returned, never filtered.
enum class Channel : std::uint8_t { unorm8, snorm8, unorm16, snorm16, half, single, integer };

// sRGB decodes colour channels to halves before the filter; alpha (channel 3) stays an 8-bit code.
Channel channel_kind(const Effective& state, int channel);

// The bits that the filter sees, from the bits that the texel stores: differs for sRGB alone.
std::uint32_t decode_bits(const Effective& state, int channel, std::uint32_t stored);

// The number that such bits mean: normalized, float or integer.
double decoded_value(const Effective& state, int channel, std::uint32_t bits);

// The word that a point fetch returns for such bits.
std::uint32_t point_word(const Effective& state, int channel, std::uint32_t bits);

// The channels of texel (x, y) as stored, zero extended.
TexelBits stored_texel(const Texture2D& texture, int x, int y);

} // namespace texelscope::unit
