#include "kernels/studies/verify/random_numbers.h"

#include <cmath>
#include <limits>

#include "kernels/ground/base/half.h"

namespace texelscope::verify {

namespace {
float nudge(float value, int ulps) {
  const std::uint32_t bits = float_bits(value);
  std::int32_t ordered =
      bits & 0x80000000u ? -std::int32_t(bits & 0x7fffffffu) : std::int32_t(bits); // neighbors differ by one
  ordered += ulps;
  return bits_float(ordered < 0 ? 0x80000000u | std::uint32_t(-ordered) : std::uint32_t(ordered));
}
} // namespace

float strange_number(Random& random) {
  static constexpr float inf = std::numeric_limits<float>::infinity();
  static constexpr float list[] = {
      0.0f,         -0.0f,         1e-45f,       -1e-45f,
      1e-39f,       -1e-39f,       1.2e-38f,     -1.2e-38f,
      1e-10f,       -1e-10f,       -0x1p-25f,    -0x1p-22f,
      -0x1p-21f,    0x1p-22f,      16777216.f,   -16777216.f,
      2147483648.f, -2147483648.f, 4294967296.f, 1e9f,
      -1e9f,        1e20f,         -1e20f,       3.4e38f,
      -3.4e38f,     inf,           -inf,         std::numeric_limits<float>::quiet_NaN()};
  return any_of(random, list);
}

float coordinate(Random& random, int size, bool normalized) {
  static constexpr int ways[] = {0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 4, 5, 6};
  const float scale = normalized ? 1 / float(size) : 1;
  switch (any_of(random, ways)) {
  case 0:
    return uniform(random, -1, 2) * (normalized ? 1 : float(size));
  case 1:
    return (float(pick(random, 3 * size) - size) + 0.5f) * scale; // centers
  case 2:
    return float(pick(random, 3 * size + 1) - size) * scale; // edges
  case 3:                                                    // steps of the weights and their middles
    return nudge((float(pick(random, 3 * size) - size) + float(pick(random, 512)) / 512) * scale,
                 pick(random, 7) - 3);
  case 4:
    return float(pick(random, 2048) - 512) / 512; // short binary fractions
  case 5:
    return uniform(random, -40, 40) * (normalized ? 1 : float(size));
  default:
    return strange_number(random);
  }
}

void direction(Random& random, int size, float (&to)[3]) {
  const int major = pick(random, 3), way = pick(random, 10);
  const float length =
      pick(random, 3) == 0 ? std::exp2(uniform(random, -40, 40)) : std::exp2(float(pick(random, 9) - 4));
  for (float& c : to)
    c = uniform(random, -1, 1) * length;
  if (way < 3) return;
  to[major] = pick(random, 2) ? length : -length;
  for (int i = 0; i < 3; ++i) {
    if (i == major) continue;
    if (way < 6)
      to[i] = nudge((2 * (float(pick(random, size * 512)) / 512) / float(size) - 1) * length,
                    pick(random, 7) - 3);
    else if (way < 8)
      to[i] = pick(random, 2) ? nudge(pick(random, 2) ? length : -length, pick(random, 9) - 4) : to[i];
    else if (way == 8)
      to[i] = any_of(random, {0.0f, -0.0f, length, -length, 0.5f * length, -0.25f * length});
  }
  if (way == 9) to[pick(random, 3)] = strange_number(random);
}

float lod_value(Random& random, int levels) {
  switch (pick(random, 8)) {
  case 0:
    return float(pick(random, levels + 3) - 1);
  case 1:
    return nudge(float(pick(random, (levels + 2) * 512) - 512) / 512, pick(random, 7) - 3);
  case 2:
    return strange_number(random);
  case 3:
    return uniform(random, -20, 20);
  default:
    return uniform(random, -1, float(levels) + 1);
  }
}

float gradient(Random& random, float texels, int size) {
  const float length = texels / float(size);
  switch (pick(random, 5)) {
  case 0:
    return 0;
  case 1:
    return length * (pick(random, 2) ? 1.0f : -1.0f);
  default:
    return length * uniform(random, -1, 1);
  }
}

int layer(Random& random, int layers) {
  if (pick(random, 8)) return pick(random, layers);
  return pick(random, 4) ? pick(random, 2 * layers + 8) - layers - 4 : int(random());
}

} // namespace texelscope::verify
