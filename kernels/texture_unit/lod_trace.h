// What a fetch's gradients and its level of detail were on the way, for people to read; gradient.h and lod.h
// have the results.
#pragma once

#include <array>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// Logarithms are 256 * log2; that of nothing is log_of_nothing or less.
inline constexpr int log_of_nothing = -(1 << 24);

struct GradientTrace {
  // dx and dy as the unit holds them, cut to 10 bits, in texels of level 0. Cubes: along the two axes of the
  // direction that are not the face's, in their order, then through the cube.
  std::array<std::array<double, 3>, 2> texels = {};
  int log_major = log_of_nothing; // of the footprint's longer axis, in texels of level 0
  int log_minor = log_of_nothing; // of its area over the longer axis; 2-D and its layers alone have one
  int log_ratio = 0;              // what more probes make up for
  std::array<int, 2> axis = {};   // the longer axis as a unit vector, over 64
};
GradientTrace trace_gradients(const Texture& texture, const FetchAt& at);

// A level of detail on its way, over 256.
struct LodTrace {
  int given = 0;   // as passed to the function, or as its gradients and probes leave it
  int biased = 0;  // with the bias; steeper where anisotropy makes it so
  int limited = 0; // by both clamps and the texture's own levels
};
LodTrace trace_lod(const Texture& texture, FetchKind kind, const FetchAt& at);

} // namespace texelscope::unit
