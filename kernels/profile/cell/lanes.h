// Where the 32 lanes of a warp lie in a tile of a cell's pattern.
#pragma once

#include <array>

#include "kernels/profile/cell/access_pattern.h"

namespace texelscope::profile {

// Texels that a warp's tile takes; the next one begins there. One row high in 1-D textures.
struct Step {
  int width = 8, height = 4;
};
Step step_of(const BenchmarkCase& cell);

// From the tile's corner, in texels: odd multiples of 1/32. Window: without what is drawn.
struct Lanes {
  LaneGrid grid;
  std::array<float, 32> x = {}, y = {};
  int width = 8,
      height = 4; // texels from the corner to behind the last lane: of rotated tiles more than the step
};
Lanes lanes_of(const BenchmarkCase& cell);

} // namespace texelscope::profile
