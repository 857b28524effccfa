// Internal to random_cases: numbers and coordinates, with a preference for edges, ties and special numbers.
#pragma once

#include <cstddef>

#include "kernels/studies/verify/random_cases.h"

namespace texelscope::verify {

inline float uniform(Random& random, float low, float high) {
  return low + (high - low) * float(random() >> 8) * 0x1p-24f;
}
inline int pick(Random& random, int count) {
  return int(random() % unsigned(count));
}
template <class T, std::size_t n>
T any_of(Random& random, const T (&list)[n]) {
  return list[random() % n];
}

float strange_number(Random& random); // infinite, NaN, subnormal, huge

// A coordinate on an axis of `size` texels, in the sampler's unit.
float coordinate(Random& random, int size, bool normalized);
// A direction to a cube's face of `size` texels: anywhere, at steps of texels, near edges and corners, at
// ties, or special.
void direction(Random& random, int size, float (&to)[3]);
float lod_value(Random& random, int levels);
// A gradient whose footprint is up to `texels` long on an axis of `size`.
float gradient(Random& random, float texels, int size);
int layer(Random& random, int layers);

} // namespace texelscope::verify
