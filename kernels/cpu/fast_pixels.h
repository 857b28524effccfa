// Computes rules::pixel_fetch() of a block's pixels, with the same bits.
#pragma once

#include "kernels/cpu/fast_targets.h"
#include "kernels/fetch/fetch_rules.h"

namespace texelscope::cpu {

// Stores the gradient of one fetch of a block.
inline void put_gradient(const Gradient& gradient, int i, float (&to)[3][block_size]) {
  to[0][i] = gradient.x;
  to[1][i] = gradient.y;
  to[2][i] = gradient.z;
}
inline void put_fetch(const FetchAt& at, int i, Block& block, Pixels& pixels) {
  block.at[0][i] = at.x;
  block.at[1][i] = at.y;
  block.at[2][i] = at.z;
  pixels.layer[i] = at.layer;
  pixels.lod[i] = at.lod;
  pixels.texel[i] = at.texel;
  put_gradient(at.dx, i, pixels.dx);
  put_gradient(at.dy, i, pixels.dy);
}

// Computes pixels [column, column + count) of a row. Coordinates go to block.at, with 0 for those that the
// dimension's function does not use; those of empty pixels are undefined. The rest goes to `pixels`.
void find_pixels(const FetchView& view, int column, int row, int count, Block& block, Pixels& pixels);

} // namespace texelscope::cpu
