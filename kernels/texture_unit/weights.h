// Step 4: the weights of the four texels.
#pragma once

#include <array>

namespace texelscope::unit {

// `a`, `b`: weights over 256 of the right and lower texel. Left top, right top, left bottom, right bottom;
// the sum is 256. Measured for all pairs: one product is rounded, the rest is what is left of the rows and
// columns.
constexpr std::array<int, 4> weights_2d(int a, int b) {
  const int both = (a * b + 128) >> 8;
  return {256 - a - b + both, a - both, b - both, both};
}

} // namespace texelscope::unit
