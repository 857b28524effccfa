// Collects single requests in the arrays of fetch_batch.
#pragma once

#include <span>
#include <vector>

#include "kernels/unit/batch/batch_fetch.h"

namespace texelscope::verify {

struct BatchArrays {
  std::vector<float> coordinates, lods, gradients;
  std::vector<int> layers, texels;
  BatchRequests requests;

  BatchArrays(const Texture& texture, std::span<const FetchAt> at) {
    const std::size_t n = std::size_t(coordinate_count(texture.dimension));
    const auto append = [&](std::vector<float>& to, float x, float y, float z) {
      const float all[] = {x, y, z};
      to.insert(to.end(), all, all + n);
    };
    for (const FetchAt& a : at) {
      append(coordinates, a.x, a.y, a.z);
      append(gradients, a.dx.x, a.dx.y, a.dx.z);
      append(gradients, a.dy.x, a.dy.y, a.dy.z);
      lods.push_back(a.lod);
      layers.push_back(a.layer);
      texels.push_back(a.texel);
    }
    requests = {coordinates.data(), layers.data(), lods.data(),
                gradients.data(),   texels.data(), at.empty() ? 0 : at[0].component};
  }
  BatchArrays(const BatchArrays&) = delete;
};

} // namespace texelscope::verify
