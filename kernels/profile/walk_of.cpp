#include "kernels/profile/walk_of.h"

#include <bit>
#include <cmath>

#include "kernels/profile/lanes.h"

namespace texelscope::profile {

namespace {
constexpr float between_levels = 0.40625f; // LOD of mipmapped cells
constexpr float fraction_z = 0.5625f;

bool is_normalized(const Cell& cell) { return has_mips(cell.filter) || is_cube(cell.dimension); }
// drawn_float() begins at 1.
void set_lanes(Walk& walk, const Lanes& lanes, bool draws, float unit_x, float unit_y) {
  for (std::size_t i = 0; i < 32; ++i) {
    walk.lane_column[i] = int(lanes.x[i]);
    walk.lane_row[i] = int(lanes.y[i]);
    walk.lane_x[i] = (lanes.x[i] - (draws ? float(walk.step_x) : 0.0f)) * unit_x;
    walk.lane_y[i] = (lanes.y[i] - (draws ? float(walk.step_y) : 0.0f)) * unit_y;
  }
  if (!draws) return;
  walk.window_bits = std::countr_zero(unsigned(walk.step_x));
  walk.window_bits_y = std::countr_zero(unsigned(walk.step_y));
  walk.window_x = walk.scale_x;
  walk.window_y = walk.scale_y;
}
} // namespace

WordMask scrambled_texels(const ElementFormat& format) {
  if (format.kind != ElementKind::floating) return {};
  return format.bits == 16 ? WordMask{0x03ff03ffu, 0x38003800u} : WordMask{0x007fffffu, 0x3f000000u};
}

WordMask texels_of_one(const ElementFormat& format) {
  const bool is_signed = format.kind == ElementKind::signed_int;
  if (format.kind == ElementKind::floating) return {0, format.bits == 16 ? 0x3c003c00u : 0x3f800000u};
  if (format.bits == 32) return {0, 1};
  if (format.bits == 16) return {0, is_signed ? 0x7fff7fffu : 0xffffffffu};
  return {0, is_signed ? 0x7f7f7f7fu : 0xffffffffu};
}

FetchKind kind_of(const Cell& cell) {
  if (cell.pattern == Pattern::gather) return FetchKind::gather;
  if (cell.storage == Storage::linear) return FetchKind::texel;
  if (max_anisotropy(cell.filter) > 1) return FetchKind::grad;
  return has_mips(cell.filter) ? FetchKind::lod : FetchKind::plain;
}

Texture texture_of(const Cell& cell) {
  const Shape shape = shape_of(cell);
  Texture t;
  t.dimension = cell.dimension;
  t.storage = cell.storage;
  t.format = cell.format;
  t.width = shape.width;
  t.height = shape.height;
  t.depth = shape.depth;
  t.level_count = shape.levels;
  t.mipmapped = shape.levels > 1;
  SamplerState& s = t.sampler;
  s.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  s.normalized_coords = is_normalized(cell);
  s.filter = cell.filter == Filter::point ? FilterMode::point : FilterMode::linear;
  const bool integers = cell.format.kind != ElementKind::floating;
  s.read_mode = integers && cell.format.bits < 32 ? ReadMode::normalized_float : ReadMode::element;
  s.srgb = cell.srgb;
  if (shape.levels > 1) {
    s.mip_filter = FilterMode::linear;
    s.mip_max = float(shape.levels - 1);
    s.max_anisotropy = max_anisotropy(cell.filter);
  }
  return t;
}

Walk walk_of(const Cell& cell) {
  const Shape shape = shape_of(cell);
  const Step step = step_of(cell);
  const Lanes lanes = lanes_of(cell);
  const auto unit = [normalized = is_normalized(cell)](int size) { return normalized ? 1.0f / float(size) : 1.0f; };
  const float unit_x = unit(shape.width), unit_y = unit(shape.height), unit_z = unit(shape.depth);
  Walk walk;
  walk.columns = (shape.width - lanes.width) / step.width + 1;
  walk.rows = (shape.height - lanes.height) / step.height + 1;
  walk.planes = shape.depth;
  walk.step_x = step.width;
  walk.step_y = step.height;
  walk.scale_x = float(step.width) * unit_x;
  walk.scale_y = float(step.height) * unit_y;
  set_lanes(walk, lanes, cell.pattern == Pattern::window, unit_x, unit_y);
  if (cell.pattern == Pattern::divergent) walk.lane_tiles = walk.columns * walk.rows / 32 | 1;
  walk.first_z = fraction_z * unit_z;
  walk.step_z = unit_z;
  walk.lod = between_levels;
  const float across = std::exp2(between_levels);
  walk.dx = {across * float(max_anisotropy(cell.filter)) * unit_x, 0, 0};
  walk.dy = {0, across * unit_y, 0};
  return walk;
}

std::int64_t tiles_of(const Walk& walk) { return std::int64_t(walk.columns) * walk.rows * walk.planes; }

} // namespace texelscope::profile
