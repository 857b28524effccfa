// Step 4: the weights of the axes, which snap_to_256ths() rounds in step 2 (address.h), are split over the
// texels.
#pragma once

#include <array>

namespace texelscope::unit {

// `share` over 256 of the whole fetch is split by x, then each half by y; `a` and `b` are the weights over
// 256 of the right and the lower texel. The result is in the order top left, top right, bottom left, bottom
// right. Measured for all pairs: products are rounded so that the remainder goes to the left and upper
// texels.
constexpr std::array<int, 4> split_weights(int share, int a, int b) {
  const int right = (share * a + 128) >> 8, left = share - right;
  const int right_lower = (right * b + 128) >> 8, left_lower = (left * b + 127) >> 8;
  return {left - left_lower, right - right_lower, left_lower, right_lower};
}

constexpr std::array<int, 4> weights_2d(int a, int b) {
  return split_weights(256, a, b);
}

} // namespace texelscope::unit
