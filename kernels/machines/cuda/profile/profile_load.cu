// Loads and surface reads of whole texels, timed; and the texels themselves.
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/profile/profile_kernel.cuh"
#include "kernels/machines/cuda/profile/profile_texel.cuh"

namespace texelscope::cuda {

using profile::Path;

namespace {
template <Path of, class T>
struct LoadSource {
  static constexpr Path path = of;
  static constexpr int min_blocks = 1;
  using Number = int;
  using Fetched = typename T::Raw;
  using Value = typename T::Value;

  template <bool draws>
  __device__ static Fetched fetch(const ProfileArguments& a, const profile::AccessCursor<int, draws>& cursor,
                                  int chain) {
    const profile::PlaneTexel at = profile::texel_of(a.pattern, cursor, chain);
    if constexpr (path == Path::surface) {
      return surf2Dread<Fetched>(a.surface, at.x * int(sizeof(Fetched)), at.y);
    } else {
      const auto* row = reinterpret_cast<const Fetched*>(a.memory + row_offset(a, at.y));
      return path == Path::ldg ? __ldg(row + unsigned(at.x)) : row[unsigned(at.x)];
    }
  }
  __device__ static void add_to(Value& sum, const Fetched& fetched) { T::add_to(sum, fetched); }
};

__global__ void fill_kernel(std::byte* to, std::size_t pitch, unsigned row_values, unsigned rows,
                            std::uint64_t first, profile::WordMask mask) {
  const std::uint64_t count = std::uint64_t(row_values) * rows,
                      threads = std::uint64_t(gridDim.x) * blockDim.x;
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads)
    reinterpret_cast<std::uint32_t*>(to + i / row_values * pitch)[i % row_values] =
        texel_word(first + i, mask);
}

__global__ void clock_kernel(ClockTable* clocks, int nanoseconds) {
  begin_span(clocks);
  const unsigned long long end = global_nanoseconds() + unsigned(nanoseconds);
  while (global_nanoseconds() < end) {
  } // sleeping would let the cycle counter of an idle multiprocessor stop
  end_span(clocks);
}

// Reads past the L1. The values are tested, so that all of them are read.
__global__ void flush_kernel(const uint4* from, std::size_t count, bool never, uint4* to) {
  uint4 all = {};
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::size_t(gridDim.x) * blockDim.x)
    add(all, __ldcg(from + i));
  if (never) *to = all;
}
} // namespace

ProfileKernel load_kernel_of(Path path, const ElementFormat& format) {
  ProfileKernel kernel = nullptr;
  with_texel<true>(format, [&](auto texel) {
    using T = decltype(texel);
    kernel = path == Path::surface ? profile_kernel<LoadSource<Path::surface, T>>
             : path == Path::ldg   ? profile_kernel<LoadSource<Path::ldg, T>>
                                   : profile_kernel<LoadSource<Path::load, T>>;
  });
  return kernel;
}

void launch_profile_fill(std::byte* to, std::size_t pitch, int row_values, int rows, std::uint64_t first_word,
                         profile::WordMask mask, cudaStream_t stream) {
  fill_kernel<<<1024, 256, 0, stream>>>(to, pitch, unsigned(row_values), unsigned(rows), first_word, mask);
  check(cudaGetLastError(), "fill_kernel");
}

void launch_profile_clock(ClockTable* clocks, cudaStream_t stream) {
  constexpr int nanoseconds = 100000;
  clock_kernel<<<1, 1, 0, stream>>>(clocks, nanoseconds);
  check(cudaGetLastError(), "clock_kernel");
}

void launch_profile_flush(const void* memory, std::size_t bytes, cudaStream_t stream) {
  flush_kernel<<<2048, 256, 0, stream>>>(static_cast<const uint4*>(memory), bytes / sizeof(uint4), false,
                                         nullptr);
  check(cudaGetLastError(), "flush_kernel");
}

} // namespace texelscope::cuda
