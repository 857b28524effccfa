// The intermediate values of a fetch's gradients and level of detail, for people to read; gradient.h and
// lod.h have the results.
#pragma once

#include <array>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// Logarithms are 256 * log2; that of 0 is log_of_nothing or less.
inline constexpr int log_of_nothing = -(1 << 24);

struct GradientTrace {
  // dx and dy as stored by the unit, truncated to 10 bits, in texels of level 0. Cubes: along s and t of the
  // face, then through the cube.
  std::array<std::array<double, 3>, 2> texels = {};
  int log_major = log_of_nothing; // of the footprint's longer axis, in texels of level 0
  int log_minor =
      log_of_nothing; // of its area over the longer axis; none in 1-D, 3-D and across edges of cubes
  int log_ratio = 0;  // the anisotropy that additional probes compensate
  std::array<int, 2> axis = {}; // the longer axis as a unit vector, over 64
};
GradientTrace trace_gradients(const Texture& texture, const FetchAt& at);

// The stages of a level of detail, over 256.
struct LodTrace {
  int given = 0;   // as passed to the function, or from its gradients after probes
  int biased = 0;  // with the bias; steeper with anisotropy
  int limited = 0; // by both clamps and the texture's own levels
};
LodTrace trace_lod(const Texture& texture, FetchKind kind, const FetchAt& at);

} // namespace texelscope::unit
