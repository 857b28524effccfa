#include "kernels/texture_unit/border.h"

#include <algorithm>
#include <cmath>

#include "kernels/half.h"
#include "kernels/texture_unit/decode.h"

namespace texelscope::unit {

namespace {
// Measured: limited to the format's range and rounded to the nearest code, halves up. NaN counts as 0.
std::uint32_t encode(float color, float lowest, float largest, std::uint32_t mask) {
  const float limited = std::isnan(color) ? 0.0f : std::clamp(color, lowest, 1.0f);
  return std::uint32_t(std::int32_t(std::floor(limited * largest + 0.5f))) & mask;
}

// Measured: border colours become halves by truncation toward zero.
std::uint32_t truncate_to_half(float color) {
  const std::uint16_t nearest = float_to_half(color);
  if (!std::isfinite(color)) return nearest;
  return std::fabs(half_to_float(nearest)) > std::fabs(color) ? nearest - 1u
                                                              : nearest; // halves are ordered by bits
}

// Element reads of integers: the colour is taken as a real value in the format's range.
std::uint32_t encode_integer(const ElementFormat& format, float color) {
  const bool is_signed = format.kind == ElementKind::signed_int;
  const double largest = double((std::uint64_t(1) << (is_signed ? format.bits - 1 : format.bits)) - 1);
  const double limited = std::isnan(color) ? 0.0 : std::clamp(double(color), is_signed ? -1.0 : 0.0, 1.0);
  const std::uint32_t mask = format.bits == 32 ? 0xffffffffu : (1u << format.bits) - 1u;
  return std::uint32_t(std::int64_t(std::floor(limited * largest + 0.5))) & mask;
}
} // namespace

TexelBits border_bits(const Effective& state) {
  TexelBits bits = {};
  for (int c = 0; c < state.format.channels; ++c) {
    const float color = state.border_color[std::size_t(c)];
    std::uint32_t& code = bits[std::size_t(c)];
    switch (channel_kind(state, c)) {
    case Channel::unorm8:
      code = encode(color, 0, 255, 0xff);
      break;
    case Channel::snorm8:
      code = encode(color, -1, 127, 0xff);
      break;
    case Channel::unorm16:
      code = encode(color, 0, 65535, 0xffff);
      break;
    case Channel::snorm16:
      code = encode(color, -1, 32767, 0xffff);
      break;
    // sRGB: the colour is linear already.
    case Channel::half:
      code = truncate_to_half(state.srgb ? std::clamp(color, 0.0f, 1.0f) : color);
      break;
    case Channel::single:
      code = float_bits(color);
      break;
    case Channel::integer:
      code = encode_integer(state.format, color);
      break;
    }
  }
  return bits;
}

} // namespace texelscope::unit
