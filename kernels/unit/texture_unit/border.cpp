#include "kernels/unit/texture_unit/border.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/base/half.h"
#include "kernels/unit/texture_unit/decode.h"

namespace texelscope::unit {

namespace {
// NaN counts as 0.
float limited(float color, float lowest) {
  return std::isnan(color) ? 0.0f : std::clamp(color, lowest, 1.0f);
}

// Measured at the thresholds of all 8-bit codes and one in a hundred 16-bit ones: the magnitude is truncated
// to four bits more than the code has, multiplied by the largest code and rounded, halves down.
std::uint32_t encode(float magnitude, int bits, int largest) {
  const int fixed_bits = bits + 4;
  const auto fixed = std::int64_t(magnitude * float(1 << fixed_bits));
  return std::uint32_t((fixed * largest + (1 << (fixed_bits - 1)) - 1) >> fixed_bits);
}
std::uint32_t encode_unsigned(float color, int bits) {
  return encode(limited(color, 0), bits, (1 << bits) - 1);
}
std::uint32_t encode_signed(float color, int bits) {
  const float value = limited(color, -1);
  const std::uint32_t magnitude = encode(std::fabs(value), bits - 1, (1 << (bits - 1)) - 1);
  return (value < 0 ? 0u - magnitude : magnitude) & ((1u << bits) - 1u);
}

// Measured at the thresholds of all codes (one of them differs, by one ulp of the color): the sRGB curve in
// floats, with the exponent 0.41666 as printed in graphics APIs, rounded to the nearest code.
std::uint32_t encode_srgb(float color) {
  const float linear = limited(color, 0);
  const float curve = linear < 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 0.41666f) - 0.055f;
  return std::uint32_t(std::nearbyint(curve * 255));
}

// Measured: border colors become halves by truncation toward zero, the largest half at most; a NaN keeps its
// upper payload and stays a NaN.
std::uint32_t truncate_to_half(float color) {
  const std::uint32_t bits = float_bits(color), sign = (bits >> 16) & 0x8000u;
  if (std::isnan(color)) return sign | 0x7c00u | std::max(1u, (bits >> 13) & 1023u);
  const std::uint16_t nearest = float_to_half(color);
  if (std::isinf(color)) return nearest;
  return std::fabs(half_to_float(nearest)) > std::fabs(color) ? nearest - 1u
                                                              : nearest; // halves are ordered by bits
}

// Measured: element reads of integers take the low bits of the float unchanged.
std::uint32_t low_bits(float color, int bits) {
  return float_bits(color) & (bits == 32 ? 0xffffffffu : (1u << bits) - 1u);
}

std::uint32_t encode_channel(const Texture& texture, int channel) {
  const float color = texture.sampler.border_color[std::size_t(channel)];
  switch (channel_kind(texture, channel)) {
  case Channel::unorm8:
    return encode_unsigned(color, 8);
  case Channel::unorm16:
  case Channel::unorm10:
    return encode_unsigned(color, 16);
  case Channel::snorm8:
    return encode_signed(color, 8);
  case Channel::snorm16:
    return encode_signed(color, 16);
  case Channel::srgb8:
    return encode_srgb(color);
  case Channel::half:
    return truncate_to_half(color);
  case Channel::single:
    return float_bits(color);
  case Channel::integer:
    break;
  }
  return low_bits(color, texture.format.bits);
}
} // namespace

TexelBits border_bits(const Texture& texture) {
  TexelBits bits = {};
  for (int c = 0; c < texture.format.channels; ++c)
    bits[std::size_t(c)] = encode_channel(texture, c);
  return bits;
}

} // namespace texelscope::unit
