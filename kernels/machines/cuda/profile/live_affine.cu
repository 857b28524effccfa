// Views whose coordinates are a multiply-add of the pixel: flat ones, with the same bits as in the picture's
// kernel.
#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/profile/live_kernel.cuh"

namespace texelscope::cuda {

namespace {
constexpr int affine_chains = 8; // tiles of a strip: the fetches that a thread has in flight together
constexpr int affine_strip_width = affine_chains * tile_width;

// The members that do not change from pixel to pixel.
__device__ FetchAt common_place(const FetchView& view) {
  FetchAt at;
  at.layer = view.layer;
  at.lod = view.lod;
  at.component = view.component;
  rules::set_gradient(at, view, view.right, view.down);
  return at;
}

// The row's part of rules::affine().
struct RowPart {
  float at[3];
  __device__ RowPart(const FetchView& v, float py)
      : at{fmaf(py, v.down[0], v.origin[0]), fmaf(py, v.down[1], v.origin[1]),
           fmaf(py, v.down[2], v.origin[2])} {}
};

template <FetchKind kind>
__device__ void go_to(FetchAt& at, const FetchView& v, const RowPart& row, float px) {
  at.x = fmaf(px, v.right[0], row.at[0]);
  at.y = fmaf(px, v.right[1], row.at[1]);
  at.z = fmaf(px, v.right[2], row.at[2]);
  if constexpr (kind == FetchKind::texel) {
    const float index = floorf(at.x * float(v.index_count));
    at.texel = index >= -1e9f && index <= 1e9f ? int(index) : -1;
  }
}

template <class T, Dimension dimension, FetchKind kind, int component>
__device__ T fetch_at(cudaTextureObject_t texture, const FetchAt& at) {
  if constexpr (kind == FetchKind::gather)
    return tex2Dgather<T>(texture, at.x, at.y, component);
  else
    return fetch_any<T>(texture, dimension, kind, at);
}

// The blocks of a multiprocessor: as many as registers allow without spilling.
constexpr int min_blocks(Dimension dimension, FetchKind kind) {
  const bool spatial = dimension == Dimension::d3 || is_cube(dimension);
  return spatial && kind == FetchKind::grad ? 3 : 4;
}

template <class T, Dimension dimension, FetchKind kind, int component = 0>
__global__ void __launch_bounds__(profile::threads_of_block, min_blocks(dimension, kind))
    affine_kernel(const __grid_constant__ LiveArguments a, uint4* sums, LiveCounts* counts) {
  const LiveThread thread(counts);
  const FetchView& view = a.view;
  const float right_edge = float(a.width) + view.offset, lower_edge = float(a.height) + view.offset;
  FetchAt at = common_place(view);
  decltype(sum_type(T())) sum = {};
  unsigned fetches = 0;
#pragma unroll 1
  for (LiveWarp warp(a); warp.goes_on(); warp.next()) {
    const float px = warp.x(affine_strip_width) + view.offset, py = warp.y() + view.offset;
    const RowPart row(view, py);
    T fetched[affine_chains];
#pragma unroll
    for (int i = 0; i < affine_chains; ++i) {
      go_to<kind>(at, view, row, px + float(i * tile_width));
      fetched[i] = fetch_at<T, dimension, kind, component>(a.texture, at);
    }
    fetches += affine_chains;
    if (warp.is_inside(affine_strip_width)) {
#pragma unroll
      for (int i = 0; i < affine_chains; ++i)
        add(sum, sum_type(fetched[i]));
      continue;
    }
    const float last = py < lower_edge ? right_edge : -1.0f;
#pragma unroll
    for (int i = 0; i < affine_chains; ++i)
      add_if(sum, sum_type(fetched[i]), px + float(i * tile_width) < last);
  }
  thread.finish(sum, fetches, sums);
}

template <class T, Dimension... dimensions>
LiveKernel kernel_of(const FetchView& view) {
  LiveKernel found = nullptr;
  const auto of = [&](auto kind) {
    dispatch<dimensions...>(view.dimension, [&](auto d) { found = affine_kernel<T, d.value, kind.value>; });
  };
  if (view.function == FetchKind::texel)
    found = affine_kernel<T, Dimension::d1, FetchKind::texel>;
  else if (view.function == FetchKind::gather)
    dispatch<0, 1, 2, 3>(
        view.component, [&](auto c) { found = affine_kernel<T, Dimension::d2, FetchKind::gather, c.value>; });
  else
    dispatch<FetchKind::plain, FetchKind::lod, FetchKind::grad>(view.function, of);
  return found;
}

template <class T>
LiveKernel any_kernel(const FetchView& view) {
  using enum Dimension;
  return kernel_of<T, d1, d2, d3, d1_layered, d2_layered, cube, cube_layered>(view);
}
} // namespace

LiveProgram affine_program(const FetchView& view, ResultType result) {
  switch (result) {
  case ResultType::floating:
    return {any_kernel<float4>(view), affine_strip_width};
  case ResultType::unsigned_int:
    return {any_kernel<uint4>(view), affine_strip_width};
  case ResultType::signed_int:
    break;
  }
  return {any_kernel<int4>(view), affine_strip_width};
}

} // namespace texelscope::cuda
