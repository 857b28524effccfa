// Many fetches with coordinates from memory, for the CPU and a device alike.
#pragma once

#include <cstddef>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// Arrays of one entry a fetch; those that the texture and the kind do not take may be null.
struct BatchRequests {
  const float* coordinates = nullptr; // 1, 2 or 3 floats a fetch: as many as the dimension's function takes
  const int* layers = nullptr;        // layered dimensions; null: layer 0
  const float* lods = nullptr;        // FetchKind::lod
  const float* gradients = nullptr;   // FetchKind::grad: d/dx, then d/dy, each as long as a coordinate
  const int* texels = nullptr;        // FetchKind::texel
  int component = 0;                  // FetchKind::gather
};

// How many floats a coordinate of the dimension has.
int coordinate_count(Dimension dimension);
// Request number `i`, by itself.
FetchAt request_at(Dimension dimension, FetchKind kind, const BatchRequests& requests, std::size_t i);
// How many components one fetch gives: the texture's channels, or four for gathers.
int batch_component_count(const Texture& texture, FetchKind kind);

} // namespace texelscope
