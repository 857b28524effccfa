#include "kernels/block_compression/decode.h"

#include <utility>

#include "kernels/block_compression/block_info.h"
#include "kernels/block_compression/interpolate.h"
#include "kernels/half.h"

namespace texelscope::bc {

namespace {

std::int32_t channel_of(Format format, const Plane& plane, int first, int second, int index) {
  switch (plane.palette) {
  case Palette::four_colors:
  case Palette::three_colors:
    return interpolate_color(plane.palette, first, second, index);
  case Palette::eight_values:
  case Palette::six_values:
    return interpolate_value(plane.palette, first, second, index, is_snorm(format) ? -127 : 0,
                             is_snorm(format) ? 127 : 255);
  case Palette::stated:
    return index;
  case Palette::weights:
    break;
  }
  const int weight = weight_of(plane.index_bits, index);
  return is_bc6h(format) ? interpolate_half(format == Format::bc6h_signed, first, second, weight)
                         : interpolate_bc7(first, second, weight);
}

void set_channels(const BlockInfo& info, const Plane& plane, std::size_t i, Texel& texel) {
  const auto& [first, second] = plane.endpoints[info.subset[i]];
  const auto begin = std::size_t(plane.first_channel), end = begin + std::size_t(plane.channels);
  for (std::size_t c = begin; c < end; ++c)
    texel[c] = channel_of(info.format, plane, first.expanded[c], second.expanded[c], plane.indices[i]);
  if (info.format == Format::bc1 && plane.palette == Palette::three_colors && plane.indices[i] == 3)
    texel[3] = 0;
}

} // namespace

Texels decode(Format format, const std::byte* block) {
  const BlockInfo info = describe(format, block);
  const bool opaque = !(info.reserved && format == Format::bc7);
  Texels texels;
  texels.fill({0, 0, 0, opaque ? one(format, 3) : 0});
  if (info.reserved) return texels;
  for (std::size_t i = 0; i < texels.size(); ++i) {
    for (std::size_t p = 0; p < std::size_t(info.planes); ++p)
      set_channels(info, info.plane[p], i, texels[i]);
    if (info.rotation > 0) std::swap(texels[i][3], texels[i][std::size_t(info.rotation) - 1]);
  }
  return texels;
}

double real_value(Format format, int channel, std::int32_t code) {
  return is_bc6h(format) ? double(half_to_float(std::uint16_t(code))) : double(code) / one(format, channel);
}

} // namespace texelscope::bc
