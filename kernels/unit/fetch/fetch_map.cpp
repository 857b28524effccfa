#include "kernels/unit/fetch/fetch_map.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/base/exact_sincos.h"

namespace texelscope {

namespace {
// The step in texels, from the picture's center, for one pixel right and one pixel down.
struct PixelStep {
  double right_x, right_y, down_x, down_y;
};

} // namespace

std::array<double, 2> spanned_size(const Session& session) {
  const TextureSpec& t = session.texture;
  if (is_1d(t.dimension)) return {double(t.width), double(t.width)};
  if (t.dimension == Dimension::d3 && session.view.projection == Projection::flat) {
    if (session.fetch.slice_axis == Axis::x) return {double(t.depth), double(t.height)};
    if (session.fetch.slice_axis == Axis::y) return {double(t.width), double(t.depth)};
  }
  return {double(t.width), double(t.height)};
}

namespace {
PixelStep pixel_step(const Session& session, int height) {
  const double scale = session.view.span * spanned_size(session)[1] / height; // texels per pixel
  const auto [c, s] = turn_of_degrees(session.view.rotation);
  return {scale * c, -scale * s, scale * s, scale * c};
}

// One axis of a resize: `pixels` steps cover `texels`. Pixel i samples i + place steps after the origin, and
// that point is drawn at i + drawn.
struct ResizeAxis {
  double texels, pixels, origin, place, drawn;
  double step() const { return texels / pixels; } // texels
  double texel_of(double point) const { return (point - drawn + place) * step() + origin; }
  double point_of(double texel) const {
    return texels == 0 ? drawn : (texel - origin) / step() - place + drawn;
  }
};

ResizeAxis resize_axis(const Session& session, double in, int out) {
  const double place = session.fetch.sample_at == SampleAt::center ? 0.5 : 0;
  if (!session.view.align_corners) return {in, double(out), 0, place, place};
  return {out > 1 ? in - 1 : 0, std::max(1.0, out - 1.0), 0.5, 0, 0.5};
}

std::array<ResizeAxis, 2> resize_axes(const Session& session, int width, int height) {
  const auto [across, along] = spanned_size(session);
  return {resize_axis(session, across, width), resize_axis(session, along, height)};
}
} // namespace

bool is_resize(const Session& session) {
  return session.view.mapping == Mapping::resize && session.view.projection == Projection::flat;
}

std::array<int, 2> picture_size(const Session& session, int width, int height) {
  if (!is_resize(session)) return {width, height};
  return {session.view.resize_width, session.view.resize_height};
}

std::array<double, 2> texel_pixels(const Session& session, int width, int height) {
  if (is_resize(session)) {
    const auto [x, y] = resize_axes(session, width, height);
    const auto pixels = [](const ResizeAxis& axis) { return axis.texels == 0 ? 1 : 1 / axis.step(); };
    return {pixels(x), pixels(y)};
  }
  const double side = height / (session.view.span * spanned_size(session)[1]);
  return {side, side};
}

double sampled_point(const Session& session) {
  const bool aligned = is_resize(session) && session.view.align_corners;
  return aligned || session.fetch.sample_at == SampleAt::center ? 0.5 : 0;
}

std::array<double, 2> picture_to_texture(const Session& session, int width, int height, double px,
                                         double py) {
  const auto [across, along] = spanned_size(session);
  if (is_resize(session)) {
    const auto [x, y] = resize_axes(session, width, height);
    return {x.texel_of(px) / across, y.texel_of(py) / along};
  }
  const PixelStep step = pixel_step(session, height);
  const double dx = px - width * 0.5, dy = py - height * 0.5;
  return {session.view.center_x + (dx * step.right_x + dy * step.down_x) / across,
          session.view.center_y + (dx * step.right_y + dy * step.down_y) / along};
}

std::array<double, 2> texture_to_picture(const Session& session, int width, int height, double u, double v) {
  const auto [across, along] = spanned_size(session);
  if (is_resize(session)) {
    const auto [x, y] = resize_axes(session, width, height);
    return {x.point_of(u * across), y.point_of(v * along)};
  }
  const PixelStep step = pixel_step(session, height);
  const double tx = (u - session.view.center_x) * across;
  const double ty = (v - session.view.center_y) * along;
  const double determinant = step.right_x * step.down_y - step.down_x * step.right_y;
  return {width * 0.5 + (tx * step.down_y - ty * step.down_x) / determinant,
          height * 0.5 + (ty * step.right_x - tx * step.right_y) / determinant};
}

namespace {
// `unit_x`, `unit_y`: the texels of a coordinate of 1.
FetchMap resize_map(const Session& session, int width, int height, double unit_x, double unit_y) {
  const auto [x, y] = resize_axes(session, width, height);
  FetchMap map;
  map.xx = float(x.texels / (x.pixels * unit_x)); // the product is exact
  map.x0 = float(x.origin / unit_x);
  map.yy = float(y.texels / (y.pixels * unit_y));
  map.y0 = float(y.origin / unit_y);
  map.offset = float(x.place);
  return map;
}
} // namespace

FetchMap fetch_map(const Session& session, const Effective& effective, int width, int height) {
  // Normalized and unscaled coordinates divide by the size; scaled ones count texels.
  const bool in_texels =
      !effective.sampler.normalized_coords && session.fetch.coordinates == CoordinateRule::scaled;
  const auto [across, along] = spanned_size(session);
  const double unit_x = in_texels ? 1 : across, unit_y = in_texels ? 1 : along;
  if (is_resize(session)) return resize_map(session, width, height, unit_x, unit_y);
  const PixelStep step = pixel_step(session, height);
  const double size_x = across / unit_x, size_y = along / unit_y;
  const double half_w = width * 0.5, half_h = height * 0.5;
  FetchMap map;
  map.xx = float(step.right_x / unit_x);
  map.xy = float(step.down_x / unit_x);
  map.yx = float(step.right_y / unit_y);
  map.yy = float(step.down_y / unit_y);
  map.x0 = float(session.view.center_x * size_x - (half_w * step.right_x + half_h * step.down_x) / unit_x);
  map.y0 = float(session.view.center_y * size_y - (half_w * step.right_y + half_h * step.down_y) / unit_y);
  map.offset = session.fetch.sample_at == SampleAt::center ? 0.5f : 0.0f;
  return map;
}

} // namespace texelscope
