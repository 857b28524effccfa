// The order in which threads fetch: the same code on the device, and on the host for the model that checks
// it.
//
// A plane (slice, layer, face) is laid out in tiles, one for each fetch of a warp, and tiles in regions, one
// for each step of a block. Block b uses plane b % planes. If blocks stay, a block begins there with region
// b / planes, and each further step advances by as many regions as there are blocks in the plane. If each
// block takes some regions and ends, these are adjacent. In both cases the order is row after row, and from
// the last region to the first, so that all blocks together pass over the texture coherently. Regions at the
// right and lower edges overlap their neighbors rather than extend beyond the edge.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/ground/base/half.h"
#include "kernels/ground/base/host_device.h"
#include "kernels/reports/profile/cell/cell.h"
#include "kernels/unit/fetch/fetch_rules.h"

namespace texelscope::profile {

constexpr int warps_of_block = 8, threads_of_block = 32 * warps_of_block, max_chains = 8;

// The fetches that a thread has in flight together. Measured: with four a texture unit misses 4 % of its
// rate. Paths that filter in the kernel hold four texels for each.
TEXELSCOPE_HOST_DEVICE constexpr int chains_of(Path path) {
  return path == Path::shared || path == Path::software ? 4 : max_chains;
}

// Divides numbers below 2^31 by a divisor that is known beforehand: `factor` is 2^32 * (2^shift / divisor -
// 1), rounded up.
struct Divider {
  unsigned divisor = 1, factor = 1, shift = 0;
  TEXELSCOPE_HOST_DEVICE unsigned operator()(unsigned value) const {
    return (unsigned(std::uint64_t(value) * factor >> 32) + value) >> shift;
  }
  TEXELSCOPE_HOST_DEVICE unsigned remainder(unsigned value) const { return value - (*this)(value)*divisor; }
};

// The positions of a tile's lanes, in sixteenths of a texel from its corner: rounded down, plus one half.
struct LaneGrid {
  int bits = 0; // 2^bits lanes a row
  float xx = 0, xy = 0, x0 = 0, yx = 0, yy = 0, y0 = 0;
};

template <class Number>
struct Places {
  Number region_x = 0, region_y = 0; // from region to region
  Number last_x = 0, last_y = 0;     // corners of the last ones
  Number warp_x = 0, warp_y = 0;     // from warp to warp of a block
  Number chain_x[max_chains] = {}, chain_y[max_chains] = {};
};

struct AccessPattern {
  int columns = 1, rows = 1, planes = 1; // regions of a plane, planes
  Divider by_planes, by_regions, by_columns;
  int block_stride = 1;               // regions from a block's first one to the next block's
  int next_column = 0, next_row = 0;  // regions to a block's next one
  int lane_regions = 0;               // divergent: from lane to lane
  int warp_bits = 0, warp_bits_y = 0; // 2^bits warps side by side, and one above the other
  LaneGrid lanes;
  float unit_x = 1, unit_y = 1; // a texel in the coordinate's unit
  Places<float> coordinates;
  Places<int> texels;
  // Window: 2^bits texels per side; 0: there are no random offsets.
  int window_bits = 0, window_bits_y = 0;
  float window_x = 0, window_y = 0;
  float first_z = 0, step_z = 0; // 3-D: the planes' coordinates
  float lod = 0;
  Gradient dx = {}, dy = {};
};

// Number: float for coordinates, int for texels. draws: whether AccessPattern::window_bits are used; without
// them, steps are shorter.
template <class Number, bool draws = true>
struct AccessCursor {
  Number column, row;    // of the region
  Number lane_x, lane_y; // of the thread, from the region's corner
  Number x, y;           // the position: the sum of both
  unsigned drawn;
  int plane;
  rules::FaceAxes axes; // cubes
};

struct PlanePoint {
  float x, y;
};
struct PlaneTexel {
  int x, y;
};

TEXELSCOPE_HOST_DEVICE inline const Places<float>& places(const AccessPattern& pattern, float) {
  return pattern.coordinates;
}
TEXELSCOPE_HOST_DEVICE inline const Places<int>& places(const AccessPattern& pattern, int) {
  return pattern.texels;
}

// The lane's position in texels.
TEXELSCOPE_HOST_DEVICE inline PlanePoint lane_point(const LaneGrid& g, int lane) {
  const float i = float(lane & ((1 << g.bits) - 1)), j = float(lane >> g.bits);
  const auto in_texels = [](float sixteenths) { return (floorf(sixteenths) + 0.5f) * 0.0625f; };
  return {in_texels(fmaf(j, g.xy, fmaf(i, g.xx, g.x0))), in_texels(fmaf(j, g.yy, fmaf(i, g.yx, g.y0)))};
}

// Random offsets are in [1, 2) windows, so that lanes begin one window before.
TEXELSCOPE_HOST_DEVICE inline PlanePoint lane_place(const AccessPattern& pattern, int lane, float) {
  const PlanePoint p = lane_point(pattern.lanes, lane);
  return {fmaf(p.x, pattern.unit_x, -pattern.window_x), fmaf(p.y, pattern.unit_y, -pattern.window_y)};
}
TEXELSCOPE_HOST_DEVICE inline PlaneTexel lane_place(const AccessPattern& pattern, int lane, int) {
  const PlanePoint p = lane_point(pattern.lanes, lane);
  return {int(p.x), int(p.y)};
}

template <class Number, bool draws>
TEXELSCOPE_HOST_DEVICE inline void set_place(const AccessPattern& pattern, AccessCursor<Number, draws>& w) {
  const Places<Number>& p = places(pattern, Number());
  const Number x = w.column * p.region_x, y = w.row * p.region_y;
  w.x = (x < p.last_x ? x : p.last_x) + w.lane_x;
  w.y = (y < p.last_y ? y : p.last_y) + w.lane_y;
}

template <class Number, bool draws = true>
TEXELSCOPE_HOST_DEVICE inline AccessCursor<Number, draws> start_access(const AccessPattern& pattern,
                                                                       int block, int thread) {
  const int lane = thread % 32, warp = thread / 32;
  const unsigned in_plane = pattern.by_planes(unsigned(block));
  const unsigned first = pattern.by_regions.remainder(in_plane * unsigned(pattern.block_stride) +
                                                      unsigned(lane * pattern.lane_regions));
  const unsigned row = pattern.by_columns(first);
  const Places<Number>& p = places(pattern, Number());
  const auto place = lane_place(pattern, lane, Number());
  AccessCursor<Number, draws> w;
  w.column = Number(first - row * pattern.by_columns.divisor);
  w.row = Number(row);
  w.lane_x = place.x + Number(warp & ((1 << pattern.warp_bits) - 1)) * p.warp_x;
  w.lane_y = place.y + Number(warp >> pattern.warp_bits & ((1 << pattern.warp_bits_y) - 1)) * p.warp_y;
  w.drawn = unsigned(block * threads_of_block + thread) * 0x9e3779b1u + 0x85ebca77u;
  w.plane = block - int(in_plane) * pattern.planes;
  w.axes = rules::face_axes(CubeFace(w.plane % 6));
  set_place(pattern, w);
  return w;
}

// Advances to the next step's region.
template <class Number, bool draws>
TEXELSCOPE_HOST_DEVICE inline void advance(const AccessPattern& pattern, AccessCursor<Number, draws>& w) {
  w.column += Number(pattern.next_column);
  w.row += Number(pattern.next_row);
  if (w.column >= Number(pattern.columns)) {
    w.column -= Number(pattern.columns);
    w.row += Number(1);
  }
  if (w.row >= Number(pattern.rows)) w.row -= Number(pattern.rows);
  set_place(pattern, w);
}

// Draws the next random number, after each fetch.
template <class Number, bool draws>
TEXELSCOPE_HOST_DEVICE inline void draw(const AccessPattern& pattern, AccessCursor<Number, draws>& w) {
  if (draws && pattern.window_bits > 0) w.drawn = w.drawn * 1664525u + 1013904223u;
}

// The random number for the second axis; the first uses `drawn` itself.
TEXELSCOPE_HOST_DEVICE inline unsigned second_drawn(unsigned drawn) {
  return (drawn ^ drawn >> 16) * 0x2c1b3c6du;
}

// The highest `bits` bits as a number in [1, 2), in steps of 2^-bits.
TEXELSCOPE_HOST_DEVICE inline float drawn_float(unsigned drawn, int bits) {
  const unsigned word = 0x3f800000u | (drawn >> 9 & ~(0x7fffffu >> bits));
  return bits_float(word);
}

template <bool draws>
TEXELSCOPE_HOST_DEVICE inline PlanePoint point_of(const AccessPattern& pattern,
                                                  const AccessCursor<float, draws>& w, int chain) {
  PlanePoint p = {w.x + pattern.coordinates.chain_x[chain], w.y + pattern.coordinates.chain_y[chain]};
  if (draws && pattern.window_bits > 0) {
    p.x = fmaf(drawn_float(w.drawn, pattern.window_bits), pattern.window_x, p.x);
    p.y = fmaf(drawn_float(second_drawn(w.drawn), pattern.window_bits_y), pattern.window_y, p.y);
  }
  return p;
}

template <bool draws>
TEXELSCOPE_HOST_DEVICE inline PlaneTexel texel_of(const AccessPattern& pattern,
                                                  const AccessCursor<int, draws>& w, int chain) {
  PlaneTexel t = {w.x + pattern.texels.chain_x[chain], w.y + pattern.texels.chain_y[chain]};
  if (draws && pattern.window_bits > 0) {
    t.x += int(w.drawn >> (32 - pattern.window_bits));
    if (pattern.window_bits_y > 0) t.y += int(second_drawn(w.drawn) >> (32 - pattern.window_bits_y));
  }
  return t;
}

template <bool draws>
TEXELSCOPE_HOST_DEVICE inline FetchAt at_texel(const AccessPattern& pattern,
                                               const AccessCursor<int, draws>& w, int chain) {
  FetchAt at;
  at.texel = texel_of(pattern, w, chain).x;
  return at;
}

template <bool draws>
TEXELSCOPE_HOST_DEVICE inline FetchAt
at_point(const AccessPattern& pattern, const AccessCursor<float, draws>& w, int chain, Dimension dimension) {
  const PlanePoint p = point_of(pattern, w, chain);
  FetchAt at;
  at.x = p.x;
  at.y = p.y;
  at.z = fmaf(float(w.plane), pattern.step_z, pattern.first_z);
  at.layer = w.plane;
  at.lod = pattern.lod;
  at.dx = pattern.dx;
  at.dy = pattern.dy;
  if (!is_cube(dimension)) return at;
  const float s = fmaf(2.0f, p.x, -1.0f), t = fmaf(2.0f, p.y, -1.0f);
  at.x = fmaf(s, w.axes.s[0], fmaf(t, w.axes.t[0], w.axes.forward[0]));
  at.y = fmaf(s, w.axes.s[1], fmaf(t, w.axes.t[1], w.axes.forward[1]));
  at.z = fmaf(s, w.axes.s[2], fmaf(t, w.axes.t[2], w.axes.forward[2]));
  at.layer = w.plane / 6;
  return at;
}

} // namespace texelscope::profile
