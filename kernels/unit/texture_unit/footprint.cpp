#include "kernels/unit/texture_unit/footprint.h"

#include <algorithm>
#include <utility>

#include "kernels/unit/texture_unit/address.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/coordinate.h"
#include "kernels/unit/texture_unit/cube.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/split_weights.h"

namespace texelscope::unit {

bool is_cube(const Texture& t) {
  return t.dimension == Dimension::cube || t.dimension == Dimension::cube_layered;
}
bool is_seamless(const Texture& t) {
  return is_cube(t) && t.sampler.seamless_cube;
}

Footprint footprint_of(const Texture& texture, FetchKind kind) {
  if (kind == FetchKind::gather) return Footprint::gather;
  const bool filters = texture.filters_integers || channel_kind(texture, 0) != Channel::integer;
  return texture.sampler.filter == FilterMode::linear && filters ? Footprint::linear : Footprint::point;
}

namespace {
// Measured: layers count as unsigned numbers, so that negative ones select the last.
int clamped_layer(int layer, int layers) {
  return layer < 0 ? layers - 1 : std::min(layer, layers - 1);
}

// Measured: probes reach as far as the far edges of the faces beside theirs. Beyond two edges they do not
// leave the corner.
void limit_probe(LevelTrace& level, int size) {
  auto& [x, y, z] = level.axis;
  const std::int64_t face = size * std::int64_t(256);
  for (AxisTrace* axis : {&x, &y})
    limit_place(*axis, size, -face, 2 * face - 256);
  const auto leaves = [&](const AxisTrace& axis) {
    return axis.footprint[0] < 0 || axis.footprint[1] >= size;
  };
  if (!leaves(x) || !leaves(y)) return;
  for (AxisTrace* axis : {&x, &y})
    limit_place(*axis, size, -256, face - 1);
}

void find_texels(const Texture& texture, const FetchCoordinate& place, Footprint footprint,
                 LevelTrace& level) {
  level.axis_count = place.axis_count;
  for (std::size_t i = 0; i < std::size_t(place.axis_count); ++i) {
    const AxisRule rule = axis_rule(texture, level.level, i);
    AxisTrace& axis = level.axis[i];
    locate(axis, place.coordinate[i], rule);
    const int offset = i < 2 ? level.offset[i] : 0;
    if (footprint == Footprint::point)
      address_point(axis, rule.size, rule.mode, offset);
    else if (footprint == Footprint::gather || is_seamless(texture))
      address_gather(axis, rule.size, rule.mode, offset);
    else
      address_linear(axis, rule.size, rule.mode, offset);
  }
  const bool moved = level.offset[0] != 0 || level.offset[1] != 0; // otherwise it lies within its face
  if (moved && footprint == Footprint::linear && is_seamless(texture))
    limit_probe(level, texture.size_of(level.level)[0]);
}

void find_taps(const FetchCoordinate& place, Footprint footprint, LevelTrace& level) {
  const auto& [x, y, z] = level.axis;
  level.tap_count = footprint == Footprint::point ? 1 : place.axis_count == 3 ? 8 : 4;
  for (int i = 0; i < level.tap_count; ++i) {
    TapTrace& tap = level.tap[std::size_t(i)];
    const std::size_t right = std::size_t(i & 1), lower = std::size_t(i >> 1 & 1), far = std::size_t(i >> 2);
    tap.x = x.texel[right];
    tap.y = y.texel[lower];
    tap.z = place.axis_count == 3 ? z.texel[far] : place.slice;
    tap.border = tap.x < 0 || tap.y < 0 || tap.z < 0;
    tap.weight = level.weight;
  }
}

void weigh_taps(LevelTrace& level) {
  const auto& [x, y, z] = level.axis;
  const int far = (level.weight * z.weight + 127) >> 8;
  for (int slice = 0; slice < level.tap_count / 4; ++slice) {
    const int share = level.tap_count == 4 ? level.weight : slice == 1 ? far : level.weight - far;
    const std::array<int, 4> weights = split_weights(share, x.weight, y.weight);
    for (std::size_t i = 0; i < 4; ++i) {
      TapTrace& tap = level.tap[std::size_t(slice) * 4 + i];
      tap.weight = weights[i];
      tap.contributes = share > 0 && (i % 2 == 0 || x.weight > 0) && (i / 2 == 0 || y.weight > 0);
    }
  }
}

// Measured: beyond an edge the footprint continues in the neighboring face. At a corner one of the four
// texels does not exist: its weight goes to the others in thirds, with a remainder of one to the texel on the
// diagonal, a remainder of two to those beside it. All three then contribute.
void cross_edges(const Texture& texture, const FetchCoordinate& place, LevelTrace& level) {
  const int size = texture.size_of(level.level)[0];
  for (int i = 0; i < level.tap_count; ++i) {
    TapTrace& tap = level.tap[std::size_t(i)];
    const int x = level.axis[0].footprint[std::size_t(i & 1)],
              y = level.axis[1].footprint[std::size_t(i >> 1)];
    if (const auto texel = across_edge({place.face, x, y}, size)) {
      tap.x = texel->x;
      tap.y = texel->y;
      tap.z = place.layer * 6 + texel->face;
      continue;
    }
    const int third = tap.weight / 3, rest = tap.weight % 3;
    for (const auto& [other, more] : {std::pair{i ^ 3, rest == 1}, {i ^ 1, rest == 2}, {i ^ 2, rest == 2}}) {
      level.tap[std::size_t(other)].weight += third + more;
      level.tap[std::size_t(other)].contributes = level.weight > 0;
    }
    tap.weight = 0;
    tap.exists = false;
  }
}

// The fraction bits that normalized coordinates keep. Measured: they grow with the longer side of the mip
// level, in pitch memory and in single 1-D and 2-D arrays more slowly than in layers, in mipmapped arrays and
// in single 2-D arrays that are made for gathers.
int fraction_bits(const Texture& texture, const std::array<int, 3>& size, std::size_t axis) {
  const bool mipmapped = texture.mipmapped || texture.level_count > 1;
  const bool single = !mipmapped && (texture.dimension == Dimension::d1 ||
                                     (texture.dimension == Dimension::d2 && !texture.gather_array));
  const bool slow = texture.storage == Storage::pitch || texture.storage == Storage::linear || single;
  const int side = std::max(size[0], size[1]);
  if (slow) return side <= 8192 ? 21 : side <= 65536 ? 22 : 23;
  if (texture.dimension == Dimension::d3) {
    const bool deep = size[2] > 2300;
    return deep || (axis < 2 && side > 8192) ? 22 : 21;
  }
  return side <= 8192 ? 21 : side <= 16384 ? 22 : 23;
}
} // namespace

AddressMode axis_mode(const Texture& texture, std::size_t axis) {
  // Measured: the second axis of 1-D layers has no border, unlike that of 1-D textures.
  if (texture.dimension == Dimension::d1_layered && axis == 1) return AddressMode::clamp;
  if (is_seamless(texture)) return AddressMode::clamp;
  // With seams each face of a cube is a texture of its own, whose coordinates are normalized in any case.
  return acting_mode(texture.sampler.address[axis], texture.sampler.normalized_coords || is_cube(texture));
}

AxisRule axis_rule(const Texture& texture, int level, std::size_t axis) {
  const std::array<int, 3> size = texture.size_of(level);
  return {size[axis], axis_mode(texture, axis),
          texture.takes_normalized() ? fraction_bits(texture, size, axis) : 0, is_cube(texture)};
}

// 1-D textures are 2-D ones with one row, fetched at y = 0, the row's upper edge. This matters if the second
// address mode is border.
FetchCoordinate fetch_coordinate(const Texture& texture, const FetchAt& at) {
  FetchCoordinate place;
  switch (texture.dimension) {
  case Dimension::d1_layered:
    place.layer = place.slice = clamped_layer(at.layer, texture.planes);
    [[fallthrough]];
  case Dimension::d1:
    place.coordinate = {at.x, 0, 0};
    return place;
  case Dimension::d2_layered:
    place.layer = place.slice = clamped_layer(at.layer, texture.planes);
    [[fallthrough]];
  case Dimension::d2:
    place.coordinate = {at.x, at.y, 0};
    return place;
  case Dimension::d3:
    place.coordinate = {at.x, at.y, at.z};
    place.axis_count = 3;
    return place;
  case Dimension::cube_layered:
    place.layer = clamped_layer(at.layer, texture.planes / 6);
    break;
  case Dimension::cube:
    break;
  }
  const CubePoint point = cube_point(at.x, at.y, at.z);
  place.coordinate = {point.s, point.t, 0};
  place.face = point.face;
  place.slice = place.layer * 6 + point.face;
  return place;
}

void trace_footprint(const Texture& texture, const FetchCoordinate& place, Footprint footprint,
                     LevelTrace& level) {
  find_texels(texture, place, footprint, level);
  find_taps(place, footprint, level);
  if (footprint != Footprint::point) weigh_taps(level);
  if (footprint != Footprint::point && is_seamless(texture)) cross_edges(texture, place, level);
  for (int i = 0; i < level.tap_count; ++i) {
    TapTrace& tap = level.tap[std::size_t(i)];
    if (!tap.exists) continue;
    tap.stored = tap.border ? border_bits(texture) : stored_texel(texture, level.level, tap.x, tap.y, tap.z);
  }
}

} // namespace texelscope::unit
