// Many fetches with coordinates from memory: what `texelscope sample` and the benchmarks run. The same bits
// as the model's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::cpu {

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
// Words that one fetch gives: the texture's channels, four for gathers.
int batch_words(const Texture& texture, FetchKind kind);

// Fetches `count` requests into count * batch_words words: float bits or integers, as the texture's
// result_type says. Each level's texels need Image::padding readable bytes after their end. `threads` 0: all
// cores.
void fetch_batch(const Texture& texture, FetchKind kind, const BatchRequests& requests, std::size_t count,
                 std::uint32_t* words, int threads = 0);

} // namespace texelscope::cpu
