#include "tests/monkey/memory.h"

#include <cmath>

#include <malloc.h>

#if TEXELSCOPE_HAS_CUDA
#include <cuda_runtime.h>
#endif

// A sanitizer has an allocator of its own, of which mallinfo2() knows nothing.
extern "C" [[gnu::weak]] std::size_t __sanitizer_get_current_allocated_bytes(); // NOLINT

namespace texelscope::monkey {

std::int64_t live_heap() {
  if (__sanitizer_get_current_allocated_bytes != nullptr)
    return std::int64_t(__sanitizer_get_current_allocated_bytes());
  const struct mallinfo2 info = mallinfo2();
  return std::int64_t(info.uordblks + info.hblkhd);
}

std::optional<std::int64_t> device_memory() {
#if TEXELSCOPE_HAS_CUDA
  std::size_t free = 0, total = 0;
  if (cudaDeviceSynchronize() == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess)
    return std::int64_t(total - free);
  cudaGetLastError();
#endif
  return std::nullopt;
}

Trend trend(std::span<const std::int64_t> series) {
  const auto half = series.subspan(series.size() / 2);
  const double n = double(half.size());
  Trend found{0, 0, half.size()};
  if (half.size() < 3) return found;
  double mean_x = (n - 1) / 2, mean_y = 0, xx = 0, xy = 0;
  for (const std::int64_t value : half)
    mean_y += double(value) / n;
  for (std::size_t i = 0; i < half.size(); ++i) {
    xx += (double(i) - mean_x) * (double(i) - mean_x);
    xy += (double(i) - mean_x) * (double(half[i]) - mean_y);
  }
  const double slope = xy / xx;
  double squares = 0;
  for (std::size_t i = 0; i < half.size(); ++i)
    squares += std::pow(double(half[i]) - mean_y - slope * (double(i) - mean_x), 2);
  found.rise = slope * (n - 1);
  found.error = std::sqrt(squares / (n - 2) / xx) * (n - 1);
  return found;
}

} // namespace texelscope::monkey
