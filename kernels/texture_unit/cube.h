// Cubes: from a direction to a face and a position on it, and from face to face where there are no seams.
#pragma once

#include <array>
#include <optional>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// A direction scaled as CUDA's compiler does it, by the approximate reciprocal of its largest component. Ties
// go to z, then y.
struct MajorAxis {
  std::array<float, 3> direction = {0, 0, 0};
  int axis = 2;
  bool negative = false;
};
MajorAxis major_axis(float x, float y, float z);

// Faces as cudaGraphicsCubeFace: +x, -x, +y, -y, +z, -z; s and t from -1 to 1 across the face.
struct CubePoint {
  int face = 0;
  float s = 0, t = 0;
};
CubePoint cube_point(float x, float y, float z);

struct CubeTexel {
  int face = 0;
  int x = 0, y = 0;
};
// The texel that a seamless cube has at (x, y) of a face, one texel at most outside of it: the neighbor's at
// an edge, none at a corner, where three faces meet.
std::optional<CubeTexel> across_edge(const CubeTexel& texel, int size);

} // namespace texelscope::unit
