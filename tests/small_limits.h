// Limits of an invented device whose textures are small.
#pragma once

#include <algorithm>

#include "kernels/unit/resolve/resolve.h"

namespace texelscope::tests {

// No kind of texture is longer than `width` x `height` texels; depths are as usual.
constexpr Limits limits_of_sides(int width, int height) {
  Limits limits;
  for (LargestSize& largest : limits.largest) {
    largest[0] = std::min(largest[0], width);
    largest[1] = std::min(largest[1], height);
  }
  return limits;
}

} // namespace texelscope::tests
