#include "kernels/unit/texture_unit/gradient.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/unit/texture_unit/cube.h"
#include "kernels/unit/texture_unit/lod_trace.h"
#include "kernels/unit/texture_unit/short_float.h"

namespace texelscope::unit {

namespace {
using Vector = std::array<Short, 3>; // in texels of level 0; 2-D ones leave the last component 0

struct Gradients {
  Vector dx, dy;
  bool one_face = true; // cubes: the three directions hit the same face
};

// 256 * log2(1 + i / 256), as measured: the middle of the step, rounded down a little below a half.
int log_fraction(int i) {
  return i == 0 ? 0 : std::min(255, int(std::floor(256 * std::log2(1 + (i + 0.5) / 256) + 0.47)));
}

int log_over_256(const Short& a) {
  if (a.magnitude == 0) return log_of_nothing;
  const int log = (a.exponent + 9) * 256 + log_fractions()[std::size_t((a.magnitude - 512) >> 1)];
  return std::min(log, largest_log);
}

double to_double(const Short& a) {
  return std::ldexp(a.negative ? -a.magnitude : a.magnitude, a.exponent);
}

// The magnitudes, largest first.
Vector sorted(Vector v) {
  for (Short& n : v)
    n.negative = false;
  std::sort(v.begin(), v.end(), [](const Short& a, const Short& b) { return smaller(b, a); });
  return v;
}

// Fitted: no square root is taken. largest + (11/32 middle + 1/4 smallest).
Short length(const Vector& of) {
  const Vector v = sorted(of);
  return v[0] + (scaled(v[1], 704, 11) + times_power(v[2], -2));
}
// The same for a sum or difference of both gradients, the ellipse's axes at 45 degrees: 11/16 largest +
// (121/512 middle + 11/64 smallest).
Short diagonal_length(const Vector& of) {
  const Vector v = sorted(of);
  return scaled(v[0], 704, 10) + (scaled(v[1], 968, 12) + scaled(v[2], 704, 12));
}

struct Candidate {
  Vector vector;
  Short length;
};
struct LongestAxis : Candidate {
  bool dx_longer;
};

Candidate side(const Vector& v) {
  return {v, length(v)};
}
Candidate diagonal(const Vector& sum) {
  Candidate made{{}, diagonal_length(sum)};
  for (std::size_t k = 0; k < 3; ++k) {
    made.vector[k] = scaled(sum[k], 704, 10);
    made.vector[k].negative = sum[k].negative;
  }
  return made;
}

// Uses the four upper bits of the larger component, and the bits of the other one at the same places; a
// component that is one or two bits smaller still counts half a step.
std::array<int, 2> unit_vector(const Short& x, const Short& y) {
  const int exponent = std::max(x.exponent, y.exponent);
  const auto middle = [&](const Short& n) { // of its step
    const int exponent_difference = exponent - n.exponent;
    return n.magnitude == 0 || exponent_difference > 5 ? 0
                                                       : 2 * (n.magnitude >> (6 + exponent_difference)) + 1;
  };
  const auto [u, v] = unit_vector_of(middle(x), middle(y));
  return {x.negative ? -u : u, y.negative ? -v : v};
}

Gradients flat(const Texture& texture, const FetchAt& at, int axes) {
  const auto scale = texels_per_unit(texture);
  const Short width = make_short(scale[0]), height = make_short(scale[1]);
  const auto in_texels = [&](const Gradient& g) {
    return Vector{make_short(g.x) * width, axes > 1 ? make_short(g.y) * height : Short{}, Short{}};
  };
  return {in_texels(at.dx), in_texels(at.dy)};
}

// Measured: the unit subtracts coordinates again, in floats that are truncated like all its numbers; NaN
// counts as 0. From a coordinate of at least 2^97 every step is infinite, also a step of 0.
Short step_between(float from, float to) {
  if (std::fabs(from) >= 0x1p97f) return make_short(std::numeric_limits<float>::infinity());
  return make_short(cut<24>(to) - cut<24>(from));
}

// Measured: the function behaves like a plain fetch at p, p + dx and p + dy.
Gradients spatial(const Texture& texture, const FetchAt& at) {
  const auto in_texels = [](float from, float step, int size) {
    return step_between(from, from + step) * make_short(size);
  };
  const auto vector = [&](const Gradient& g) {
    const auto [width, height, depth] = texture.array_size();
    return Vector{in_texels(at.x, g.x, width), in_texels(at.y, g.y, height), in_texels(at.z, g.z, depth)};
  };
  return {vector(at.dx), vector(at.dy)};
}

// Components of a direction without the face's own axis, as s and t of the face.
void turn_to_face(const MajorAxis& face, Vector& step) {
  const auto flip = [](Short& n, bool flipped) { n.negative = n.negative != flipped; };
  if (face.axis == 0) std::swap(step[0], step[1]);
  flip(step[0], face.axis == 0 ? !face.negative : face.axis == 2 && face.negative);
  flip(step[1], face.axis != 1 || face.negative);
}

// The step from one direction to another on the first one's face, in texels. Across an edge it is computed
// from the distances to the edge on either face; to the opposite face the third component is a whole size,
// through the cube.
Vector step_on_face(const MajorAxis& from, const MajorAxis& to, int size) {
  const auto in_texels = [&](float a, float b) {
    return times_power(step_between(a, b), -1) * make_short(size);
  };
  const auto left = [&](float c, bool negative) {
    Short step = in_texels(c, negative ? -1.0f : 1.0f);
    step.negative = false;
    return step;
  };
  Vector out;
  std::size_t next = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == from.axis) continue;
    Short step;
    if (k == to.axis) {
      step = left(from.direction[std::size_t(k)], to.negative) +
             left(to.direction[std::size_t(from.axis)], from.negative);
      step.negative = to.negative;
    } else {
      step = in_texels(from.direction[std::size_t(k)], to.direction[std::size_t(k)]);
    }
    out[next++] = step;
  }
  if (to.axis == from.axis && to.negative != from.negative) out[2] = make_short(size);
  turn_to_face(from, out);
  return out;
}

// As for 3-D, with three directions, each scaled separately.
Gradients on_cube(const Texture& texture, const FetchAt& at) {
  const MajorAxis here = major_axis(at.x, at.y, at.z),
                  right = major_axis(at.x + at.dx.x, at.y + at.dx.y, at.z + at.dx.z),
                  down = major_axis(at.x + at.dy.x, at.y + at.dy.y, at.z + at.dy.z);
  const auto same = [&](const MajorAxis& other) {
    return other.axis == here.axis && other.negative == here.negative;
  };
  return {step_on_face(here, right, texture.width), step_on_face(here, down, texture.width),
          same(right) && same(down)};
}

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// Fitted: the longest of both gradients, their sum and their difference, both divided by the square root of
// 2; among equals the first in the order below. Of both differences it is the one from the shorter gradient
// to the longer one.
LongestAxis longest_axis(const Gradients& gradients) {
  const Candidate dx = side(gradients.dx), dy = side(gradients.dy);
  const bool dx_longer = smaller(dy.length, dx.length);
  Candidate longest = dx;
  const auto consider = [&](const Candidate& other) {
    if (smaller(longest.length, other.length)) longest = other;
  };
  if (gradients.one_face) consider(diagonal(dx.vector + dy.vector));
  consider(dy);
  if (gradients.one_face) consider(diagonal(dx_longer ? dx.vector - dy.vector : dy.vector - dx.vector));
  return {longest, dx_longer};
}

Gradients gradients_in_texels(const Texture& texture, const FetchAt& at) {
  switch (texture.dimension) {
  case Dimension::d1:
  case Dimension::d1_layered:
    return flat(texture, at, 1);
  case Dimension::d2:
  case Dimension::d2_layered:
    return flat(texture, at, 2);
  case Dimension::d3:
    return spatial(texture, at);
  default:
    return on_cube(texture, at);
  }
}

// 1-D textures are 2-D ones with one row: their footprint has no area. Measured: cubes are stretched where
// all three directions hit one face.
bool can_stretch(const Texture& texture) {
  return texture.dimension != Dimension::d3 && texture.dimension != Dimension::d1_layered;
}

int log_area(const Gradients& gradients) {
  const auto& [dx, dy, one_face] = gradients;
  return log_over_256(dx[0] * dy[1] - dx[1] * dy[0]);
}
} // namespace

int anisotropy_step(int max_anisotropy) {
  for (const int step : {16, 12, 10, 8, 6, 4, 2})
    if (max_anisotropy >= step) return step;
  return 1;
}

// Fitted: 256 * log2 of the step, truncated to sixteenths of a level.
int ratio_limit(int max_anisotropy) {
  switch (anisotropy_step(max_anisotropy)) {
  case 16:
    return 1024;
  case 12:
    return 912;
  case 10:
    return 848;
  case 8:
    return 768;
  case 6:
    return 656;
  case 4:
    return 512;
  case 2:
    return 256;
  default:
    return 0;
  }
}

const std::array<int, 256>& log_fractions() {
  static const std::array<int, 256> table = [] {
    std::array<int, 256> made;
    for (int i = 0; i < 256; ++i)
      made[std::size_t(i)] = log_fraction(i);
    return made;
  }();
  return table;
}

std::array<int, 2> unit_vector_of(int a, int b) {
  if (a == 0 && b == 0) return {0, 0};
  const double length = std::sqrt(double(a * a + b * b));
  return {int(std::lround(64 * a / length)), int(std::lround(64 * b / length))};
}

std::array<int, 3> texels_per_unit(const Texture& texture) {
  return texture.takes_normalized() ? texture.array_size() : std::array{1, 1, 1};
}

bool stretches(const Texture& texture) {
  return can_stretch(texture) && texture.sampler.max_anisotropy > 1;
}

bool always_filters(const Texture& texture, FetchKind kind) {
  return texture.sampler.max_anisotropy > 1 && texture.dimension != Dimension::d3 &&
         kind != FetchKind::gather && kind != FetchKind::texel;
}

GradientFootprint gradient_footprint(const Texture& texture, const FetchAt& at) {
  const Gradients gradients = gradients_in_texels(texture, at);
  const LongestAxis longest = longest_axis(gradients);
  GradientFootprint footprint{log_over_256(longest.length), 0,
                              unit_vector(longest.vector[0], longest.vector[1]), longest.dx_longer};
  if (stretches(texture) && gradients.one_face)
    footprint.ratio = std::clamp(2 * footprint.log_major - log_area(gradients), 0,
                                 ratio_limit(texture.sampler.max_anisotropy));
  return footprint;
}

GradientTrace trace_gradients(const Texture& texture, const FetchAt& at) {
  const Gradients gradients = gradients_in_texels(texture, at);
  const GradientFootprint footprint = gradient_footprint(texture, at);
  const std::array<int, 3> array = texture.array_size(), seen = texture.size_of(0);
  GradientTrace trace;
  for (std::size_t k = 0; k < 3; ++k) {
    const double smaller = double(seen[k]) / array[k];
    trace.texels[0][k] = to_double(gradients.dx[k]) * smaller;
    trace.texels[1][k] = to_double(gradients.dy[k]) * smaller;
  }
  trace.log_major = footprint.log_major - 256 * texture.first_level;
  if (can_stretch(texture) && gradients.one_face)
    trace.log_minor = log_area(gradients) - footprint.log_major - 256 * texture.first_level;
  trace.log_ratio = footprint.ratio;
  trace.axis = footprint.axis;
  return trace;
}

} // namespace texelscope::unit
