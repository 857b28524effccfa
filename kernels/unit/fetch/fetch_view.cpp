#include "kernels/unit/fetch/fetch_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/state/session/texel.h"
#include "kernels/unit/texture_unit/quad.h"

namespace texelscope {

namespace {

void set_flat(FetchView& view, const FetchMap& map) {
  const float right[3] = {map.xx, map.yx, 0}, down[3] = {map.xy, map.yy, 0}, origin[3] = {map.x0, map.y0, 0};
  std::copy_n(right, 3, view.right);
  std::copy_n(down, 3, view.down);
  std::copy_n(origin, 3, view.origin);
}

// The picture's two coordinates belong to the axes other than the slice's.
void set_slice(FetchView& view, const Session& session) {
  const int axis = int(session.fetch.slice_axis);
  const float at = float(session.fetch.slice * double(view.size[axis]));
  const auto swap_in = [&](int from, int to) {
    for (float* vector : {view.right, view.down, view.origin})
      std::swap(vector[from], vector[to]);
  };
  if (session.fetch.slice_axis == Axis::x) swap_in(0, 2);
  if (session.fetch.slice_axis == Axis::y) swap_in(1, 2);
  view.right[axis] = view.down[axis] = 0;
  view.origin[axis] = at;
}

// Places samples at the centers of equal parts of the slab.
void set_slab(FetchView& view, const FetchSpec& fetch) {
  const int axis = int(fetch.slice_axis), count = fetch.slab_samples;
  const double part = fetch.slab_thickness / count, first = fetch.slice + 0.5 * (part - fetch.slab_thickness);
  view.slab_axis = axis;
  view.slab_samples = count;
  view.slab_first = float(first * double(view.size[axis]));
  view.slab_step = float(part * double(view.size[axis]));
  view.origin[axis] = rules::slab_coordinate(view, count / 2);
}

// Converts positions on a face to directions.
void set_face(FetchView& view, CubeFace face) {
  const rules::FaceAxes axes = rules::face_axes(face);
  const auto to_direction = [&](float(&vector)[3], double constant) {
    const double s = 2.0 * vector[0] - constant, t = 2.0 * vector[1] - constant;
    for (int i = 0; i < 3; ++i)
      vector[i] = float(s * axes.s[i] + t * axes.t[i] + constant * axes.forward[i]);
  };
  to_direction(view.right, 0);
  to_direction(view.down, 0);
  to_direction(view.origin, 1);
}

void set_sheet(FetchView& view, const Effective& effective) {
  int cells = 0;
  view.level_count = effective.level_count;
  for (int level = 0; level < effective.level_count; ++level) {
    view.planes[level] = effective.size_of(level)[2];
    cells += view.planes[level];
  }
  view.columns = is_1d(effective.dimension) ? 1 : int(std::ceil(std::sqrt(double(cells))));
  view.rows = (cells + view.columns - 1) / view.columns;
  if (effective.level_count > 1)
    view.function = FetchKind::lod;
  else if (view.function == FetchKind::lod || view.function == FetchKind::grad)
    view.function = FetchKind::plain;
}

// Turns about the vertical axis, then tips towards the eye.
void set_turn(FetchView& view, const ViewSpec& spec) {
  const auto [cy, sy] = turn_of_degrees(spec.yaw);
  const auto [cp, sp] = turn_of_degrees(spec.pitch);
  const double turn[9] = {cy, sy * sp, sy * cp, 0, cp, -sp, -sy, cy * sp, cy * cp};
  std::transform(turn, turn + 9, view.turn, [](double v) { return float(v); });
}

void set_tilt(FetchView& view, const ViewSpec& spec) {
  static constexpr double rows[FetchView::grid_side] = {0, 45, 65, 78};
  for (int i = 0; i < FetchView::grid_side; ++i) {
    const Turn tilt = turn_of_degrees(spec.projection == Projection::grid ? rows[i] : spec.tilt);
    view.cosine[i] = float(tilt.cosine);
    view.sine[i] = float(tilt.sine);
  }
}
} // namespace

bool counts_texels(const Session& session, const Effective& effective) {
  return !effective.sampler.normalized_coords && !is_cube(effective.dimension) &&
         effective.function != FetchKind::texel && session.fetch.coordinates == CoordinateRule::scaled;
}

FetchView make_fetch_view(const Session& session, const Effective& effective, int width, int height) {
  FetchView view;
  view.projection = effective.projection;
  view.dimension = effective.dimension;
  view.function = effective.function;
  view.given_gradients = session.fetch.gradients == GradientRule::given;
  view.gradient_scale = session.fetch.gradient_scale;
  std::copy_n(session.fetch.dx.begin(), 3, view.dx);
  std::copy_n(session.fetch.dy.begin(), 3, view.dy);
  view.lod = session.fetch.lod;
  view.layer = session.fetch.layer;
  view.component = effective.component;
  view.index_count = effective.width;
  view.type = effective.type;
  view.fills_alpha = effective.channel_kind == ChannelKind::blocks && effective.format.channels < 4;
  view.component_count = effective.function == FetchKind::gather ? 4
                         : effective.type_channels != 0          ? effective.type_channels
                                                                 : effective.format.channels;
  view.face = session.fetch.face;
  view.slab = effective.slab;
  view.result = effective.result;
  const bool in_texels = counts_texels(session, effective);
  const bool flat = view.projection == Projection::flat;
  Effective unit = effective; // fetch_map() makes normalized coordinates of it
  if (!flat || !in_texels) unit.sampler.normalized_coords = true;
  const FetchMap map = fetch_map(session, unit, width, height);
  view.offset = map.offset;
  set_flat(view, map);
  if (in_texels) {
    const int sizes[3] = {effective.width, effective.height, effective.planes};
    std::copy_n(sizes, 3, view.size);
  }
  if (flat && effective.dimension == Dimension::d3) set_slice(view, session);
  if (view.slab != Slab::off) set_slab(view, session.fetch);
  if (flat && is_cube(effective.dimension)) set_face(view, session.fetch.face);
  if (view.projection == Projection::sheet) set_sheet(view, effective);
  if (view.projection == Projection::sphere) set_turn(view, session.view);
  if (view.projection == Projection::tilted || view.projection == Projection::grid)
    set_tilt(view, session.view);
  return view;
}

PixelFetch pixel_fetch_in_quad(const FetchView& view, int column, int row, int width) {
  if (view.function != FetchKind::grad) return rules::pixel_fetch(view, column, row);
  const int first = column - column % 4;
  std::array<PixelFetch, 4> quad;
  const std::size_t count = std::size_t(std::min(4, width - first));
  for (std::size_t i = 0; i < count; ++i)
    quad[i] = rules::pixel_fetch(view, first + int(i), row);
  const auto together = [&](std::size_t i, std::size_t j) {
    return !quad[i].empty && !quad[j].empty && unit::equal_gradients(quad[i].at.dx, quad[j].at.dx) &&
           unit::equal_gradients(quad[i].at.dy, quad[j].at.dy);
  };
  unit::find_quad_lanes(count, together, [&](std::size_t i, int lane) { quad[i].at.quad_lane = lane; });
  return quad[std::size_t(column - first)];
}

std::vector<SheetCell> sheet_cells(const FetchView& view) {
  std::vector<SheetCell> cells;
  for (int level = 0; level < view.level_count; ++level)
    for (int plane = 0; plane < view.planes[level]; ++plane) {
      const int index = int(cells.size());
      cells.push_back({index % view.columns, index / view.columns, level, plane});
    }
  return cells;
}

} // namespace texelscope
