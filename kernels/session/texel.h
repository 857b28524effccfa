// A texel's bits, and the sizes of mip levels.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/session/spec.h"

namespace texelscope {

// Four channels as a fetch returns them: float bits or integers.
using TexelBits = std::array<std::uint32_t, 4>;

// Texels along x, y and z of mip level `level`: halved from level to level, rounded down, but for rows and
// planes that are no axis (layers, faces). `planes`: of level 0.
constexpr std::array<int, 3> level_size(Dimension dimension, int width, int height, int planes, int level) {
  const auto halved = [level](int size) { return size >> level > 1 ? size >> level : 1; };
  const bool one_plane = dimension == Dimension::d1 || dimension == Dimension::d2;
  return {halved(width), is_1d(dimension) ? 1 : halved(height),
          one_plane                    ? 1
          : dimension == Dimension::d3 ? halved(planes)
                                       : planes};
}

} // namespace texelscope
