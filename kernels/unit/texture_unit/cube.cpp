#include "kernels/unit/texture_unit/cube.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "kernels/unit/texture_unit/reciprocal.h"

namespace texelscope::unit {

namespace {
template <class Number>
struct OnFace {
  int face;
  Number s, t;
};

// The axes of the faces, as OpenGL and CUDA define them.
template <class Number>
OnFace<Number> on_z(Number x, Number y, Number z) {
  return {z < 0 ? 5 : 4, z < 0 ? -x : x, -y};
}
template <class Number>
OnFace<Number> on_y(Number x, Number y, Number z) {
  return {y < 0 ? 3 : 2, x, y < 0 ? -z : z};
}
template <class Number>
OnFace<Number> on_x(Number x, Number y, Number z) {
  return {x < 0 ? 1 : 0, x < 0 ? z : -z, -y};
}

std::array<int, 3> direction(int face, int s, int t, int size) {
  switch (face) {
  case 0:
    return {size, -t, -s};
  case 1:
    return {-size, -t, s};
  case 2:
    return {s, size, t};
  case 3:
    return {s, -size, -t};
  case 4:
    return {s, -t, size};
  default:
    return {-s, -t, -size};
  }
}
} // namespace

// Measured: ties go to z, then y; a NaN never wins.
MajorAxis major_axis(float x, float y, float z) {
  const float scale = approximate_reciprocal(std::fmax(std::fmax(std::fabs(x), std::fabs(y)), std::fabs(z)));
  MajorAxis major = {{x * scale, y * scale, z * scale}};
  const auto length = [&](std::size_t axis) {
    const float c = std::fabs(major.direction[axis]);
    return std::isnan(c) ? -1.0f : c;
  };
  const float ax = length(0), ay = length(1), az = length(2);
  major.axis = az >= std::max(ax, ay) ? 2 : ay >= ax ? 1 : 0;
  major.negative = major.direction[std::size_t(major.axis)] < 0;
  return major;
}

CubePoint cube_point(float x, float y, float z) {
  const MajorAxis major = major_axis(x, y, z);
  std::tie(x, y, z) = std::tie(major.direction[0], major.direction[1], major.direction[2]);
  const OnFace<float> point = major.axis == 2   ? on_z(x, y, z)
                              : major.axis == 1 ? on_y(x, y, z)
                                                : on_x(x, y, z);
  // The approximate reciprocal can lift an edge a little over 1.
  return {point.face, std::clamp(point.s, -1.0f, 1.0f), std::clamp(point.t, -1.0f, 1.0f)};
}

std::optional<CubeTexel> across_edge(const CubeTexel& texel, int size) {
  const bool outside_x = texel.x < 0 || texel.x >= size, outside_y = texel.y < 0 || texel.y >= size;
  if (!outside_x && !outside_y) return texel;
  if (outside_x && outside_y) return std::nullopt;
  // Centers of texels are odd or even numbers between -size and size; a texel outside is folded over the
  // edge, as many steps into the neighboring face as it lies outside this one.
  const int outside = outside_x ? texel.x : texel.y, steps = outside < 0 ? -outside : outside - size + 1,
            folded = size + 1 - 2 * std::min(steps, size);
  std::array<int, 3> at = direction(texel.face, 2 * texel.x + 1 - size, 2 * texel.y + 1 - size, size);
  for (int& c : at) {
    const int sign = c < 0 ? -1 : 1;
    if (std::abs(c) == size)
      c = sign * folded;
    else if (std::abs(c) > size)
      c = sign * size;
  }
  const auto [x, y, z] = at;
  const OnFace<int> point = std::abs(z) == size   ? on_z(x, y, z)
                            : std::abs(y) == size ? on_y(x, y, z)
                                                  : on_x(x, y, z);
  return CubeTexel{point.face, (point.s + size - 1) / 2, (point.t + size - 1) / 2};
}

} // namespace texelscope::unit
