#include "kernels/spot.h"

#include <cmath>

#include "kernels/fetch_view.h"
#include "kernels/texture_unit/ideal.h"
#include "kernels/texture_unit/lod.h"

namespace texelscope {

namespace {
// Flat views: with one texel a pixel, right and down are steps of a texel.
void move_coordinate(SpotFetch& at, Session session, const Effective& effective, int width, int height,
                     const Spot& spot) {
  const double along = spanned_size(session)[1];
  at.texel.fill(height / (session.view.span * along));
  if (!spot.between_pixels()) return;
  session.view.span = height / along;
  const FetchView texels = make_fetch_view(session, effective, width, height);
  const float from[] = {at.fetch.at.x, at.fetch.at.y, at.fetch.at.z};
  const double right = spot.steps[0] / 256.0, down = spot.steps[1] / 256.0;
  for (int i = 0; i < 3; ++i)
    at.view.origin[i] =
        float(double(from[i]) + right * double(texels.right[i]) + down * double(texels.down[i]));
  at.view.offset = 0;
  at.pixel = {0, 0};
}

// How many pixels wide and high a texel is, of the level that is shown where the view chooses one.
std::array<double, 2> texel_size(const Effective& effective, FetchView view, const Pixel& pixel) {
  view.given_gradients = false;
  view.gradient_scale = 1;
  const PixelFetch fetch = rules::pixel_fetch(view, pixel.x, pixel.y);
  if (fetch.empty) return {1, 1};
  const Texture texture = texture_of(nullptr, effective);
  const unit::Place place = unit::place_of(texture, fetch.at);
  const double shown = view.projection == Projection::sheet ? std::exp2(double(fetch.at.lod)) : 1;
  const auto size = [&](const Gradient& gradient) {
    const double pixels = shown / unit::ideal_length(texture, fetch.at, place, gradient);
    return std::isfinite(pixels) ? pixels : 1;
  };
  return {size(fetch.at.dx), size(fetch.at.dy)};
}

void move_pixel(SpotFetch& at, const Effective& effective, const Spot& spot) {
  at.texel = texel_size(effective, at.view, spot.pixel);
  const double right = spot.steps[0] / 256.0 * at.texel[0], down = spot.steps[1] / 256.0 * at.texel[1];
  for (int i = 0; i < 2; ++i)
    at.view.origin[i] =
        float(double(at.view.origin[i]) + right * double(at.view.right[i]) + down * double(at.view.down[i]));
}
} // namespace

SpotFetch fetch_of(const Session& session, const Effective& effective, int width, int height,
                   const Spot& spot) {
  SpotFetch at;
  at.view = make_fetch_view(session, effective, width, height);
  at.pixel = spot.pixel;
  at.fetch = rules::pixel_fetch(at.view, spot.pixel.x, spot.pixel.y);
  const float offset = at.view.offset;
  if (at.view.projection == Projection::flat)
    move_coordinate(at, session, effective, width, height, spot);
  else
    move_pixel(at, effective, spot);
  at.fetch = rules::pixel_fetch(at.view, at.pixel.x, at.pixel.y);
  at.place = {spot.pixel.x + double(offset) + spot.steps[0] / 256.0 * at.texel[0],
              spot.pixel.y + double(offset) + spot.steps[1] / 256.0 * at.texel[1]};
  return at;
}

} // namespace texelscope
