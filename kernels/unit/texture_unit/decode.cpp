#include "kernels/unit/texture_unit/decode.h"

#include <algorithm>
#include <cstring>

#include "kernels/ground/base/half.h"
#include "kernels/unit/texture_unit/srgb.h"

namespace texelscope::unit {

namespace {
std::int32_t sign_extended(std::uint32_t bits, int width) {
  return width == 8 ? std::int8_t(bits) : width == 16 ? std::int16_t(bits) : std::int32_t(bits);
}

// Numerator and denominator of a normalized channel. The most negative code represents -1, like its neighbor.
struct Ratio {
  int code;
  int largest;
};
Ratio ratio(Channel kind, std::uint32_t bits) {
  switch (kind) {
  case Channel::unorm8:
    return {int(bits), 255};
  case Channel::snorm8:
    return {std::max(sign_extended(bits, 8), -127), 127};
  case Channel::unorm16:
    return {int(bits), 65535};
  case Channel::unorm10:
    return {int(bits >> 6), 1023};
  default:
    return {std::max(sign_extended(bits, 16), -32767), 32767};
  }
}
} // namespace

Channel channel_kind(const Texture& texture, int channel) {
  const ElementFormat& format = texture.format;
  const Sampler& sampler = texture.sampler;
  if (texture.packed && channel != 3) return Channel::unorm10;
  if (format.kind == ElementKind::floating) return format.bits == 16 ? Channel::half : Channel::single;
  if (sampler.read_mode == ReadMode::element || format.bits == 32) return Channel::integer;
  if (format.kind == ElementKind::signed_int) return format.bits == 8 ? Channel::snorm8 : Channel::snorm16;
  if (sampler.srgb && format.bits == 8 && channel != (format.channels == 2 ? 1 : 3)) return Channel::srgb8;
  return format.bits == 8 ? Channel::unorm8 : Channel::unorm16;
}

double decoded_value(const Texture& texture, int channel, std::uint32_t stored) {
  const Channel kind = channel_kind(texture, channel);
  switch (kind) {
  case Channel::srgb8:
    return half_to_float(srgb_half(stored));
  case Channel::half:
    return half_to_float(std::uint16_t(stored));
  case Channel::single:
    return bits_float(stored);
  case Channel::integer:
    return texture.format.kind == ElementKind::signed_int ? double(sign_extended(stored, texture.format.bits))
                                                          : double(stored);
  default:
    break;
  }
  const auto [code, largest] = ratio(kind, stored);
  return double(code) / largest;
}

// Measured: normalized codes are divided by 255, 127, 65535 or 32767, correctly rounded to a float.
std::uint32_t point_word(const Texture& texture, int channel, std::uint32_t stored) {
  const Channel kind = channel_kind(texture, channel);
  switch (kind) {
  case Channel::srgb8:
    return float_bits(half_to_float(srgb_half(stored)));
  case Channel::half:
    return float_bits(half_to_float(std::uint16_t(stored)));
  case Channel::single:
    return stored;
  case Channel::integer:
    return texture.format.kind == ElementKind::signed_int
               ? std::uint32_t(sign_extended(stored, texture.format.bits))
               : stored;
  default:
    break;
  }
  const auto [code, largest] = ratio(kind, stored);
  return float_bits(float(code) / float(largest));
}

TexelBits stored_texel(const Texture& texture, int level, int x, int y, int z) {
  const ElementFormat& format = texture.format;
  const auto [width, height, depth] = texture.size_of(level);
  const std::size_t index =
      (std::size_t(z) * std::size_t(height) + std::size_t(y)) * std::size_t(width) + std::size_t(x);
  const std::byte* texel = texture.level[std::size_t(level)] + index * std::size_t(format.texel_bytes());
  const std::size_t bytes = std::size_t(format.bits) / 8;
  TexelBits bits = {};
  for (std::size_t c = 0; c < std::size_t(format.channels); ++c)
    std::memcpy(&bits[c], texel + c * bytes, bytes);
  return bits;
}

} // namespace texelscope::unit
