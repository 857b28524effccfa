// Slabs of a 3-D texture: several fetches per pixel, folded into one value.
#include "kernels/machines/cuda/profile/live_kernel.cuh"
#include "kernels/unit/fetch/slab_rules.h"

namespace texelscope::cuda {

namespace {
constexpr int slab_chains = 8; // samples in flight together
constexpr int slab_strip_width = tile_width;

template <class Element>
struct Folded {
  rules::SlabSum<Element> x, y, z, w;

  __device__ Folded(const uint4& v)
      : x(rules::slab_value<Element>(v.x)), y(rules::slab_value<Element>(v.y)),
        z(rules::slab_value<Element>(v.z)), w(rules::slab_value<Element>(v.w)) {}
  __device__ void fold(Slab slab, const Folded& more) {
    x = rules::fold(slab, x, more.x);
    y = rules::fold(slab, y, more.y);
    z = rules::fold(slab, z, more.z);
    w = rules::fold(slab, w, more.w);
  }
  __device__ uint4 to_bits(Slab slab, int count) const {
    return {rules::folded(slab, x, count), rules::folded(slab, y, count), rules::folded(slab, z, count),
            rules::folded(slab, w, count)};
  }
};

// Fetches all samples of a pixel. The first one is separate, and the others are folded into it.
template <class T, class Element>
__device__ uint4 fetch_slab(const LiveArguments& a, FetchAt at) {
  const FetchView& view = a.view;
  rules::set_sample(at, view, 0);
  Folded<Element> all = handed_over(fetch_any<T>(a.texture, Dimension::d3, view.function, at), view);
#pragma unroll 1
  for (int first = 1; first < view.slab_samples; first += slab_chains) {
    T fetched[slab_chains] = {};
#pragma unroll
    for (int i = 0; i < slab_chains; ++i) {
      rules::set_sample(at, view, first + i);
      if (first + i < view.slab_samples)
        fetched[i] = fetch_any<T>(a.texture, Dimension::d3, view.function, at);
    }
#pragma unroll
    for (int i = 0; i < slab_chains; ++i)
      if (first + i < view.slab_samples) all.fold(view.slab, handed_over(fetched[i], view));
  }
  return all.to_bits(view.slab, view.slab_samples);
}

template <class T, class Element>
__global__ void __launch_bounds__(profile::threads_of_block, 2)
    slab_kernel(const __grid_constant__ LiveArguments a, uint4* sums, LiveCounts* counts) {
  const LiveThread thread(counts);
  HandedSum sum(a.view);
  unsigned fetches = 0;
#pragma unroll 1
  for (LiveWarp warp(a); warp.goes_on(); warp.next()) {
    const int x = int(warp.x(slab_strip_width)), y = int(warp.y());
    if (x >= a.width || y >= a.height) continue;
    sum.add(fetch_slab<T, Element>(a, rules::pixel_fetch(a.view, x, y).at));
    fetches += unsigned(a.view.slab_samples);
  }
  thread.finish(sum.to_bits(), fetches, sums);
}

template <class T>
LiveKernel typed_kernel(ResultType type) {
  switch (type) {
  case ResultType::floating:
    return slab_kernel<T, float>;
  case ResultType::unsigned_int:
    return slab_kernel<T, std::uint32_t>;
  case ResultType::signed_int:
    break;
  }
  return slab_kernel<T, std::int32_t>;
}
} // namespace

LiveProgram slab_program(const FetchView& view, ResultType result) {
  switch (result) {
  case ResultType::floating:
    return {typed_kernel<float4>(view.result), slab_strip_width};
  case ResultType::unsigned_int:
    return {typed_kernel<uint4>(view.result), slab_strip_width};
  case ResultType::signed_int:
    break;
  }
  return {typed_kernel<int4>(view.result), slab_strip_width};
}

} // namespace texelscope::cuda
