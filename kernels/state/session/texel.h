// The bits of a texel, and the shape of a texture: the sizes of its mip levels, and the number of planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/state/session/spec.h"

namespace texelscope {

// Four channels as a fetch returns them: float bits or integers.
using TexelBits = std::array<std::uint32_t, 4>;

// The texels along x, y and z of mip level `level`: halved from level to level, rounded down, except for rows
// and planes that are not axes (layers, faces). `planes`: of level 0.
constexpr std::array<int, 3> level_size(Dimension dimension, int width, int height, int planes, int level) {
  const auto halved = [level](int size) { return size >> level > 1 ? size >> level : 1; };
  const bool one_plane = dimension == Dimension::d1 || dimension == Dimension::d2;
  return {halved(width), is_1d(dimension) ? 1 : halved(height),
          one_plane                    ? 1
          : dimension == Dimension::d3 ? halved(planes)
                                       : planes};
}

// The texels of a texture: their number along each axis, the levels, and the element format. Used for images
// in memory, and for requested, effective and the exact model's textures.
struct TextureShape {
  int width = 1, height = 1; // texels of level 0
  ElementFormat format = {};
  Dimension dimension = Dimension::d2;
  int planes = 1; // of level 0: slices, layers, or faces, six a cube
  int level_count = 1;

  std::array<int, 3> size_of(int level) const { return level_size(dimension, width, height, planes, level); }
  // Slices, layers or cubes: the depth in a session.
  int depth() const { return planes / plane_count(dimension, 1); }
  std::size_t row_bytes(int level = 0) const {
    return std::size_t(size_of(level)[0]) * std::size_t(format.texel_bytes());
  }
  std::size_t plane_bytes(int level = 0) const { return row_bytes(level) * std::size_t(size_of(level)[1]); }
  // The offset of a level's first byte if levels lie behind each other, tightly packed.
  std::size_t level_offset(int level) const {
    std::size_t offset = 0;
    for (int i = 0; i < level; ++i)
      offset += plane_bytes(i) * std::size_t(size_of(i)[2]);
    return offset;
  }
  std::size_t size_bytes() const { return level_offset(level_count); }
  bool operator==(const TextureShape&) const = default;
};

// The requested shape, whether CUDA supports it or not.
inline TextureShape shape_of(const TextureSpec& spec) {
  return {spec.width, spec.height, spec.format, spec.dimension, spec.planes(), spec.levels};
}
inline void request_shape(TextureSpec& spec, const TextureShape& shape) {
  spec.width = shape.width;
  spec.height = shape.height;
  spec.format = shape.format;
  spec.dimension = shape.dimension;
  spec.depth = shape.depth();
  spec.levels = shape.level_count;
}

} // namespace texelscope
