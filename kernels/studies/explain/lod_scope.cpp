#include "kernels/studies/explain/lod_scope.h"

#include <cmath>

namespace texelscope {

namespace {
std::array<float, 3> numbers(const Gradient& g) {
  return {g.x, g.y, g.z};
}

// On a cube's face, one texel is 2 / size of the direction, whose largest component counts as 1.
std::array<ScopeAxis, 2> face_axes(const FetchAt& at, CubeFace face, int size) {
  const rules::FaceAxes axes = rules::face_axes(face);
  const std::array<float, 3> direction = {at.x, at.y, at.z};
  double length = 0;
  for (std::size_t k = 0; k < 3; ++k)
    if (axes.forward[k] != 0) length = std::fabs(double(direction[k]));
  const auto axis = [&](const float(&along)[3]) {
    ScopeAxis made;
    for (int k = 0; k < 3; ++k)
      if (along[k] != 0) made = {k, double(along[k]) * size / 2 / length};
    return made;
  };
  return {axis(axes.s), axis(axes.t)};
}

std::array<ScopeAxis, 2> axes_of(const Texture& texture, const FetchAt& at, int face) {
  if (is_cube(texture.dimension)) return face_axes(at, CubeFace(face), texture.width);
  return {{{0, double(texture.width)}, {1, is_1d(texture.dimension) ? 0.0 : double(texture.height)}}};
}
} // namespace

std::optional<LodScope> lod_scope(const Texture& texture, const FetchView& view, Pixel pixel) {
  const PixelFetch fetch = rules::pixel_fetch(view, pixel.x, pixel.y);
  if (fetch.empty) return std::nullopt;
  LodScope scope;
  scope.pixel = pixel;
  scope.dimension = texture.dimension;
  scope.called = view.function;
  scope.at = fetch.at;
  scope.fetch = fetch_traced(texture, view.function, fetch.at);
  scope.lod = unit::trace_lod(texture, view.function, fetch.at);
  scope.rule = unit::lod_rule(texture);
  scope.gradients = unit::trace_gradients(texture, fetch.at);
  scope.axes = axes_of(texture, fetch.at, scope.fetch.face);
  for (std::size_t v = 0; v < 2; ++v)
    for (std::size_t i = 0; i < 2; ++i)
      scope.vectors[v][i] = scope.gradients.texels[v][i];
  return scope;
}

void give_gradient(Session& session, const LodScope& scope, int which, LodScope::Vector to) {
  FetchSpec& fetch = session.fetch;
  if (fetch.gradients != GradientRule::given) {
    fetch.dx = numbers(scope.at.dx);
    fetch.dy = numbers(scope.at.dy);
  }
  fetch.function = FetchKind::grad;
  fetch.gradients = GradientRule::given;
  std::array<float, 3>& gradient = which == 0 ? fetch.dx : fetch.dy;
  if (is_cube(scope.dimension)) gradient = {};
  for (std::size_t i = 0; i < 2; ++i)
    if (scope.axes[i].texels != 0)
      gradient[std::size_t(scope.axes[i].component)] = float(to[i] / scope.axes[i].texels);
}

} // namespace texelscope
