// The size of a fetch's footprint, from its gradients.
#pragma once

#include <array>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

struct GradientFootprint {
  int log_major = -(1 << 24);       // 256 * log2 of the longer axis, in texels of the array's level 0
  int ratio = 0;                    // 256 * log2 of the anisotropy that additional probes compensate
  std::array<int, 2> axis = {0, 0}; // the longer axis as a unit vector, over 64
  bool dx_longer = false;           // than dy
};

GradientFootprint gradient_footprint(const Texture& texture, const FetchAt& at);

// The values of maxAnisotropy that a sampler stores: 1, 2, 4, 6, 8, 10, 12 or 16.
int anisotropy_step(int max_anisotropy);

// The parts of this computation, which the fast path uses too.
bool stretches(const Texture& texture); // whether there is a ratio
// Measured: with anisotropy every texel goes through the filter, also a single one that no gradient chose.
bool always_filters(const Texture& texture, FetchKind kind);
// The array's size along x, y and z, or 1 if coordinates count texels.
std::array<int, 3> texels_per_unit(const Texture& texture);
int ratio_limit(int max_anisotropy);         // the largest one
const std::array<int, 256>& log_fractions(); // 256 * log2(1 + i / 256)
// Measured: the logarithms of lengths and areas, over 256, have 13 bits.
inline constexpr int largest_log = 8191;
std::array<int, 2> unit_vector_of(int a, int b); // over 64, along (a, b)

} // namespace texelscope::unit
