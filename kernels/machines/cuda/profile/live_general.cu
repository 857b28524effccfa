// All other views with one fetch per pixel: sheets, nets, spheres, tilted planes, and values handed over as
// another type. There is one kernel per type, like the picture's: the kind of fetch is chosen at run time.
#include "kernels/machines/cuda/profile/live_kernel.cuh"

namespace texelscope::cuda {

namespace {
constexpr int general_chains = 4; // tiles of a strip: the fetches that a thread has in flight together
constexpr int general_strip_width = general_chains * tile_width;

template <class T>
__global__ void __launch_bounds__(profile::threads_of_block, 2)
    general_kernel(const __grid_constant__ LiveArguments a, uint4* sums, LiveCounts* counts) {
  const LiveThread thread(counts);
  HandedSum sum(a.view);
  unsigned fetches = 0;
#pragma unroll 1
  for (LiveWarp warp(a); warp.goes_on(); warp.next()) {
    const int x = int(warp.x(general_strip_width)), y = int(warp.y());
    T fetched[general_chains] = {};
    bool there[general_chains];
#pragma unroll
    for (int i = 0; i < general_chains; ++i) {
      const PixelFetch pixel = rules::pixel_fetch(a.view, x + i * tile_width, y);
      there[i] = !pixel.empty && x + i * tile_width < a.width && y < a.height;
      if (there[i]) fetched[i] = fetch_any<T>(a.texture, a.view.dimension, a.view.function, pixel.at);
      fetches += there[i];
    }
#pragma unroll
    for (int i = 0; i < general_chains; ++i)
      if (there[i]) sum.add(handed_over(fetched[i], a.view));
  }
  thread.finish(sum.to_bits(), fetches, sums);
}
} // namespace

LiveProgram general_program(ResultType result) {
  switch (result) {
  case ResultType::floating:
    return {general_kernel<float4>, general_strip_width};
  case ResultType::unsigned_int:
    return {general_kernel<uint4>, general_strip_width};
  case ResultType::signed_int:
    break;
  }
  return {general_kernel<int4>, general_strip_width};
}

} // namespace texelscope::cuda
