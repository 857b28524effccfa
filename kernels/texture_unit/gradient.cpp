#include "kernels/texture_unit/gradient.h"

#include <algorithm>
#include <cmath>

#include "kernels/texture_unit/cube.h"
#include "kernels/texture_unit/short_float.h"

namespace texelscope::unit {

namespace {
using Vector = std::array<Short, 3>; // in texels of level 0; 2-D ones leave the last component 0

struct Pair {
  Vector dx, dy;
  bool one_face = true; // cubes: the three directions meet the same face
};

// 256 * log2(1 + i / 256), as measured: the middle of the step, rounded down a little below a half.
int log_fraction(int i) { return i == 0 ? 0 : std::min(255, int(std::floor(256 * std::log2(1 + (i + 0.5) / 256) + 0.47))); }

int log_over_256(const Short& a) {
  static const std::array<int, 256> table = [] {
    std::array<int, 256> made;
    for (int i = 0; i < 256; ++i) made[std::size_t(i)] = log_fraction(i);
    return made;
  }();
  return a.magnitude != 0 ? (a.exponent + 9) * 256 + table[std::size_t((a.magnitude - 512) >> 1)] : -(1 << 24);
}

// Magnitudes, the largest first.
Vector sorted(Vector v) {
  for (Short& n : v) n.negative = false;
  std::sort(v.begin(), v.end(), [](const Short& a, const Short& b) { return smaller(b, a); });
  return v;
}

// Fitted: no root is drawn. largest + (11/32 middle + 1/4 smallest).
Short length(const Vector& of) {
  const Vector v = sorted(of);
  return v[0] + (scaled(v[1], 704, 11) + times_power(v[2], -2));
}
// Of a sum or difference of both gradients, the ellipse's axes at 45 degrees: 11/16 largest + (121/512 middle + 11/64 smallest).
Short diagonal_length(const Vector& of) {
  const Vector v = sorted(of);
  return scaled(v[0], 704, 10) + (scaled(v[1], 968, 12) + scaled(v[2], 704, 12));
}

// From the four upper bits of the larger component, and the other one's at the same places.
std::array<int, 2> unit_vector(const Short& x, const Short& y) {
  const int exponent = std::max(x.exponent, y.exponent);
  const auto middle = [&](const Short& n) { // of its step
    const int shift = 6 + exponent - n.exponent, upper = shift > 20 ? 0 : n.magnitude >> shift;
    return upper != 0 ? 2 * upper + 1 : 0;
  };
  const int a = middle(x), b = middle(y);
  if (a == 0 && b == 0) return {0, 0};
  const double length = std::sqrt(double(a * a + b * b));
  const int u = int(std::lround(64 * a / length)), v = int(std::lround(64 * b / length));
  return {x.negative ? -u : u, y.negative ? -v : v};
}

// Fitted: 256 * log2 of the step, cut to sixteenths of a level.
int ratio_limit(int max_anisotropy) {
  switch (anisotropy_step(max_anisotropy)) {
  case 16: return 1024;
  case 12: return 912;
  case 10: return 848;
  case 8: return 768;
  case 6: return 656;
  case 4: return 512;
  case 2: return 256;
  default: return 0;
  }
}

Pair flat(const Texture& texture, const FetchAt& at, int axes) {
  const Short width = make_short(texture.width), height = make_short(texture.height);
  const auto in_texels = [&](const Gradient& g) { return Vector{make_short(g.x) * width, axes > 1 ? make_short(g.y) * height : Short{}, Short{}}; };
  return {in_texels(at.dx), in_texels(at.dy)};
}

// Measured: the function runs as a plain fetch at p, p + dx and p + dy; the unit takes the differences again, in floats.
Pair spatial(const Texture& texture, const FetchAt& at) {
  const auto in_texels = [](float from, float step, int size) { return make_short((from + step) - from) * make_short(size); };
  const auto vector = [&](const Gradient& g) {
    return Vector{in_texels(at.x, g.x, texture.width), in_texels(at.y, g.y, texture.height), in_texels(at.z, g.z, texture.depth)};
  };
  return {vector(at.dx), vector(at.dy)};
}

// The step from one direction to another on the first one's face, in texels. Around an edge it goes by what is left to the
// edge on either face.
Vector step_on_face(const MajorAxis& from, const MajorAxis& to, int size) {
  Vector out;
  std::size_t next = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == from.axis) continue;
    Short step;
    if (k == to.axis) {
      const auto left = [](float c, bool negative) { return make_short(1 - (negative ? -c : c)); };
      step = left(from.direction[std::size_t(k)], to.negative) + left(to.direction[std::size_t(from.axis)], from.negative);
      step.negative = to.negative;
    } else {
      step = make_short(to.direction[std::size_t(k)] - from.direction[std::size_t(k)]);
    }
    out[next++] = times_power(step, -1) * make_short(size);
  }
  return out;
}

// As for 3-D, with three directions, each scaled by itself.
Pair on_cube(const Texture& texture, const FetchAt& at) {
  const MajorAxis here = major_axis(at.x, at.y, at.z), right = major_axis(at.x + at.dx.x, at.y + at.dx.y, at.z + at.dx.z),
                  down = major_axis(at.x + at.dy.x, at.y + at.dy.y, at.z + at.dy.z);
  const auto same = [&](const MajorAxis& other) { return other.axis == here.axis && other.negative == here.negative; };
  return {step_on_face(here, right, texture.width), step_on_face(here, down, texture.width), same(right) && same(down)};
}

Pair gradients_in_texels(const Texture& texture, const FetchAt& at) {
  switch (texture.dimension) {
  case Dimension::d1:
  case Dimension::d1_layered: return flat(texture, at, 1);
  case Dimension::d2:
  case Dimension::d2_layered: return flat(texture, at, 2);
  case Dimension::d3: return spatial(texture, at);
  default: return on_cube(texture, at);
  }
}
} // namespace

int anisotropy_step(int max_anisotropy) {
  for (const int step : {16, 12, 10, 8, 6, 4, 2})
    if (max_anisotropy >= step) return step;
  return 1;
}

GradientFootprint gradient_footprint(const Texture& texture, const FetchAt& at) {
  const auto [dx, dy, one_face] = gradients_in_texels(texture, at);
  std::array<Vector, 4> candidates = {dx, dy};
  for (std::size_t k = 0; k < 3; ++k) {
    candidates[2][k] = dx[k] + dy[k];
    candidates[3][k] = dx[k] - dy[k];
  }
  std::size_t best = 0;
  Short major = length(dx);
  for (std::size_t k = 1; k < (one_face ? 4u : 2u); ++k) {
    const Short candidate = k < 2 ? length(candidates[k]) : diagonal_length(candidates[k]);
    if (smaller(major, candidate)) major = candidate, best = k;
  }
  GradientFootprint footprint{log_over_256(major), 0, unit_vector(candidates[best][0], candidates[best][1])};
  const bool can_stretch = texture.dimension == Dimension::d2 || texture.dimension == Dimension::d2_layered;
  if (can_stretch && texture.sampler.max_anisotropy > 1) {
    const int area = log_over_256(dx[0] * dy[1] - dx[1] * dy[0]);
    footprint.ratio = std::clamp(2 * footprint.log_major - area, 0, ratio_limit(texture.sampler.max_anisotropy));
  }
  return footprint;
}

} // namespace texelscope::unit
