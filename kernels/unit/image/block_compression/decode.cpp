#include "kernels/unit/image/block_compression/decode.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image/block_compression/block_info.h"
#include "kernels/unit/image/block_compression/interpolate.h"

namespace texelscope::bc {

namespace {

constexpr std::uint16_t half_one = 0x3c00;

int channel_of(Format format, const Plane& plane, const std::array<Endpoint, 2>& ends, std::size_t c,
               int index) {
  const int first = ends[0].expanded[c], second = ends[1].expanded[c];
  switch (plane.palette) {
  case Palette::four_colors:
  case Palette::three_colors:
    return interpolate_color(plane.palette, c == 1 ? 6 : 5, ends[0].raw[c], ends[1].raw[c], index);
  case Palette::eight_values:
  case Palette::six_values:
    if (format == Format::bc3) return interpolate_alpha(plane.palette, first, second, index);
    return interpolate_value(plane.palette, is_snorm(format), first, second, index);
  case Palette::stated:
    return 17 * index;
  case Palette::weights:
    break;
  }
  const int weight = weight_of(plane.index_bits, index);
  return is_bc6h(format) ? interpolate_half(format == Format::bc6h_signed, first, second, weight)
                         : interpolate_bc7(first, second, weight);
}

void set_channels(const BlockInfo& info, const Plane& plane, std::size_t i, Texel& texel) {
  const Texel entry = palette_entry(info, plane, info.subset[i], plane.indices[i]);
  const auto begin = std::size_t(plane.first_channel), end = begin + std::size_t(plane.channels);
  std::copy(entry.begin() + begin, entry.begin() + end, texel.begin() + begin);
  if (info.format == Format::bc1) texel[3] = entry[3];
}

} // namespace

Texel palette_entry(const BlockInfo& info, const Plane& plane, int subset, int index) {
  Texel entry = {};
  const auto begin = std::size_t(plane.first_channel), end = begin + std::size_t(plane.channels);
  for (std::size_t c = begin; c < end; ++c)
    entry[c] = std::uint16_t(channel_of(info.format, plane, plane.endpoints[std::size_t(subset)], c, index));
  if (info.format == Format::bc1) entry[3] = plane.palette == Palette::three_colors && index == 3 ? 0 : 255;
  return entry;
}

Texels decode(Format format, const std::byte* block) {
  const BlockInfo info = describe(format, block);
  Texels texels = {};
  for (std::size_t i = 0; i < texels.size(); ++i) {
    Texel& texel = texels[i];
    if (is_bc6h(format)) texel[3] = half_one;
    for (std::size_t p = 0; p < std::size_t(info.planes) && !info.reserved; ++p)
      set_channels(info, info.plane[p], i, texel);
    if (info.rotation > 0) std::swap(texel[3], texel[std::size_t(info.rotation) - 1]);
  }
  return texels;
}

namespace {
// How far index `index` lies from the first end point to the second.
double exact_step(Palette palette, int index) {
  if (index < 2) return index;
  switch (palette) {
  case Palette::four_colors:
    return (index - 1) / 3.0;
  case Palette::three_colors:
    return 0.5;
  case Palette::eight_values:
    return (index - 1) / 7.0;
  default:
    return (index - 1) / 5.0;
  }
}

// Of the formats that interpolate without a rule for rounding, BC1 to BC5.
double exact_channel(Format format, const Plane& plane, const std::array<Endpoint, 2>& ends, std::size_t c,
                     int index) {
  const bool colors = plane.palette == Palette::four_colors || plane.palette == Palette::three_colors;
  if (plane.palette == Palette::stated) return index / 15.0;
  if (plane.palette == Palette::three_colors && index == 3) return 0;
  if (plane.palette == Palette::six_values && index >= 6) return index == 7 ? 1 : is_snorm(format) ? -1 : 0;
  const double largest = colors ? (c == 1 ? 63 : 31) : is_snorm(format) ? 127 : 255;
  const auto value = [&](const Endpoint& end) { return (colors ? end.raw[c] : end.expanded[c]) / largest; };
  const double step = exact_step(plane.palette, index);
  return value(ends[0]) * (1 - step) + value(ends[1]) * step;
}

double stored_value(Format format, std::uint16_t code) {
  const ElementFormat element = decoded_element(format);
  if (element.kind == ElementKind::floating) return half_to_float(code);
  if (element.kind == ElementKind::signed_int) return std::max(std::int16_t(code) / 32767.0, -1.0);
  return code / (element.bits == 8 ? 255.0 : 65535.0);
}
} // namespace

std::array<double, 4> specified_value(const BlockInfo& info, std::size_t texel) {
  std::array<double, 4> value = {};
  if (is_bc6h(info.format)) value[3] = 1;
  Texel stored = {};
  for (std::size_t p = 0; p < std::size_t(info.planes) && !info.reserved; ++p) {
    const Plane& plane = info.plane[p];
    set_channels(info, plane, texel, stored);
    const auto begin = std::size_t(plane.first_channel), end = begin + std::size_t(plane.channels);
    for (std::size_t c = begin; c < end; ++c)
      value[c] = plane.palette == Palette::weights
                     ? stored_value(info.format, stored[c])
                     : exact_channel(info.format, plane, plane.endpoints[info.subset[texel]], c,
                                     plane.indices[texel]);
  }
  if (info.format == Format::bc1) value[3] = stored_value(info.format, stored[3]);
  if (info.rotation > 0) std::swap(value[3], value[std::size_t(info.rotation) - 1]);
  return value;
}

void decode_surface(Format format, const std::byte* blocks, int width, int height, std::byte* texels) {
  const ElementFormat element = decoded_element(format);
  const auto bytes = std::size_t(element.bits) / 8, channels = std::size_t(element.channels);
  for (int y = 0; y < height; y += 4)
    for (int x = 0; x < width; x += 4, blocks += block_bytes(format)) {
      const Texels block = decode(format, blocks);
      for (int row = 0; row < std::min(height - y, 4); ++row) {
        std::byte* to =
            texels + (std::size_t(y + row) * std::size_t(width) + std::size_t(x)) * bytes * channels;
        for (int column = 0; column < std::min(width - x, 4); ++column)
          for (std::size_t c = 0; c < channels; ++c, to += bytes)
            std::memcpy(to, &block[std::size_t(4 * row + column)][c], bytes); // little endian
      }
    }
}

} // namespace texelscope::bc
