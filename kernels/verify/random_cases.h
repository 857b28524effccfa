// Cases and requests at random over the whole scope, with a liking for edges, ties and strange numbers.
#pragma once

#include <random>
#include <vector>

#include "kernels/verify/case.h"

namespace texelscope::verify {

using Random = std::mt19937;

// The groups from which cases are drawn, each with its own dimension and operation.
enum class Group : std::uint8_t {
  d1, d2, d3, d1_layered, d2_layered, cube, cube_layered, // tex*() of one level
  lod_1d, lod_2d, lod_3d, lod_1d_layered, lod_2d_layered, lod_cube, lod_cube_layered, plain_mips,
  gather, pitch, texel,
  surface_read, surface_write,
  grad, anisotropic // not exact: see docs/texture-unit.md
};
inline constexpr int group_count = int(Group::anisotropic) + 1;
const char* group_name(Group group);

// A case that CUDA accepts. `samples` requests will be made.
Case random_case(Group group, Random& random, int samples);
FetchAt random_request(const Case& c, Random& random);

} // namespace texelscope::verify
