// The order in which threads fetch: the same code on the device, and on the host for the model that checks it.
//
// A texture's planes (slices, layers, faces) are laid out in tiles. Warp w keeps to plane w % planes; there it takes every n-th
// tile, n being the plane's number of warps, row after row and from the last tile on to the first. So all warps together go over
// the texture coherently, and each step costs additions, comparisons and multiply-adds, no division.
#pragma once

#include <cmath>

#include "kernels/both.h"
#include "kernels/fetch_rules.h"
#include "kernels/half.h"
#include "kernels/profile/cell.h"

namespace texelscope::profile {

// Fetches of a thread that are under way together. Measured: with four a texture unit misses 4 % of its rate. Paths that filter in
// the kernel hold four texels for each.
TEXELSCOPE_BOTH constexpr int chains_of(Path path) { return path == Path::shared || path == Path::software ? 4 : 8; }

struct Walk {
  int columns = 1, rows = 1, planes = 1; // tiles of a plane, planes
  int step_x = 1, step_y = 1;            // texels from tile to tile
  float scale_x = 1, scale_y = 1;        // the same in the coordinate's unit
  float lane_x[32] = {}, lane_y[32] = {};
  int lane_column[32] = {}, lane_row[32] = {}; // the texel, counted from the tile's corner
  int lane_tiles = 0;                          // divergent: tiles from lane to lane
  // Window: 2^bits texels a side; 0: nothing is drawn.
  int window_bits = 0, window_bits_y = 0;
  float window_x = 0, window_y = 0;
  float first_z = 0, step_z = 0; // 3-D: the planes' coordinates
  float lod = 0;
  Gradient dx = {}, dy = {};
};

// Number: float for coordinates, int for texels. draws: whether Walk::window_bits count; without, steps are shorter, and the fastest
// fetches of a GPU leave time for no more.
template <class Number, bool draws = true>
struct Walker {
  Number column, row;             // of the tile
  Number next_column, next_row;   // tiles to the next one
  Number columns, rows;
  Number lane_x, lane_y;
  unsigned drawn;
  int plane;
  rules::FaceAxes axes; // cubes
};

TEXELSCOPE_BOTH inline float lane_x(const Walk& walk, int lane, float) { return walk.lane_x[lane]; }
TEXELSCOPE_BOTH inline float lane_y(const Walk& walk, int lane, float) { return walk.lane_y[lane]; }
TEXELSCOPE_BOTH inline int lane_x(const Walk& walk, int lane, int) { return walk.lane_column[lane]; }
TEXELSCOPE_BOTH inline int lane_y(const Walk& walk, int lane, int) { return walk.lane_row[lane]; }

template <class Number, bool draws = true>
TEXELSCOPE_BOTH inline Walker<Number, draws> start_walk(const Walk& walk, int warp, int warps, int lane) {
  const int plane = warp % walk.planes, warps_here = (warps - plane + walk.planes - 1) / walk.planes;
  const int tiles = walk.columns * walk.rows;
  const int first = int((warp / walk.planes + (long long)(lane)*walk.lane_tiles) % tiles), next = warps_here % tiles;
  Walker<Number, draws> w;
  w.column = Number(first % walk.columns);
  w.row = Number(first / walk.columns);
  w.next_column = Number(next % walk.columns);
  w.next_row = Number(next / walk.columns);
  w.columns = Number(walk.columns);
  w.rows = Number(walk.rows);
  w.lane_x = lane_x(walk, lane, Number());
  w.lane_y = lane_y(walk, lane, Number());
  w.drawn = unsigned(warp * 32 + lane) * 0x9e3779b1u + 0x85ebca77u;
  w.plane = plane;
  w.axes = rules::face_axes(CubeFace(plane % 6));
  return w;
}

template <class Number, bool draws>
TEXELSCOPE_BOTH inline void go_on(const Walk& walk, Walker<Number, draws>& w) {
  w.column += w.next_column;
  w.row += w.next_row;
  if (w.column >= w.columns) {
    w.column -= w.columns;
    w.row += Number(1);
  }
  if (w.row >= w.rows) w.row -= w.rows;
  if (draws && walk.window_bits > 0) w.drawn = w.drawn * 1664525u + 1013904223u;
}

// What is drawn along the second axis; the first takes `drawn` itself.
TEXELSCOPE_BOTH inline unsigned second_drawn(unsigned drawn) { return (drawn ^ drawn >> 16) * 0x2c1b3c6du; }

// The highest `bits` bits as a number from 1 on, below 2, in steps of 2^-bits.
TEXELSCOPE_BOTH inline float drawn_float(unsigned drawn, int bits) {
  const unsigned word = 0x3f800000u | (drawn >> 9 & ~(0x7fffffu >> bits));
  return bits_float(word);
}

struct PlanePoint {
  float x, y;
};
template <bool draws>
TEXELSCOPE_BOTH inline PlanePoint point_of(const Walk& walk, const Walker<float, draws>& w) {
  PlanePoint p = {fmaf(w.column, walk.scale_x, w.lane_x), fmaf(w.row, walk.scale_y, w.lane_y)};
  if (draws && walk.window_bits > 0) {
    p.x = fmaf(drawn_float(w.drawn, walk.window_bits), walk.window_x, p.x);
    p.y = fmaf(drawn_float(second_drawn(w.drawn), walk.window_bits_y), walk.window_y, p.y);
  }
  return p;
}

struct PlaneTexel {
  int x, y;
};
template <bool draws>
TEXELSCOPE_BOTH inline PlaneTexel texel_of(const Walk& walk, const Walker<int, draws>& w) {
  PlaneTexel t = {w.column * walk.step_x + w.lane_x, w.row * walk.step_y + w.lane_y};
  if (draws && walk.window_bits > 0) {
    t.x += int(w.drawn >> (32 - walk.window_bits));
    if (walk.window_bits_y > 0) t.y += int(second_drawn(w.drawn) >> (32 - walk.window_bits_y));
  }
  return t;
}

template <bool draws>
TEXELSCOPE_BOTH inline FetchAt at_texel(const Walk& walk, const Walker<int, draws>& w) {
  FetchAt at;
  at.texel = texel_of(walk, w).x;
  return at;
}

template <bool draws>
TEXELSCOPE_BOTH inline FetchAt at_point(const Walk& walk, const Walker<float, draws>& w, Dimension dimension) {
  const PlanePoint p = point_of(walk, w);
  FetchAt at;
  at.x = p.x;
  at.y = p.y;
  at.z = fmaf(float(w.plane), walk.step_z, walk.first_z);
  at.layer = w.plane;
  at.lod = walk.lod;
  at.dx = walk.dx;
  at.dy = walk.dy;
  if (!is_cube(dimension)) return at;
  const float s = fmaf(2.0f, p.x, -1.0f), t = fmaf(2.0f, p.y, -1.0f);
  at.x = fmaf(s, w.axes.s[0], fmaf(t, w.axes.t[0], w.axes.forward[0]));
  at.y = fmaf(s, w.axes.s[1], fmaf(t, w.axes.t[1], w.axes.forward[1]));
  at.z = fmaf(s, w.axes.s[2], fmaf(t, w.axes.t[2], w.axes.forward[2]));
  at.layer = w.plane / 6;
  return at;
}

} // namespace texelscope::profile
