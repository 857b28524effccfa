#include "kernels/unit/batch/batch_requests.h"

namespace texelscope {

FetchAt request_at(Dimension dimension, FetchKind kind, const BatchRequests& from, std::size_t i) {
  FetchAt at;
  at.component = from.component;
  if (kind == FetchKind::texel) {
    at.texel = from.texels[i];
    return at;
  }
  const std::size_t n = std::size_t(coordinate_count(dimension));
  const auto vector = [&](const float* v, auto& x, auto& y, auto& z) {
    x = v[0];
    if (n > 1) y = v[1];
    if (n > 2) z = v[2];
  };
  vector(from.coordinates + i * n, at.x, at.y, at.z);
  if (from.layers) at.layer = from.layers[i];
  if (kind == FetchKind::lod) at.lod = from.lods[i];
  if (kind != FetchKind::grad) return at;
  vector(from.gradients + i * 2 * n, at.dx.x, at.dx.y, at.dx.z);
  vector(from.gradients + i * 2 * n + n, at.dy.x, at.dy.y, at.dy.z);
  return at;
}

int coordinate_count(Dimension dimension) {
  switch (dimension) {
  case Dimension::d1:
  case Dimension::d1_layered:
    return 1;
  case Dimension::d2:
  case Dimension::d2_layered:
    return 2;
  default:
    return 3;
  }
}

int batch_component_count(const Texture& texture, FetchKind kind) {
  return kind == FetchKind::gather ? 4 : texture.format.channels;
}

} // namespace texelscope
