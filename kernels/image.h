// Host images: texels as a texture stores them, and the one rule that converts between element formats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/spec.h"

namespace texelscope {

// Rows of texels from y = 0 on, tightly packed, little endian, channels interleaved.
// `texels` holds width * height * format.texel_bytes() bytes and at least 64 more as padding, so that vector gathers may
// read whole words at the end.
struct Image {
  static constexpr std::size_t padding = 64;

  int width = 0;
  int height = 0;
  ElementFormat format;
  std::vector<std::byte> texels;

  static Image create(int width, int height, ElementFormat format); // zeroed
  std::size_t row_bytes() const { return std::size_t(width) * std::size_t(format.texel_bytes()); }
  std::size_t size_bytes() const { return row_bytes() * std::size_t(height); }
  std::byte* texel(int x, int y) { return texels.data() + std::size_t(y) * row_bytes() + std::size_t(x) * std::size_t(format.texel_bytes()); }
  const std::byte* texel(int x, int y) const { return const_cast<Image*>(this)->texel(x, y); }
  // The stored bits of one channel, zero extended (8 and 16 bits) or whole (32 bits).
  std::uint32_t bits_at(int x, int y, int channel) const;
};

// The real value of a texel: unsigned code / (2^bits - 1); signed code / (2^(bits-1) - 1), at least -1; floats as they are.
double real_value(const ElementFormat& format, std::uint32_t bits);
// The nearest code (ties to even) to a real value clamped to what the format holds; NaN gives 0 in integer formats.
std::uint32_t encode_real(const ElementFormat& format, double value);

// The conversion rule: every channel keeps its real value, rounded to the new format. Channels that `to` adds are 0,
// alpha 1; one channel to four repeats it into r, g and b; fewer channels drop the last ones.
Image convert(const Image& from, const ElementFormat& to);

// Point resampling to another size: texel i of n takes texel floor((i + 0.5) * m / n) of m.
Image resize(const Image& from, int width, int height);

} // namespace texelscope
