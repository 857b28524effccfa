// Many fetches with coordinates from memory, for the CPU and for a device.
#pragma once

#include <cstddef>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// Arrays with one entry per fetch; those that the texture and the kind do not use may be null.
struct BatchRequests {
  const float* coordinates = nullptr; // 1, 2 or 3 floats per fetch, as the dimension's function requires
  const int* layers = nullptr;        // layered dimensions; null: layer 0
  const float* lods = nullptr;        // FetchKind::lod
  const float* gradients = nullptr;   // FetchKind::grad: d/dx, then d/dy, each as long as a coordinate
  const int* texels = nullptr;        // FetchKind::texel
  int component = 0;                  // FetchKind::gather
};

// The number of floats in a coordinate of the dimension.
int coordinate_count(Dimension dimension);
// Request number `i` as a single fetch.
FetchAt request_at(Dimension dimension, FetchKind kind, const BatchRequests& requests, std::size_t i);
// The number of components that one fetch returns: the texture's channels, or four for gathers.
int batch_component_count(const Texture& texture, FetchKind kind);

} // namespace texelscope
