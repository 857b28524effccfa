// Computes rules::pixel_fetch() of a block's pixels, with the same bits.
#pragma once

#include "kernels/unit/batch/block_fetch.h"
#include "kernels/unit/fetch/fetch_rules.h"

namespace texelscope::cpu {

// Computes pixels [column, column + count) of a row. Coordinates go to block.at, with 0 for those that the
// dimension's function does not use; those of empty pixels are undefined. The rest goes to `pixels`.
void find_pixels(const FetchView& view, int column, int row, int count, Block& block, Pixels& pixels);

} // namespace texelscope::cpu
