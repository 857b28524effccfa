#include "tests/monkey/memory.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include <malloc.h>

#if TEXELSCOPE_HAS_CUDA
#include <cuda_runtime.h>
#endif

namespace {
std::atomic<std::int64_t> held = 0;

void* hold(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  held.fetch_add(std::int64_t(::malloc_usable_size(memory)), std::memory_order_relaxed);
  return memory;
}
void drop(void* memory) {
  held.fetch_sub(std::int64_t(::malloc_usable_size(memory)), std::memory_order_relaxed);
  std::free(memory);
}
} // namespace

// The forms for arrays call these.
void* operator new(std::size_t size) {
  return hold(std::malloc(std::max<std::size_t>(size, 1)));
}
void* operator new(std::size_t size,
                   const std::nothrow_t&) noexcept { // AddressSanitizer's own would not call it
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = std::size_t(alignment);
  return hold(std::aligned_alloc(align, (std::max<std::size_t>(size, 1) + align - 1) / align * align));
}
void operator delete(void* memory) noexcept {
  drop(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  drop(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  drop(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  drop(memory);
}

namespace texelscope::monkey {

std::int64_t live_heap() {
  return held.load(std::memory_order_relaxed);
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
