#include "kernels/fetch/fetch_map.h"

#include <cmath>

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
  const double quarter_turns = std::remainder(session.view.rotation / 90, 4);
  double c = 0, s = 0;
  if (quarter_turns == std::round(quarter_turns)) { // exact at right angles
    const int turn = (int(quarter_turns) + 4) % 4;
    c = turn == 0 ? 1 : turn == 2 ? -1 : 0;
    s = turn == 1 ? 1 : turn == 3 ? -1 : 0;
  } else {
    const double radians = session.view.rotation * (3.14159265358979323846 / 180);
    c = std::cos(radians);
    s = std::sin(radians);
  }
  return {scale * c, -scale * s, scale * s, scale * c};
}
} // namespace

std::array<double, 2> picture_to_texture(const Session& session, int width, int height, double px,
                                         double py) {
  const PixelStep step = pixel_step(session, height);
  const double dx = px - width * 0.5, dy = py - height * 0.5;
  const auto [across, along] = spanned_size(session);
  return {session.view.center_x + (dx * step.right_x + dy * step.down_x) / across,
          session.view.center_y + (dx * step.right_y + dy * step.down_y) / along};
}

std::array<double, 2> texture_to_picture(const Session& session, int width, int height, double u, double v) {
  const PixelStep step = pixel_step(session, height);
  const auto [across, along] = spanned_size(session);
  const double tx = (u - session.view.center_x) * across;
  const double ty = (v - session.view.center_y) * along;
  const double determinant = step.right_x * step.down_y - step.down_x * step.right_y;
  return {width * 0.5 + (tx * step.down_y - ty * step.down_x) / determinant,
          height * 0.5 + (ty * step.right_x - tx * step.right_y) / determinant};
}

FetchMap fetch_map(const Session& session, const Effective& effective, int width, int height) {
  const PixelStep step = pixel_step(session, height);
  // Normalized and unscaled coordinates divide by the size; scaled ones count texels.
  const bool in_texels =
      !effective.sampler.normalized_coords && session.fetch.coordinates == CoordinateRule::scaled;
  const auto [across, along] = spanned_size(session);
  const double unit_x = in_texels ? 1 : across, unit_y = in_texels ? 1 : along;
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
