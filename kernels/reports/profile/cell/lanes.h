// The positions of the 32 lanes of a warp in a tile of a cell's pattern.
#pragma once

#include <array>

#include "kernels/reports/profile/cell/access_pattern.h"

namespace texelscope::profile {

// The texels of a warp's tile, after which the next one begins. It is one row high in 1-D textures.
struct Step {
  int width = 8, height = 4;
};
Step step_of(const BenchmarkCase& cell);

// Positions from the tile's corner, in texels: odd multiples of 1/32. Window: without the random offset.
struct Lanes {
  LaneGrid grid;
  std::array<float, 32> x = {}, y = {};
  int width = 8,
      height = 4; // texels from the corner to behind the last lane: for rotated tiles more than the step
};
Lanes lanes_of(const BenchmarkCase& cell);

} // namespace texelscope::profile
