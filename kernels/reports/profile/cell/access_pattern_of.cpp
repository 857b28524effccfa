#include "kernels/reports/profile/cell/access_pattern_of.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/reports/profile/cell/lanes.h"

namespace texelscope::profile {

namespace {
constexpr float between_levels = 0.40625f; // LOD of mipmapped cells
constexpr float fraction_z = 0.5625f;

bool is_normalized(const BenchmarkCase& cell) {
  return has_mips(cell.filter) || is_cube(cell.dimension);
}

Divider divider_by(int number) {
  const auto divisor = std::uint64_t(number);
  unsigned shift = 0;
  while ((std::uint64_t(1) << shift) < divisor)
    ++shift;
  const std::uint64_t above = (std::uint64_t(1) << shift) - divisor;
  return {unsigned(divisor), unsigned((above << 32) / divisor + 1), shift};
}

// The warps and fetches of a block along both axes, powers of two. If a plane is too small for all of them,
// the others repeat these.
struct Sharing {
  int warps_x = 1, warps_y = 1, chains_x = 1, chains_y = 1;
  int columns() const { return warps_x * chains_x; }
  int rows() const { return warps_y * chains_y; }
};

int fitting(int wanted, int there) {
  return std::min(wanted, int(std::bit_floor(unsigned(std::max(there, 1)))));
}

Sharing sharing_of(int columns, int rows, int chains, int warps_across) {
  Sharing s;
  s.chains_y = fitting(chains, rows);
  s.chains_x = fitting(chains / s.chains_y, columns);
  s.warps_y = fitting(warps_of_block / warps_across, rows / s.chains_y);
  s.warps_x = fitting(warps_of_block / s.warps_y, columns / s.chains_x);
  return s;
}

// Ensures that each of 32 lanes has its own region if there are enough tiles.
void make_room_for_lanes(Sharing& s, int tiles) {
  for (int* part : {&s.warps_x, &s.warps_y, &s.chains_x, &s.chains_y})
    while (*part > 1 && s.columns() * s.rows() > tiles / 32)
      *part /= 2;
}

Sharing sharing_of(const BenchmarkCase& cell, Step step, int columns, int rows, Layout layout) {
  constexpr int warps_across[] = {2, 4, 8, 1}; // of each layout
  const int chains = chains_of(cell.path), across = warps_across[int(layout)];
  Sharing s;
  if (step.height > step.width) {
    s = sharing_of(rows, columns, chains, across);
    s = {s.warps_y, s.warps_x, s.chains_y, s.chains_x};
  } else {
    s = sharing_of(columns, rows, chains, across);
  }
  if (cell.pattern == Pattern::divergent) make_room_for_lanes(s, columns * rows);
  return s;
}

// The distances in texels from a region's corner to its tiles, along one axis, per warp and per chain.
struct Spacing {
  int warp, chain;
};
Spacing spacing_of(Layout layout, int step, int warps, int chains) {
  return layout == Layout::strips ? Spacing{step * chains, step} : Spacing{step, step * warps};
}

// last: the last region's corner, texels.
template <class Number>
void set_places(Places<Number>& to, const Sharing& s, Step step, Step last, Layout layout, Number unit_x,
                Number unit_y) {
  const Spacing x = spacing_of(layout, step.width, s.warps_x, s.chains_x);
  const Spacing y = spacing_of(layout, step.height, s.warps_y, s.chains_y);
  to.region_x = Number(s.columns() * step.width) * unit_x;
  to.region_y = Number(s.rows() * step.height) * unit_y;
  to.last_x = Number(last.width) * unit_x;
  to.last_y = Number(last.height) * unit_y;
  to.warp_x = Number(x.warp) * unit_x;
  to.warp_y = Number(y.warp) * unit_y;
  for (int i = 0; i < max_chains; ++i) {
    to.chain_x[i] = Number(i % s.chains_x * x.chain) * unit_x;
    to.chain_y[i] = Number(i / s.chains_x % s.chains_y * y.chain) * unit_y;
  }
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

FetchKind kind_of(const BenchmarkCase& cell) {
  if (cell.pattern == Pattern::gather) return FetchKind::gather;
  if (cell.storage == Storage::linear) return FetchKind::texel;
  if (max_anisotropy(cell.filter) > 1) return FetchKind::grad;
  return has_mips(cell.filter) ? FetchKind::lod : FetchKind::plain;
}

Texture texture_of(const BenchmarkCase& cell) {
  const Shape shape = shape_of(cell);
  Texture t;
  t.dimension = cell.dimension;
  t.storage = cell.storage;
  t.format = cell.format;
  t.width = shape.width;
  t.height = shape.height;
  t.planes = shape.depth;
  t.level_count = shape.levels;
  t.mipmapped = shape.levels > 1;
  Sampler& s = t.sampler;
  s.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  s.normalized_coords = is_normalized(cell);
  s.filter = cell.filter == Filter::point ? FilterMode::point : FilterMode::linear;
  s.read_mode = cell.format.is_normalizable() ? ReadMode::normalized_float : ReadMode::element;
  s.srgb = cell.srgb;
  if (shape.levels > 1) {
    s.mip_filter = FilterMode::linear;
    s.mip_max = float(shape.levels - 1);
    s.max_anisotropy = max_anisotropy(cell.filter);
  }
  return t;
}

AccessPattern access_pattern_of(const BenchmarkCase& cell, Layout layout) {
  const Shape shape = shape_of(cell);
  const Step step = step_of(cell);
  const Lanes lanes = lanes_of(cell);
  const auto unit = [normalized = is_normalized(cell)](int size) {
    return normalized ? 1.0f / float(size) : 1.0f;
  };
  const float unit_z = unit(shape.depth);
  const int tile_columns = (shape.width - lanes.width) / step.width + 1,
            tile_rows = (shape.height - lanes.height) / step.height + 1;
  const Sharing s = sharing_of(cell, step, tile_columns, tile_rows, layout);
  AccessPattern pattern;
  pattern.columns = (tile_columns + s.columns() - 1) / s.columns();
  pattern.rows = (tile_rows + s.rows() - 1) / s.rows();
  pattern.planes = shape.depth;
  pattern.by_planes = divider_by(pattern.planes);
  pattern.by_regions = divider_by(pattern.columns * pattern.rows);
  pattern.by_columns = divider_by(pattern.columns);
  pattern.warp_bits = std::countr_zero(unsigned(s.warps_x));
  pattern.warp_bits_y = std::countr_zero(unsigned(s.warps_y));
  pattern.lanes = lanes.grid;
  pattern.unit_x = unit(shape.width);
  pattern.unit_y = unit(shape.height);
  const Step last = {(tile_columns - s.columns()) * step.width, (tile_rows - s.rows()) * step.height};
  set_places(pattern.coordinates, s, step, last, layout, pattern.unit_x, pattern.unit_y);
  set_places(pattern.texels, s, step, last, layout, 1, 1);
  if (cell.pattern == Pattern::window) {
    pattern.window_bits = std::countr_zero(unsigned(step.width));
    pattern.window_bits_y = std::countr_zero(unsigned(step.height));
    pattern.window_x = float(step.width) * pattern.unit_x;
    pattern.window_y = float(step.height) * pattern.unit_y;
  }
  if (cell.pattern == Pattern::divergent) pattern.lane_regions = pattern.columns * pattern.rows / 32 | 1;
  pattern.first_z = fraction_z * unit_z;
  pattern.step_z = unit_z;
  pattern.lod = between_levels;
  const float across = std::exp2(between_levels);
  pattern.dx = {across * float(max_anisotropy(cell.filter)) * pattern.unit_x, 0, 0};
  pattern.dy = {0, across * pattern.unit_y, 0};
  set_blocks(pattern, pattern.planes);
  return pattern;
}

namespace {
void set_next(AccessPattern& pattern, int regions) {
  const int next = regions % (pattern.columns * pattern.rows);
  pattern.next_column = next % pattern.columns;
  pattern.next_row = next / pattern.columns;
}
} // namespace

void set_blocks(AccessPattern& pattern, int blocks) {
  pattern.block_stride = 1;
  set_next(pattern, blocks / pattern.planes);
}

void set_regions_of_block(AccessPattern& pattern, int regions) {
  pattern.block_stride = regions;
  set_next(pattern, 1);
}

void limit_rows(AccessPattern& pattern, int rows) {
  pattern.rows = rows;
  pattern.by_regions = divider_by(pattern.columns * rows);
  set_blocks(pattern, pattern.planes);
}

std::int64_t regions_of(const AccessPattern& pattern) {
  return std::int64_t(pattern.columns) * pattern.rows * pattern.planes;
}

} // namespace texelscope::profile
