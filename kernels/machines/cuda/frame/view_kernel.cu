#include "kernels/machines/cuda/device/launch.h"
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/unit_fetch.cuh"
#include "kernels/unit/fetch/slab_rules.h"

namespace texelscope::cuda {

namespace {
// Converts the components to the type of tex*<T>.
template <class T>
__device__ uint4 fetch_components(cudaTextureObject_t texture, const FetchView& view, const FetchAt& at) {
  const T value = fetch_any<T>(texture, view.dimension, view.function, at);
  uint4 components = {rules::read_as(view.type, bits(value.x)), 0, 0, 0};
  if (view.component_count > 1) components.y = rules::read_as(view.type, bits(value.y));
  if (view.component_count > 2) {
    components.z = rules::read_as(view.type, bits(value.z));
    components.w = rules::read_as(view.type, bits(value.w));
  }
  return components;
}

// Fetches all samples of a slab and folds each channel by itself.
template <class Element, class T>
__device__ uint4 fold_slab(cudaTextureObject_t texture, const FetchView& view, FetchAt at) {
  const auto value = [](std::uint32_t word) { return rules::slab_value<Element>(word); };
  rules::set_sample(at, view, 0);
  const uint4 first = fetch_components<T>(texture, view, at);
  auto x = value(first.x), y = value(first.y), z = value(first.z), w = value(first.w);
  for (int i = 1; i < view.slab_samples; ++i) {
    rules::set_sample(at, view, i);
    const uint4 sample = fetch_components<T>(texture, view, at);
    x = rules::fold(view.slab, x, value(sample.x));
    y = rules::fold(view.slab, y, value(sample.y));
    z = rules::fold(view.slab, z, value(sample.z));
    w = rules::fold(view.slab, w, value(sample.w));
  }
  const auto word = [&](auto sum) { return rules::folded(view.slab, sum, view.slab_samples); };
  return {word(x), word(y), word(z), word(w)};
}

template <class T>
__device__ uint4 fetch_slab(cudaTextureObject_t texture, const FetchView& view, const FetchAt& at) {
  if (view.result == ResultType::floating) return fold_slab<float, T>(texture, view, at);
  if (view.result == ResultType::signed_int) return fold_slab<std::int32_t, T>(texture, view, at);
  return fold_slab<std::uint32_t, T>(texture, view, at);
}

template <class T>
__global__ void view_kernel(cudaTextureObject_t texture, FetchView view, cudaSurfaceObject_t picture,
                            int width, int height) {
  const int column = int(blockIdx.x * blockDim.x + threadIdx.x),
            row = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (column >= width || row >= height) return;
  const PixelFetch pixel = rules::pixel_fetch(view, column, row);
  uint4 components = {0, 0, 0, 0};
  if (view.slab != Slab::off)
    components = fetch_slab<T>(texture, view, pixel.at);
  else if (!pixel.empty)
    components = fetch_components<T>(texture, view, pixel.at);
  surf2Dwrite(components, picture, column * int(sizeof(uint4)), row, cudaBoundaryModeZero);
}
} // namespace

void launch_view_fetch(cudaTextureObject_t texture, const FetchView& view, ResultType result,
                       cudaSurfaceObject_t picture, int width, int height, cudaStream_t stream) {
  const dim3 block(16, 16), grid(unsigned(width + 15) / 16, unsigned(height + 15) / 16);
  switch (result) {
  case ResultType::floating:
    view_kernel<float4><<<grid, block, 0, stream>>>(texture, view, picture, width, height);
    break;
  case ResultType::unsigned_int:
    view_kernel<uint4><<<grid, block, 0, stream>>>(texture, view, picture, width, height);
    break;
  case ResultType::signed_int:
    view_kernel<int4><<<grid, block, 0, stream>>>(texture, view, picture, width, height);
    break;
  }
  check(cudaGetLastError(), "view_kernel");
}

} // namespace texelscope::cuda
