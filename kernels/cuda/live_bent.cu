// All other views of one fetch a pixel: sheets, nets, spheres, tilted planes, and values handed over as another type.
#include "kernels/cuda/dispatch.h"
#include "kernels/cuda/live_kernel.cuh"

namespace texelscope::cuda {

namespace {
constexpr int chains = 4; // tiles of a strip: fetches of a thread that are under way together
constexpr int strip_width = chains * tile_width;

template <class T, Dimension dimension, FetchKind kind>
__global__ void __launch_bounds__(profile::threads_of_block, 2)
    bent_kernel(const __grid_constant__ LiveArguments a, uint4* sums, LiveCounts* counts) {
  const LiveThread thread;
  HandedSum sum(a.view);
  unsigned fetches = 0;
#pragma unroll 1
  for (LiveWarp warp(a); warp.goes_on(); warp.next()) {
    const int x = int(warp.x(strip_width)), y = int(warp.y());
    T fetched[chains] = {};
    bool there[chains];
#pragma unroll
    for (int i = 0; i < chains; ++i) {
      const PixelFetch pixel = rules::pixel_fetch(a.view, x + i * tile_width, y);
      there[i] = !pixel.empty && x + i * tile_width < a.width && y < a.height;
      if (there[i]) fetched[i] = fetch_any<T>(a.texture, dimension, kind, pixel.at);
      fetches += there[i];
    }
#pragma unroll
    for (int i = 0; i < chains; ++i)
      if (there[i]) sum.add(handed_over(fetched[i], a.view));
  }
  thread.finish(sum.words(), fetches, sums, counts);
}

template <class T>
LiveKernel any_kernel(const FetchView& view) {
  using enum Dimension;
  if (view.function == FetchKind::gather) return bent_kernel<T, d2, FetchKind::gather>;
  if (view.function == FetchKind::texel) return bent_kernel<T, d1, FetchKind::texel>;
  LiveKernel found = nullptr;
  dispatch<FetchKind::plain, FetchKind::lod, FetchKind::grad>(view.function, [&](auto kind) {
    dispatch<d1, d2, d3, d1_layered, d2_layered, cube, cube_layered>(
        view.dimension, [&](auto d) { found = bent_kernel<T, d.value, kind.value>; });
  });
  return found;
}
} // namespace

LiveProgram bent_program(const FetchView& view, ResultType result) {
  switch (result) {
  case ResultType::floating:
    return {any_kernel<float4>(view), strip_width};
  case ResultType::unsigned_int:
    return {any_kernel<uint4>(view), strip_width};
  case ResultType::signed_int:
    break;
  }
  return {any_kernel<int4>(view), strip_width};
}

} // namespace texelscope::cuda
