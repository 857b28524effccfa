// From blocks to texels, with nothing rounded that the format does not round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/block_compression/block_format.h"

namespace texelscope::bc {

// Red, green, blue, alpha. BC6H: the bits of half floats. Else a channel is a number over one(format,
// channel): fractions stay exact. Channels that the format lacks are 0, alpha 1.
using Texel = std::array<std::int32_t, 4>;
using Texels = std::array<Texel, 16>; // row after row

// What 1.0 is. BC1 to BC3: sixths of 5 or 6-bit codes. BC3's alpha, BC4, BC5: thirty-fifths of codes of 8
// bits, of 7 and a sign. BC2's alpha: 4 bits. BC7: 8 bits. BC6H: half floats.
constexpr std::int32_t one(Format format, int channel) {
  if (is_bc6h(format)) return 0x3c00;
  if (format == Format::bc7) return 255;
  const bool colors = format <= Format::bc3;
  if (colors && channel < 3) return 6 * (channel == 1 ? 63 : 31);
  if (format == Format::bc2) return 15;
  if (format == Format::bc1 || (!colors && channel >= channels(format))) return 1;
  return 35 * (is_snorm(format) ? 127 : 255);
}

// The real number that a channel of a texel is.
double real_value(Format format, int channel, std::int32_t code);

// `block` holds block_bytes(format) bytes.
Texels decode(Format format, const std::byte* block);

} // namespace texelscope::bc
