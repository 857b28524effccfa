#include "kernels/unit/texture_unit/ideal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/cube.h"
#include "kernels/unit/texture_unit/decode.h"

namespace texelscope::unit {

namespace {
struct IdealAxis {
  std::array<int, 2> texel = {0, 0}; // -1: border
  double first = 0;                  // the index before the address mode
  double weight = 0;
};

double modulo(double index, double period) {
  const double rest = std::fmod(index, period);
  return rest < 0 ? rest + period : rest;
}

// `index` is an integer or infinite.
int address(double index, int size, AddressMode mode) {
  const double inside = std::clamp(index, 0.0, size - 1.0);
  switch (mode) {
  case AddressMode::wrap:
    return int(modulo(index, size));
  case AddressMode::clamp:
    return int(inside);
  case AddressMode::mirror: {
    const double within = modulo(index, 2.0 * size);
    return int(within < size ? within : 2.0 * size - 1 - within);
  }
  case AddressMode::border:
    break;
  }
  return index == inside ? int(index) : -1;
}

IdealAxis ideal_axis(double coordinate, int size, bool normalized, AddressMode mode, bool linear) {
  const bool periodic = mode == AddressMode::wrap || mode == AddressMode::mirror;
  if (periodic && std::isinf(coordinate)) coordinate = 0;
  const double position = normalized ? coordinate * size : coordinate;
  const double start = linear ? position - 0.5 : position;
  const double first = std::floor(start);
  return {{address(first, size, mode), address(first + 1, size, mode)},
          first,
          std::isinf(start) || !linear ? 0.0 : start - first};
}

double plain(float coordinate) {
  return std::isnan(coordinate) || std::fabs(coordinate) < std::numeric_limits<float>::min()
             ? 0.0
             : double(coordinate);
}

// The coordinates before the cube's approximate division; on a cube's face from 0 to 1.
std::array<double, 3> exact_coordinates(const Texture& texture, const FetchAt& at,
                                        const FetchCoordinate& place) {
  if (!is_cube(texture))
    return {plain(place.coordinate[0]), plain(place.coordinate[1]), plain(place.coordinate[2])};
  const double x = plain(at.x), y = plain(at.y), z = plain(at.z);
  const double major = place.face < 2 ? std::fabs(x) : place.face < 4 ? std::fabs(y) : std::fabs(z);
  const std::array<double, 6> s = {-z, z, x, x, x, -x}, t = {-y, -y, z, -z, -y, -y};
  const auto on_face = [&](double c) { return major == 0 || std::isinf(major) ? 0.5 : (c / major + 1) / 2; };
  return {on_face(s[std::size_t(place.face)]), on_face(t[std::size_t(place.face)]), 0};
}

// How far a step moves on the face of a cube that the direction hits, in texels.
double length_on_face(const FetchAt& at, const FetchCoordinate& place, const Gradient& g, int size) {
  const std::array<double, 3> to = {at.x, at.y, at.z}, step = {g.x, g.y, g.z};
  const std::size_t axis = std::size_t(place.face / 2);
  const auto moved = [&](std::size_t k) {
    return (step[k] - to[k] * step[axis] / to[axis]) / std::fabs(to[axis]) * size / 2;
  };
  return vector_length(moved((axis + 1) % 3), moved((axis + 2) % 3));
}

class LevelSum {
public:
  LevelSum(const Texture& of, const FetchCoordinate& at, bool filters)
      : texture(of), place(at), linear(filters) {}

  std::array<IdealAxis, 3> axes(const std::array<double, 3>& coordinate, int level) const {
    const std::array<int, 3> size = texture.size_of(level);
    std::array<IdealAxis, 3> axis;
    for (std::size_t i = 0; i < std::size_t(place.axis_count); ++i)
      axis[i] = ideal_axis(coordinate[i], size[i], texture.takes_normalized(), axis_mode(texture, i), linear);
    return axis;
  }

  void add(const std::array<double, 3>& coordinate, int level, double share,
           std::array<double, 4>& sum) const {
    const std::array<int, 3> size = texture.size_of(level);
    const std::array<IdealAxis, 3> axis = axes(coordinate, level);
    const int taps = !linear ? 1 : place.axis_count == 3 ? 8 : 4;
    const bool seamless = linear && is_seamless(texture);
    for (int tap = 0; tap < taps; ++tap) {
      double weight = share;
      std::array<int, 3> texel = {0, 0, place.slice};
      std::array<int, 2> requested = {0, 0};
      for (std::size_t i = 0; i < std::size_t(place.axis_count); ++i) {
        const std::size_t second = std::size_t(tap >> i & 1);
        if (linear) weight *= second ? axis[i].weight : 1 - axis[i].weight;
        texel[i] = axis[i].texel[second];
        if (seamless && i < 2)
          requested[i] = int(axis[i].first) + int(second); // on a face: others are far out
      }
      if (weight == 0) continue;
      if (seamless)
        add_seamless(level, size[0], requested, weight, sum);
      else
        add_texel(level, texel, weight, sum);
    }
  }

private:
  // A corner's missing texel is the mean of the three that meet there.
  void add_seamless(int level, int size, const std::array<int, 2>& at, double weight,
                    std::array<double, 4>& sum) const {
    const auto cross = [&](int x, int y, double w) {
      const auto texel = across_edge({place.face, x, y}, size);
      if (texel) add_texel(level, {texel->x, texel->y, place.layer * 6 + texel->face}, w, sum);
      return texel.has_value();
    };
    if (cross(at[0], at[1], weight)) return;
    const int x = std::clamp(at[0], 0, size - 1), y = std::clamp(at[1], 0, size - 1);
    cross(x, y, weight / 3);
    cross(at[0], y, weight / 3);
    cross(x, at[1], weight / 3);
  }

  void add_texel(int level, const std::array<int, 3>& texel, double weight,
                 std::array<double, 4>& sum) const {
    const bool border = texel[0] < 0 || texel[1] < 0 || texel[2] < 0;
    const TexelBits stored =
        border ? TexelBits{} : stored_texel(texture, level, texel[0], texel[1], texel[2]);
    for (int c = 0; c < texture.format.channels; ++c) {
      const std::size_t i = std::size_t(c);
      sum[i] += weight * (border ? ideal_border(texture, c) : decoded_value(texture, c, stored[i]));
    }
  }

  const Texture& texture;
  const FetchCoordinate& place;
  bool linear;
};
} // namespace

double ideal_border(const Texture& texture, int channel) {
  const ElementFormat& format = texture.format;
  const double color = texture.sampler.border_color[std::size_t(channel)];
  if (format.kind == ElementKind::floating) return color;
  if (channel_kind(texture, channel) == Channel::integer)
    return decoded_value(texture, channel, border_bits(texture)[std::size_t(channel)]);
  return std::isnan(color) ? 0.0
                           : std::clamp(color, format.kind == ElementKind::signed_int ? -1.0 : 0.0, 1.0);
}

double ideal_length(const Texture& texture, const FetchAt& at, const FetchCoordinate& place,
                    const Gradient& g) {
  const std::array<int, 3> size =
      texture.takes_normalized() ? texture.size_of(0) : std::array{1, 1, 1}; // texels per unit
  if (is_cube(texture)) return length_on_face(at, place, g, size[0]);
  const bool rows = texture.dimension != Dimension::d1 && texture.dimension != Dimension::d1_layered;
  return vector_length(double(g.x) * size[0], rows ? double(g.y) * size[1] : 0,
                       texture.dimension == Dimension::d3 ? double(g.z) * size[2] : 0);
}

double ideal_lod(const Texture& texture, FetchKind kind, const FetchAt& at, const FetchCoordinate& place) {
  const Sampler& s = texture.sampler;
  double lod = 0;
  if (kind == FetchKind::lod) lod = double(at.lod) + double(s.mip_bias);
  if (kind == FetchKind::grad)
    lod = std::log2(
              std::max(ideal_length(texture, at, place, at.dx), ideal_length(texture, at, place, at.dy))) +
          double(s.mip_bias);
  const double limited = std::max(std::min(lod, double(s.mip_max)), double(s.mip_min));
  return std::isnan(limited) ? 0 : std::clamp(limited, 0.0, texture.level_count - 1.0);
}

namespace {
// The first of the two levels that are blended, and the share of the next one.
struct LevelPair {
  int first = 0;
  double fraction = 0;
};
LevelPair level_pair(const Texture& texture, FetchKind kind, const FetchAt& at,
                     const FetchCoordinate& place) {
  const double lod = ideal_lod(texture, kind, at, place);
  const bool nearest = texture.sampler.mip_filter == FilterMode::point;
  const double whole = std::floor(nearest ? lod + 0.5 : lod);
  return {std::min(int(whole), texture.level_count - 1), nearest ? 0 : lod - whole};
}

// The weights that exact arithmetic gives to the two texels that the hardware reads on an axis.
std::array<double, 2> axis_weights(double second, const std::array<int, 2>& exact_texel,
                                   const std::array<int, 2>& texel) {
  std::array<double, 2> weights = {};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t to = texel[i] == exact_texel[i] ? i : 1 - i;
    if (texel[to] == exact_texel[i]) weights[to] += i == 1 ? second : 1 - second;
  }
  return weights;
}
} // namespace

std::array<double, 4> ideal_fetch(const Texture& texture, FetchKind kind, const FetchAt& at,
                                  const FetchCoordinate& place, Footprint footprint) {
  std::array<double, 4> sum = {};
  const std::array<double, 3> coordinate = exact_coordinates(texture, at, place);
  const LevelSum level(texture, place, footprint == Footprint::linear);
  const auto [first, fraction] = level_pair(texture, kind, at, place);
  level.add(coordinate, first, 1 - fraction, sum);
  if (fraction > 0) level.add(coordinate, first + 1, fraction, sum);
  return sum;
}

std::array<double, 4> ideal_result(const Texture& texture, FetchKind kind, const FetchAt& at) {
  if (kind == FetchKind::gather || kind == FetchKind::texel) return fetch_traced(texture, kind, at).ideal;
  return ideal_fetch(texture, kind, at, fetch_coordinate(texture, at), footprint_of(texture, kind));
}

std::array<double, 8> ideal_weights(const Texture& texture, FetchKind kind, const FetchAt& at,
                                    const FetchCoordinate& place, const LevelTrace& level) {
  std::array<double, 8> weights = {};
  const auto [first, fraction] = level_pair(texture, kind, at, place);
  const double share = level.level == first ? 1 - fraction : level.level == first + 1 ? fraction : 0;
  const bool linear = level.tap_count > 1, seamless = is_seamless(texture);
  const auto exact =
      LevelSum(texture, place, linear).axes(exact_coordinates(texture, at, place), level.level);
  std::array<std::array<double, 2>, 3> axis;
  for (std::size_t i = 0; i < std::size_t(place.axis_count); ++i) {
    if (seamless) { // indices continue beyond the edges
      const int from = int(exact[i].first);
      axis[i] = axis_weights(exact[i].weight, {from, from + 1}, level.axis[i].footprint);
    } else {
      axis[i] = axis_weights(exact[i].weight, exact[i].texel, level.axis[i].texel);
    }
  }
  for (int i = 0; i < level.tap_count; ++i) {
    double weight = share;
    for (std::size_t k = 0; k < std::size_t(place.axis_count); ++k)
      weight *= axis[k][std::size_t(i >> k & 1)];
    weights[std::size_t(i)] += weight;
  }
  for (int i = 0; i < level.tap_count; ++i) {
    double& missing = weights[std::size_t(i)];
    if (level.tap[std::size_t(i)].exists) continue;
    for (const int other : {i ^ 1, i ^ 2, i ^ 3})
      weights[std::size_t(other)] += missing / 3;
    missing = 0;
  }
  return weights;
}

} // namespace texelscope::unit
