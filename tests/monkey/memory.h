// How much memory the program holds, and whether that grows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace texelscope::monkey {

// Bytes that operator new of this program has handed out and that were not freed. Drivers of GPUs, which keep
// megabytes for later, and Dear ImGui's buffers of vertices, which keep the size of the fullest frame, come
// from malloc.
std::int64_t live_heap();
// Bytes in use on the thread's CUDA device, by anyone; empty where there is none.
std::optional<std::int64_t> device_memory();

// The rise of the last half of a series, by the line that fits it best, and that rise's standard error.
struct Trend {
  double rise = 0, error = 0;
  std::size_t points = 0;
  // A rise of less than `least` may be chance, and so may one of three errors.
  bool grows(double least) const { return points >= 4 && rise > least && rise > 3 * error; }
};
Trend trend(std::span<const std::int64_t> series);

} // namespace texelscope::monkey
