// Fetches one tile of the picture with one warp, so that counters see nothing else.
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/profile/live_kernel.cuh"

namespace texelscope::cuda {

namespace {
template <class T>
__global__ void warp_kernel(const __grid_constant__ LiveArguments a, Pixel tile, uint4* sums) {
  const int x = tile.x + int(threadIdx.x % tile_width), y = tile.y + int(threadIdx.x / tile_width);
  PixelFetch pixel = rules::pixel_fetch(a.view, x, y);
  if (pixel.empty || x >= a.width || y >= a.height) return;
  uint4 sum = {};
  const int samples = a.view.slab == Slab::off ? 1 : a.view.slab_samples;
#pragma unroll 1
  for (int sample = 0; sample < samples; ++sample) {
    if (a.view.slab != Slab::off) rules::set_sample(pixel.at, a.view, sample);
    const T v = fetch_any<T>(a.texture, a.view.dimension, a.view.function, pixel.at);
    add(sum, {bits(v.x), bits(v.y), bits(v.z), bits(v.w)});
  }
  sums[threadIdx.x] = sum;
}
} // namespace

void launch_warp(const LiveArguments& arguments, ResultType result, const Pixel& tile, uint4* sums,
                 cudaStream_t stream) {
  switch (result) {
  case ResultType::floating:
    warp_kernel<float4><<<1, 32, 0, stream>>>(arguments, tile, sums);
    break;
  case ResultType::unsigned_int:
    warp_kernel<uint4><<<1, 32, 0, stream>>>(arguments, tile, sums);
    break;
  case ResultType::signed_int:
    warp_kernel<int4><<<1, 32, 0, stream>>>(arguments, tile, sums);
    break;
  }
  check(cudaGetLastError(), "warp_kernel");
}

} // namespace texelscope::cuda
