#include "kernels/image/block_compression/decode.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/image/block_compression/block_info.h"
#include "kernels/image/block_compression/interpolate.h"

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
