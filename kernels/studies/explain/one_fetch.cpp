#include "kernels/studies/explain/one_fetch.h"

#include <algorithm>

#include "kernels/unit/batch/batch_fetch.h"

namespace texelscope {

TexelBits fetch_one(DeviceBatch* device, const Texture& texture, FetchKind function, const FetchAt& at) {
  const auto count = std::size_t(coordinate_count(texture.dimension));
  const float coordinate[] = {at.x, at.y, at.z}, dx[] = {at.dx.x, at.dx.y, at.dx.z},
              dy[] = {at.dy.x, at.dy.y, at.dy.z};
  std::array<float, 6> gradients = {};
  std::copy_n(dx, count, gradients.begin());
  std::copy_n(dy, count, gradients.begin() + std::ptrdiff_t(count));
  BatchRequests request;
  request.coordinates = coordinate;
  request.layers = &at.layer;
  request.lods = &at.lod;
  request.gradients = gradients.data();
  request.texels = &at.texel;
  request.component = at.component;
  TexelBits components = {};
  if (device)
    device->fetch(function, request, 1, components.data());
  else
    cpu::fetch_batch(texture, function, request, 1, components.data());
  return components;
}

} // namespace texelscope
