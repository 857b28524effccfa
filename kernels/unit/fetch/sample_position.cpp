#include "kernels/unit/fetch/sample_position.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/texture_unit/cube.h"
#include "kernels/unit/texture_unit/ideal.h"
#include "kernels/unit/texture_unit/lod.h"

namespace texelscope {

namespace {
using Point = std::array<double, 2>;

// The texels of a coordinate of 1. For rows the second axis counts like the first, as in the picture.
std::array<double, 3> sizes(const Session& session) {
  const TextureSpec& t = session.texture;
  return {double(t.width), double(is_1d(t.dimension) ? t.width : t.height), double(t.depth)};
}

std::array<double, 3> normalized(const Session& session, const SamplePosition& position) {
  std::array<double, 3> at = position.at;
  const auto size = sizes(session);
  for (std::size_t i = 0; position.in_texels && i < 3; ++i)
    at[i] /= size[i];
  return at;
}

// A direction's position on a face's plane, 0 to 1 within the face. Empty if it points away from it.
std::optional<Point> place_on_face(CubeFace face, const std::array<double, 3>& direction) {
  const rules::FaceAxes axes = rules::face_axes(face);
  double forward = 0, s = 0, t = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    forward += direction[i] * double(axes.forward[i]);
    s += direction[i] * double(axes.s[i]);
    t += direction[i] * double(axes.t[i]);
  }
  if (!(forward > 0)) return std::nullopt;
  return Point{0.5 * (s / forward + 1), 0.5 * (t / forward + 1)};
}

CubeFace face_of(const std::array<double, 3>& direction) {
  return CubeFace(unit::cube_point(float(direction[0]), float(direction[1]), float(direction[2])).face);
}

// The inverse of rules::enter_cell(): converts a position within a cell to one in the picture.
std::optional<Point> place_in_cell(const Point& inside, int column, int row, int columns, int rows) {
  const auto within = [](double v) { return v >= 0 && v < 1; };
  if (!within(inside[0]) || !within(inside[1])) return std::nullopt;
  return Point{(column + (inside[0] + 0.09375) / 1.1875) / columns,
               (row + (inside[1] + 0.09375) / 1.1875) / rows};
}

// The inverse of rules::tilted_fetch().
std::optional<Point> place_on_tilted(const FetchView& view, const Point& plane, int tilt, double scale) {
  const double cosine = double(view.cosine[tilt]), sine = double(view.sine[tilt]),
               distance = double(view.distance), near = distance * cosine;
  const double x = (plane[0] - 0.5) / scale, y = -(plane[1] - 0.5) / scale;
  const double b = y * near / (distance + y * sine), depth = near - b * sine;
  if (!(depth > 0.001) || !(distance + y * sine > 0)) return std::nullopt;
  return Point{x * depth / near + 0.5, 0.5 - b};
}

std::optional<Point> place_on_sphere(const FetchView& view, const std::array<double, 3>& direction) {
  const double length = vector_length(direction[0], direction[1], direction[2]);
  std::array<double, 3> seen = {};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t i = 0; i < 3; ++i)
      seen[i] += double(view.turn[3 * row + i]) * direction[row] / length;
  if (!(seen[2] > 0)) return std::nullopt;
  return Point{0.5 * (seen[0] + 1), 0.5 * (1 - seen[1])};
}

std::optional<Point> place_in_net(const std::array<double, 3>& direction) {
  static constexpr int columns[6] = {2, 0, 1, 1, 1, 3},
                       rows[6] = {1, 1, 0, 2, 1, 1}; // as in rules::net_fetch()
  const CubeFace face = face_of(direction);
  const auto inside = place_on_face(face, direction);
  auto place = inside ? place_in_cell(*inside, columns[int(face)], rows[int(face)], 4, 4) : std::nullopt;
  if (place) (*place)[1] += 0.125; // there are three rows in the middle of four
  return place;
}

std::optional<Point> place_in_sheet(const FetchView& view, const SamplePosition& position,
                                    const std::array<double, 3>& at) {
  const int level = std::clamp(int(position.lod.value_or(0)), 0, view.level_count - 1);
  const bool cube = is_cube(view.dimension);
  Point inside = {at[0], at[1]};
  int plane = position.layer;
  if (cube) {
    const CubeFace face = face_of(at);
    const auto on_face = place_on_face(face, at);
    if (!on_face) return std::nullopt;
    inside = *on_face;
    plane = 6 * position.layer + int(face);
  } else if (view.dimension == Dimension::d3) {
    plane = std::clamp(int(std::floor(at[2] * view.planes[level])), 0, view.planes[level] - 1);
  }
  if (plane < 0 || plane >= view.planes[level]) return std::nullopt;
  for (int i = 0; i < level; ++i)
    plane += view.planes[i];
  return place_in_cell(inside, plane % view.columns, plane / view.columns, view.columns, view.rows);
}

// A slab has samples all along its axis.
bool in_shown_plane(const Session& session, const Effective& effective, const FetchView& view,
                    const SamplePosition& position) {
  if (is_layered(view.dimension) && position.layer != session.fetch.layer) return false;
  if (view.dimension != Dimension::d3 || view.slab != Slab::off) return true;
  const auto axis = std::size_t(session.fetch.slice_axis);
  return std::fabs(coordinate_for(session, effective, position)[axis] - double(view.origin[axis])) <
         1e-6 * double(view.size[axis]);
}

// The coordinate along the picture's right and down, in the units of fetch_map().
Point place_in_flat(const Session& session, const Effective& effective, const std::array<double, 3>& at) {
  const bool volume = session.texture.dimension == Dimension::d3;
  const std::size_t right = volume && session.fetch.slice_axis == Axis::x ? 2 : 0,
                    down = volume && session.fetch.slice_axis == Axis::y ? 2 : 1;
  const auto [across, along] = counts_texels(session, effective) ? spanned_size(session) : Point{1, 1};
  return {at[right] / across, at[down] / along};
}

// The position in the picture's normalized coordinates; for flat views in the plane's normalized coordinates.
std::optional<Point> place_in_view(const Session& session, const Effective& effective, const FetchView& view,
                                   const SamplePosition& position) {
  const auto coordinate = coordinate_for(session, effective, position);
  if (!std::ranges::all_of(coordinate, [](double v) { return std::isfinite(v); })) return std::nullopt;
  std::array<double, 3> at = coordinate;
  for (std::size_t i = 0; i < 3; ++i)
    at[i] /= double(view.size[i]);
  const bool cube = is_cube(view.dimension);
  const std::optional<Point> plane = cube ? place_on_face(view.face, at) : Point{at[0], at[1]};
  switch (view.projection) {
  case Projection::flat:
    if (!in_shown_plane(session, effective, view, position)) return std::nullopt;
    return cube ? plane : place_in_flat(session, effective, coordinate);
  case Projection::sheet:
    return place_in_sheet(view, position, at);
  case Projection::net:
    return place_in_net(at);
  case Projection::sphere:
    return place_on_sphere(view, at);
  case Projection::tilted:
    return plane ? place_on_tilted(view, *plane, 0, 1) : std::nullopt;
  case Projection::grid:
    break;
  }
  const int row = position.cell / FetchView::grid_side, column = position.cell % FetchView::grid_side;
  const auto tilted = plane ? place_on_tilted(view, *plane, row, double(1 << column)) : std::nullopt;
  return tilted ? place_in_cell(*tilted, column, row, FetchView::grid_side, FetchView::grid_side)
                : std::nullopt;
}

// The view moved so that its first pixel is at `place`.
FetchView moved_view(const Session& session, FetchView view, const Point& place) {
  const double x = place[0] - sampled_point(session), y = place[1] - sampled_point(session);
  for (int i = 0; i < 3; ++i)
    view.origin[i] = float(double(view.origin[i]) + x * double(view.right[i]) + y * double(view.down[i]));
  return view;
}

// The width and height of a texel in pixels, for the shown level if the view chooses one.
Point texel_size(const Session& session, const Effective& effective, FetchView view, int width, int height,
                 const Point& place) {
  if (view.projection == Projection::flat) return texel_pixels(session, width, height);
  view = moved_view(session, view, place);
  view.given_gradients = false;
  view.gradient_scale = 1;
  const PixelFetch fetch = rules::pixel_fetch(view, 0, 0);
  if (fetch.empty) return {1, 1};
  const Texture texture = texture_of(nullptr, effective);
  const unit::FetchCoordinate unit_place = unit::fetch_coordinate(texture, fetch.at);
  const double shown = view.projection == Projection::sheet ? std::exp2(double(fetch.at.lod)) : 1;
  const auto size = [&](const Gradient& gradient) {
    const double pixels = shown / unit::ideal_length(texture, fetch.at, unit_place, gradient);
    return std::isfinite(pixels) ? pixels : 1;
  };
  return {size(fetch.at.dx), size(fetch.at.dy)};
}

Point sampled_at(const Session& session, const Pixel& pixel) {
  return {pixel.x + sampled_point(session), pixel.y + sampled_point(session)};
}

void place_at(TargetFetch& target, const Session& session, const Effective& effective, int width, int height,
              const Point& place) {
  target.place = place;
  target.texel = texel_size(session, effective, target.view, width, height, place);
  target.in_view = picture_to_texture(session, width, height, place[0], place[1]);
}

bool is_inside(const Pixel& pixel, int width, int height) {
  return pixel.x >= 0 && pixel.y >= 0 && pixel.x < width && pixel.y < height;
}

Pixel nearest_pixel(const Session& session, const Point& place) {
  const auto nearest = [&](double v) {
    return int(std::lround(std::clamp(v - sampled_point(session), -1e6, 1e6)));
  };
  return {nearest(place[0]), nearest(place[1])};
}

SamplePosition position_of(const Session& session, const Effective& effective, const FetchView& view,
                           const FetchAt& at) {
  SamplePosition position{
      {double(at.x), double(at.y), double(at.z)}, counts_texels(session, effective), at.layer, {}, 0};
  if (view.projection == Projection::sheet && view.function == FetchKind::lod) position.lod = double(at.lod);
  return position;
}

// Sets the bits that a position passes to the function.
void put_into(FetchAt& at, const Session& session, const Effective& effective, const FetchView& view,
              const SamplePosition& position) {
  const auto coordinate = coordinate_for(session, effective, position);
  at.x = float(coordinate[0]), at.y = float(coordinate[1]), at.z = float(coordinate[2]);
  at.layer = position.layer;
  at.component = view.component;
  if (position.lod) at.lod = float(*position.lod);
  if (view.function == FetchKind::texel) {
    const double index = std::floor(coordinate[0] * view.index_count);
    at.texel = index >= -1e9 && index <= 1e9 ? int(index) : -1;
  }
  if (view.slab != Slab::off) rules::set_sample(at, view, view.slab_samples / 2);
}

bool same_coordinate(const FetchAt& a, const FetchAt& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.layer == b.layer && a.lod == b.lod && a.texel == b.texel;
}

void fetch_position(TargetFetch& target, const Session& session, const Effective& effective, int width,
                    int height, const SamplePosition& position) {
  const auto in_view = place_in_view(session, effective, target.view, position);
  FetchAt at;
  at.lod = target.view.lod;
  if (!in_view) { // its gradients are unknown
    target.fetch.empty = target.view.function == FetchKind::grad && !target.view.given_gradients &&
                         target.view.projection != Projection::flat;
    rules::set_gradient(at, target.view, target.view.right, target.view.down);
    put_into(at, session, effective, target.view, position);
    target.fetch.at = at;
    return;
  }
  const auto place = texture_to_picture(session, width, height, (*in_view)[0], (*in_view)[1]);
  place_at(target, session, effective, width, height, place);
  const Pixel pixel = nearest_pixel(session, place);
  const bool is_shown = is_inside(pixel, width, height);
  const PixelFetch of_pixel = is_shown ? pixel_fetch_in_quad(target.view, pixel.x, pixel.y, width)
                                       : rules::pixel_fetch(target.view, pixel.x, pixel.y);
  target.fetch = target.view.projection == Projection::flat
                     ? of_pixel
                     : rules::pixel_fetch(moved_view(session, target.view, place), 0, 0);
  if (target.view.projection != Projection::sheet) target.fetch.at.lod = target.view.lod;
  put_into(target.fetch.at, session, effective, target.view, position);
  if (of_pixel.empty || !is_shown || !same_coordinate(of_pixel.at, target.fetch.at)) return;
  target.fetch = of_pixel;
  target.pixel = pixel;
  place_at(target, session, effective, width, height, sampled_at(session, pixel));
}
} // namespace

std::array<double, 3> coordinate_for(const Session& session, const Effective& effective,
                                     const SamplePosition& position) {
  const bool in_texels = counts_texels(session, effective);
  if (is_cube(effective.dimension) || in_texels == position.in_texels) return position.at;
  std::array<double, 3> at = normalized(session, position);
  const auto size = sizes(session);
  for (std::size_t i = 0; in_texels && i < 3; ++i)
    at[i] *= size[i];
  return at;
}

TargetFetch fetch_of(const Session& session, const Effective& effective, int width, int height,
                     const FetchTarget& target) {
  TargetFetch found;
  found.view = make_fetch_view(session, effective, width, height);
  if (const auto* position = std::get_if<SamplePosition>(&target)) {
    fetch_position(found, session, effective, width, height, *position);
    return found;
  }
  const Pixel pixel = std::get<Pixel>(target);
  found.pixel = pixel;
  found.fetch = is_inside(pixel, width, height) ? pixel_fetch_in_quad(found.view, pixel.x, pixel.y, width)
                                                : rules::pixel_fetch(found.view, pixel.x, pixel.y);
  place_at(found, session, effective, width, height, sampled_at(session, pixel));
  return found;
}

std::optional<SamplePosition> position_of(const Session& session, const Effective& effective, int width,
                                          int height, const Pixel& pixel) {
  const FetchView view = make_fetch_view(session, effective, width, height);
  const PixelFetch fetch = rules::pixel_fetch(view, pixel.x, pixel.y);
  if (fetch.empty) return std::nullopt;
  SamplePosition position = position_of(session, effective, view, fetch.at);
  if (view.projection == Projection::grid) {
    const auto place = sampled_at(session, pixel);
    const auto cell = picture_to_texture(session, width, height, place[0], place[1]);
    const auto index = [](double v) {
      return std::clamp(int(v * FetchView::grid_side), 0, FetchView::grid_side - 1);
    };
    position.cell = FetchView::grid_side * index(cell[1]) + index(cell[0]);
  }
  return position;
}

SamplePosition position_in_plane(const Session& session, const Effective& effective, double u, double v) {
  SamplePosition position{{u, v, 0}, false, session.fetch.layer, {}, 0};
  if (is_cube(effective.dimension)) {
    const rules::FaceAxes axes = rules::face_axes(session.fetch.face);
    for (std::size_t i = 0; i < 3; ++i)
      position.at[i] =
          double(axes.forward[i]) + (2 * u - 1) * double(axes.s[i]) + (2 * v - 1) * double(axes.t[i]);
  } else if (effective.dimension == Dimension::d3) {
    const double w = session.fetch.slice;
    if (session.fetch.slice_axis == Axis::x)
      position.at = {w, v, u};
    else if (session.fetch.slice_axis == Axis::y)
      position.at = {u, w, v};
    else
      position.at[2] = w;
  }
  return position;
}

std::optional<Pixel> pixel_of(const Session& session, const Effective& effective, int width, int height,
                              const FetchTarget& target) {
  if (const auto* pixel = std::get_if<Pixel>(&target))
    return is_inside(*pixel, width, height) ? std::optional(*pixel) : std::nullopt;
  const FetchView view = make_fetch_view(session, effective, width, height);
  const auto in_view = place_in_view(session, effective, view, std::get<SamplePosition>(target));
  if (!in_view) return std::nullopt;
  const Pixel pixel =
      nearest_pixel(session, texture_to_picture(session, width, height, (*in_view)[0], (*in_view)[1]));
  return is_inside(pixel, width, height) ? std::optional(pixel) : std::nullopt;
}

namespace {
// Moves by `right` and `down` texels along the axes of a flat picture.
SamplePosition moved_in_plane(Session session, const Effective& effective, const SamplePosition& from,
                              double right, double down) {
  constexpr int height = 256; // any height: only a pixel per texel matters
  if (is_resize(session)) session.view.mapping = Mapping::fit, session.view.rotation = 0;
  session.view.span = height / spanned_size(session)[1];
  const FetchView texels = make_fetch_view(session, effective, height, height);
  SamplePosition to = from;
  to.at = coordinate_for(session, effective, from);
  to.in_texels = counts_texels(session, effective);
  for (std::size_t i = 0; i < 3; ++i)
    to.at[i] += right * double(texels.right[i]) + down * double(texels.down[i]);
  return to;
}
} // namespace

SamplePosition stepped(const Session& session, const Effective& effective, int width, int height,
                       const SamplePosition& from, int right, int down, StepSize size) {
  const TargetFetch now = fetch_of(session, effective, width, height, from);
  if (!now.place) return from;
  if (size == StepSize::pixel) {
    const Pixel pixel = nearest_pixel(session, *now.place);
    const Pixel next = {std::clamp(pixel.x + right, 0, width - 1), std::clamp(pixel.y + down, 0, height - 1)};
    return position_of(session, effective, width, height, next).value_or(from);
  }
  const double texels = size == StepSize::texel ? 1 : 1 / 256.0;
  const Point place = {(*now.place)[0] + right * texels * now.texel[0],
                       (*now.place)[1] + down * texels * now.texel[1]};
  if (!(place[0] >= 0 && place[1] >= 0 && place[0] < width && place[1] < height)) return from;
  if (now.view.projection == Projection::flat)
    return moved_in_plane(session, effective, from, right * texels, down * texels);
  const PixelFetch there = rules::pixel_fetch(moved_view(session, now.view, place), 0, 0);
  if (there.empty) return from;
  SamplePosition to = position_of(session, effective, now.view, there.at);
  to.cell = from.cell;
  return to;
}

} // namespace texelscope
