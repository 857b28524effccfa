#include "kernels/unit/texture_unit/surface.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace texelscope {

namespace {
// The byte offset of the texel within level 0; empty if it lies outside and `boundary` is zero.
std::optional<std::size_t> offset_of(const Texture& texture, BoundaryMode boundary, int x, int y, int z) {
  const auto [width, height, depth] = texture.size_of(0);
  const int bytes = texture.format.texel_bytes();
  const bool rows = texture.dimension != Dimension::d1 && texture.dimension != Dimension::d1_layered;
  const bool slices = texture.dimension != Dimension::d1 && texture.dimension != Dimension::d2;
  int column = x < 0 ? -1 : x / bytes, row = rows ? y : 0,
      slice = !slices                              ? 0
              : texture.dimension == Dimension::d3 ? z
                                                   : z & 0xffff; // measured: layers have 16 bits here
  if (boundary == BoundaryMode::clamp) {
    column = std::clamp(column, 0, width - 1);
    row = std::clamp(row, 0, height - 1);
    slice = std::clamp(slice, 0, depth - 1);
  } else if (column < 0 || column >= width || row < 0 || row >= height || slice < 0 || slice >= depth) {
    return std::nullopt;
  }
  return ((std::size_t(slice) * std::size_t(height) + std::size_t(row)) * std::size_t(width) +
          std::size_t(column)) *
         std::size_t(bytes);
}
} // namespace

SurfaceBits surface_read(const Texture& texture, BoundaryMode boundary, int x, int y, int z) {
  SurfaceBits bits = {};
  if (const auto offset = offset_of(texture, boundary, x, y, z))
    std::memcpy(bits.data(), texture.level[0] + *offset, std::size_t(texture.format.texel_bytes()));
  return bits;
}

void surface_write(const Texture& texture, std::byte* texels, const SurfaceBits& value, BoundaryMode boundary,
                   int x, int y, int z) {
  if (const auto offset = offset_of(texture, boundary, x, y, z))
    std::memcpy(texels + *offset, value.data(), std::size_t(texture.format.texel_bytes()));
}

} // namespace texelscope
