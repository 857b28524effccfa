// How a pixel of the picture becomes a fetch, as pure functions that are compiled both for the CPU and for
// CUDA.
//
// Only floats are used, and every operation is correctly rounded and done in this order (fma where it is
// written), so that both backends pass the same bits to the texture unit. FetchView is made once on the host,
// by make_fetch_view() of fetch_view.h. NVRTC compiles this header too (see fetch_body.h), with everything
// that it includes.
#pragma once

#include <cmath>

#include "kernels/state/session/fetch_enums.h"
#include "kernels/unit/texture_unit/fetch_at.h"

namespace texelscope {

// (s, t) below is the picture's normalized position: s = fma(px, right[0], fma(py, down[0], origin[0])), t
// likewise with [1], px = column + offset, py = row + offset.
struct FetchView {
  static constexpr int grid_side = 4;

  Projection projection = Projection::flat;
  Dimension dimension = Dimension::d2;
  FetchKind function = FetchKind::plain; // the function that is called
  bool given_gradients = false;
  float offset = 0.5f;
  float right[3] = {}, down[3] = {}, origin[3] = {}; // flat: the coordinate itself, up to three numbers
  float size[3] = {1, 1, 1};                         // others: the factor of normalized coordinates
  float gradient_scale = 1;
  float dx[3] = {}, dy[3] = {}; // given gradients
  float lod = 0;
  int layer = 0, component = 0;
  FetchType type = FetchType::native;
  int component_count = 4;  // of the result, the others are 0
  bool fills_alpha = false; // the unit returns 1 for the alpha that BC4 and BC5 lack
  int index_count = 0;      // 1Dfetch: texels
  CubeFace face = CubeFace::positive_x;
  Slab slab = Slab::off;
  ResultType result = ResultType::floating; // the type of a slab's samples
  int slab_axis = 2, slab_samples = 1;      // sample i has fma(i, slab_step, slab_first) along the axis
  float slab_first = 0, slab_step = 0;
  int columns = 1, rows = 1; // sheet: its cells
  int level_count = 1;
  int planes[max_mip_levels] = {1};                             // sheet: of each level
  float turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};                  // sphere: rows of the rotation
  float distance = 1.5f;                                        // tilted, grid: of the eye, in plane sides
  float cosine[grid_side] = {1, 1, 1, 1}, sine[grid_side] = {}; // tilted: [0]; grid: of each row
};

// What a pixel fetches. It is empty where the view has nothing: the picture is 0 there.
struct PixelFetch {
  FetchAt at;
  bool empty = false;
};

namespace rules {

struct ViewPosition {
  float s, t;               // in the picture
  float s_x, s_y, t_x, t_y; // their change from pixel to pixel, right and down
};

TEXELSCOPE_HOST_DEVICE inline float affine(const FetchView& v, int i, float px, float py) {
  return fmaf(px, v.right[i], fmaf(py, v.down[i], v.origin[i]));
}

TEXELSCOPE_HOST_DEVICE inline void set_gradient(FetchAt& at, const FetchView& v, const float (&dx)[3],
                                                const float (&dy)[3]) {
  const float* right = v.given_gradients ? v.dx : dx;
  const float* down = v.given_gradients ? v.dy : dy;
  const float scale = v.given_gradients ? 1.0f : v.gradient_scale;
  at.dx = {right[0] * scale, right[1] * scale, right[2] * scale};
  at.dy = {down[0] * scale, down[1] * scale, down[2] * scale};
}

// The direction to (s, t) of a face, with s and t from -1 to 1: `forward` + s * `s` + t * `t`. This inverts
// the table of cube faces in the CUDA C++ Programming Guide.
struct FaceAxes {
  float forward[3], s[3], t[3];
};
TEXELSCOPE_HOST_DEVICE inline FaceAxes face_axes(CubeFace face) {
  switch (face) {
  case CubeFace::positive_x:
    return {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}};
  case CubeFace::negative_x:
    return {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}};
  case CubeFace::positive_y:
    return {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
  case CubeFace::negative_y:
    return {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}};
  case CubeFace::positive_z:
    return {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}};
  case CubeFace::negative_z:
    break;
  }
  return {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}};
}

// Sets a point of a plane, layer or face; (u, w) is from 0 to 1 inside it; `third`: normalized, for 3-D
// textures.
TEXELSCOPE_HOST_DEVICE inline void set_plane_point(FetchAt& at, const FetchView& v, CubeFace face, float u,
                                                   float w, float third, const ViewPosition& change) {
  if (!is_cube(v.dimension)) {
    at.x = u * v.size[0];
    at.y = w * v.size[1];
    at.z = third * v.size[2];
    const float dx[3] = {change.s_x * v.size[0], change.t_x * v.size[1], 0};
    const float dy[3] = {change.s_y * v.size[0], change.t_y * v.size[1], 0};
    return set_gradient(at, v, dx, dy);
  }
  const FaceAxes axes = face_axes(face);
  const float s = fmaf(2.0f, u, -1.0f), t = fmaf(2.0f, w, -1.0f);
  float to[3], dx[3], dy[3];
  for (int i = 0; i < 3; ++i) {
    to[i] = fmaf(s, axes.s[i], fmaf(t, axes.t[i], axes.forward[i]));
    dx[i] = 2.0f * fmaf(change.s_x, axes.s[i], change.t_x * axes.t[i]);
    dy[i] = 2.0f * fmaf(change.s_y, axes.s[i], change.t_y * axes.t[i]);
  }
  at.x = to[0], at.y = to[1], at.z = to[2];
  set_gradient(at, v, dx, dy);
}

// One of columns x rows cells: `p` becomes the position within it, stretched so that a sixteenth of the cell
// stays empty at each side.
struct Cell {
  int column, row;
  bool empty;
};
TEXELSCOPE_HOST_DEVICE inline Cell enter_cell(ViewPosition& p, int columns, int rows) {
  const float column = floorf(p.s), row = floorf(p.t);
  const bool inside = column >= 0 && row >= 0 && column < float(columns) && row < float(rows);
  p.s = fmaf(p.s - column, 1.1875f, -0.09375f);
  p.t = fmaf(p.t - row, 1.1875f, -0.09375f);
  p.s_x *= 1.1875f, p.s_y *= 1.1875f, p.t_x *= 1.1875f, p.t_y *= 1.1875f;
  const bool margin = !(p.s >= 0 && p.t >= 0 && p.s < 1 && p.t < 1);
  return {inside ? int(column) : 0, inside ? int(row) : 0, !inside || margin};
}

TEXELSCOPE_HOST_DEVICE inline void scale_position(ViewPosition& p, float s, float t) {
  p.s *= s, p.s_x *= s, p.s_y *= s;
  p.t *= t, p.t_x *= t, p.t_y *= t;
}

// The projections fill a fetch that holds zeros: copying whole structures would cost more than the
// arithmetic.

// Shows level after level, each with all its planes.
TEXELSCOPE_HOST_DEVICE inline void sheet_fetch(const FetchView& v, ViewPosition p, PixelFetch& fetch) {
  scale_position(p, float(v.columns), float(v.rows));
  const Cell cell = enter_cell(p, v.columns, v.rows);
  int plane = cell.row * v.columns + cell.column, level = 0;
  while (level < v.level_count && plane >= v.planes[level])
    plane -= v.planes[level++];
  fetch.empty = cell.empty || level == v.level_count;
  if (fetch.empty) return;
  const bool cube = is_cube(v.dimension);
  set_plane_point(fetch.at, v, CubeFace(cube ? plane % 6 : 0), p.s, p.t,
                  (float(plane) + 0.5f) / float(v.planes[level]), p);
  fetch.at.layer = cube ? plane / 6 : plane;
  fetch.at.lod = float(level);
}

//     +y
//  -x +z +x -z
//     -y
TEXELSCOPE_HOST_DEVICE inline void net_fetch(const FetchView& v, ViewPosition p, PixelFetch& fetch) {
  scale_position(p, 4, 4);
  p.t -= 0.5f;
  const Cell cell = enter_cell(p, 4, 3);
  const CubeFace middle[4] = {CubeFace::negative_x, CubeFace::positive_z, CubeFace::positive_x,
                              CubeFace::negative_z};
  const CubeFace face = cell.row == 1   ? middle[cell.column]
                        : cell.row == 0 ? CubeFace::positive_y
                                        : CubeFace::negative_y;
  fetch.empty = cell.empty || (cell.row != 1 && cell.column != 1);
  set_plane_point(fetch.at, v, face, p.s, p.t, 0, p);
}

// The square (0, 1) shows a sphere from far away.
TEXELSCOPE_HOST_DEVICE inline void sphere_fetch(const FetchView& v, const ViewPosition& p,
                                                PixelFetch& fetch) {
  const float a = fmaf(2.0f, p.s, -1.0f), b = fmaf(-2.0f, p.t, 1.0f);
  const float rest = fmaf(-a, a, fmaf(-b, b, 1.0f));
  fetch.empty = !(rest > 0);
  if (fetch.empty) return;
  const float c = sqrtf(rest);
  const float a_x = 2.0f * p.s_x, a_y = 2.0f * p.s_y, b_x = -2.0f * p.t_x, b_y = -2.0f * p.t_y;
  const float c_x = -fmaf(a, a_x, b * b_x) / c, c_y = -fmaf(a, a_y, b * b_y) / c;
  float to[3], dx[3], dy[3];
  for (int i = 0; i < 3; ++i) {
    const float* row = v.turn + 3 * i;
    to[i] = fmaf(row[0], a, fmaf(row[1], b, row[2] * c));
    dx[i] = fmaf(row[0], a_x, fmaf(row[1], b_x, row[2] * c_x));
    dy[i] = fmaf(row[0], a_y, fmaf(row[1], b_y, row[2] * c_y));
  }
  fetch.at.x = to[0], fetch.at.y = to[1], fetch.at.z = to[2];
  set_gradient(fetch.at, v, dx, dy);
}

// A plane turned about the horizontal line through its center, seen from `distance`. `scale`: how much of it
// is visible.
TEXELSCOPE_HOST_DEVICE inline void tilted_fetch(const FetchView& v, const ViewPosition& p, int tilt,
                                                float scale, PixelFetch& fetch) {
  const float cosine = v.cosine[tilt], sine = v.sine[tilt], near = v.distance * cosine;
  const float a = p.s - 0.5f, b = 0.5f - p.t;
  const float depth = fmaf(-b, sine, near); // 0 on the horizon
  fetch.empty = !(depth > 0.001f);
  if (fetch.empty) return;
  const float x = a * near / depth, y = b * v.distance / depth;
  const float b_x = -p.t_x, b_y = -p.t_y;
  ViewPosition change;
  change.s_x = fmaf(x * sine, b_x, p.s_x * near) / depth * scale;
  change.s_y = fmaf(x * sine, b_y, p.s_y * near) / depth * scale;
  change.t_x = -(fmaf(y * sine, b_x, b_x * v.distance) / depth * scale);
  change.t_y = -(fmaf(y * sine, b_y, b_y * v.distance) / depth * scale);
  set_plane_point(fetch.at, v, v.face, fmaf(x, scale, 0.5f), fmaf(-y, scale, 0.5f), 0, change);
}

TEXELSCOPE_HOST_DEVICE inline void grid_fetch(const FetchView& v, ViewPosition p, PixelFetch& fetch) {
  scale_position(p, FetchView::grid_side, FetchView::grid_side);
  const Cell cell = enter_cell(p, FetchView::grid_side, FetchView::grid_side);
  fetch.empty = cell.empty;
  if (!cell.empty) tilted_fetch(v, p, cell.row, float(1 << cell.column), fetch);
}

// The coordinate of a slab's sample number `sample` along its axis.
TEXELSCOPE_HOST_DEVICE inline float slab_coordinate(const FetchView& v, int sample) {
  return fmaf(float(sample), v.slab_step, v.slab_first);
}
TEXELSCOPE_HOST_DEVICE inline void set_sample(FetchAt& at, const FetchView& v, int sample) {
  (v.slab_axis == 0 ? at.x : v.slab_axis == 1 ? at.y : at.z) = slab_coordinate(v, sample);
}

TEXELSCOPE_HOST_DEVICE inline void flat_fetch(const FetchView& v, float px, float py, PixelFetch& fetch) {
  fetch.at.x = affine(v, 0, px, py);
  fetch.at.y = affine(v, 1, px, py);
  fetch.at.z = affine(v, 2, px, py);
  if (v.function == FetchKind::texel) {
    const float index =
        floorf(fetch.at.x * float(v.index_count)); // floats count exactly beyond the longest row
    fetch.at.texel = index >= -1e9f && index <= 1e9f ? int(index) : -1;
  }
  set_gradient(fetch.at, v, v.right, v.down);
}

// The bits of a component that the unit returns, handed over as by tex*<T>.
TEXELSCOPE_HOST_DEVICE inline std::uint32_t read_as(FetchType type, std::uint32_t word) {
  switch (type) {
  case FetchType::u16:
    return std::uint16_t(word);
  case FetchType::s16:
    return std::uint32_t(std::int32_t(std::int16_t(word)));
  case FetchType::u8:
    return std::uint8_t(word);
  case FetchType::s8:
    return std::uint32_t(std::int32_t(std::int8_t(word)));
  default:
    return word;
  }
}

// For a slab: the middle sample, number slab_samples / 2.
TEXELSCOPE_HOST_DEVICE inline PixelFetch pixel_fetch(const FetchView& v, int column, int row) {
  const float px = float(column) + v.offset, py = float(row) + v.offset;
  PixelFetch fetch;
  if (v.projection == Projection::flat) {
    flat_fetch(v, px, py, fetch);
  } else {
    const ViewPosition p = {
        affine(v, 0, px, py), affine(v, 1, px, py), v.right[0], v.down[0], v.right[1], v.down[1]};
    switch (v.projection) {
    case Projection::sheet:
      sheet_fetch(v, p, fetch);
      fetch.at.component = v.component;
      return fetch;
    case Projection::net:
      net_fetch(v, p, fetch);
      break;
    case Projection::sphere:
      sphere_fetch(v, p, fetch);
      break;
    case Projection::grid:
      grid_fetch(v, p, fetch);
      break;
    case Projection::tilted:
    case Projection::flat:
      tilted_fetch(v, p, 0, 1, fetch);
      break;
    }
  }
  fetch.at.layer = v.layer;
  fetch.at.lod = v.lod;
  fetch.at.component = v.component;
  return fetch;
}

} // namespace rules
} // namespace texelscope
