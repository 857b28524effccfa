// From gradients to the size of a fetch's footprint.
#pragma once

#include <array>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

struct GradientFootprint {
  int log_major = -(1 << 24);       // 256 * log2 of the longer axis, in texels of level 0
  int ratio = 0;                    // 256 * log2 of the anisotropy that is made up for by more probes
  std::array<int, 2> axis = {0, 0}; // the longer axis as a unit vector, over 64
  bool dx_longer = false;           // than dy
};

GradientFootprint gradient_footprint(const Texture& texture, const FetchAt& at);

// What a sampler can hold of maxAnisotropy: 1, 2, 4, 6, 8, 10, 12 or 16.
int anisotropy_step(int max_anisotropy);

// Its parts, which the fast path takes too.
bool stretches(const Texture& texture); // whether there is a ratio
// Of a coordinate along x, y and z: the array's size, or 1 where coordinates count texels.
std::array<int, 3> texels_per_unit(const Texture& texture);
int ratio_limit(int max_anisotropy);             // the largest one
const std::array<int, 256>& log_fractions();     // 256 * log2(1 + i / 256)
std::array<int, 2> unit_vector_of(int a, int b); // over 64, along (a, b)

} // namespace texelscope::unit
