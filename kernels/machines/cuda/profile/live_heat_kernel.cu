// Measures how long a warp waits for its fetches, tile by tile of the picture.
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/profile/live_kernel.cuh"

namespace texelscope::cuda {

namespace {
// Reads the clock after the value has arrived, and not before.
__device__ long long clock_after(const uint4& v) {
  long long now;
  asm volatile(
      "{ .reg .u32 all; xor.b32 all, %1, %2; xor.b32 all, all, %3; xor.b32 all, all, %4; .reg .pred any;"
      " setp.ne.u32 any, all, 0; @any mov.u64 %0, %%clock64; @!any mov.u64 %0, %%clock64; }"
      : "=l"(now)
      : "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
      : "memory");
  return now;
}

__device__ float slowest_lane(float cycles) {
  for (int step = 16; step > 0; step /= 2)
    cycles = fmaxf(cycles, __shfl_xor_sync(~0u, cycles, step));
  return cycles;
}

template <class T>
__global__ void heat_kernel(const __grid_constant__ LiveArguments a, float* cycles, int first) {
  const int tiles = a.columns * a.rows, warps = int(gridDim.x * blockDim.x / 32);
  for (int i = int((blockIdx.x * blockDim.x + threadIdx.x) / 32); i < tiles; i += warps) {
    const int tile = i + first < tiles ? i + first : i + first - tiles;
    const int x = tile % a.columns * tile_width + int(threadIdx.x % tile_width);
    const int y = tile / a.columns * tile_height + int(threadIdx.x % 32 / tile_width);
    PixelFetch pixel = rules::pixel_fetch(a.view, x, y);
    if (a.view.slab != Slab::off) rules::set_sample(pixel.at, a.view, a.view.slab_samples / 2);
    const bool there = !pixel.empty && x < a.width && y < a.height;
    float took = 0;
    if (there) {
      const long long start = clock64();
      const T v = fetch_any<T>(a.texture, a.view.dimension, a.view.function, pixel.at);
      took = float(clock_after({bits(v.x), bits(v.y), bits(v.z), bits(v.w)}) - start);
    }
    took = slowest_lane(took);
    if (threadIdx.x % 32 == 0) cycles[tile] += took;
  }
}
} // namespace

void launch_heat(const LiveArguments& arguments, ResultType result, float* cycles, int first, int blocks,
                 cudaStream_t stream) {
  switch (result) {
  case ResultType::floating:
    heat_kernel<float4><<<blocks, profile::threads_of_block, 0, stream>>>(arguments, cycles, first);
    break;
  case ResultType::unsigned_int:
    heat_kernel<uint4><<<blocks, profile::threads_of_block, 0, stream>>>(arguments, cycles, first);
    break;
  case ResultType::signed_int:
    heat_kernel<int4><<<blocks, profile::threads_of_block, 0, stream>>>(arguments, cycles, first);
    break;
  }
  check(cudaGetLastError(), "heat_kernel");
}

} // namespace texelscope::cuda
