// Cubes: from a direction to a face and a position on it, and from face to face if the cube is seamless.
#pragma once

#include <array>
#include <optional>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// A direction scaled as by CUDA's compiler, with the approximate reciprocal of its largest component. Ties go
// to z, then y.
struct MajorAxis {
  std::array<float, 3> direction = {0, 0, 0};
  int axis = 2;
  bool negative = false;
};
MajorAxis major_axis(float x, float y, float z);

// The faces are numbered as in cudaGraphicsCubeFace: +x, -x, +y, -y, +z, -z; s and t go from -1 to 1 across
// the face.
struct CubePoint {
  int face = 0;
  float s = 0, t = 0;
};
CubePoint cube_point(float x, float y, float z);

struct CubeTexel {
  int face = 0;
  int x = 0, y = 0;
};
// The texel of a seamless cube at (x, y) of a face. Beyond an edge it is the neighbor's, whose last row or
// column repeats; beyond a corner, where three faces meet, there is none.
std::optional<CubeTexel> across_edge(const CubeTexel& texel, int size);

} // namespace texelscope::unit
