#include "kernels/cuda/launch.h"
#include "kernels/cuda/runtime.h"
#include "kernels/cuda/unit_fetch.cuh"

namespace texelscope::cuda {

namespace {
template <class T>
__global__ void view_kernel(cudaTextureObject_t texture, FetchView view, cudaSurfaceObject_t picture, int width,
                            int height) {
  const int column = int(blockIdx.x * blockDim.x + threadIdx.x),
            row = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (column >= width || row >= height) return;
  const PixelFetch pixel = rules::pixel_fetch(view, column, row);
  uint4 words = {0, 0, 0, 0};
  if (!pixel.empty) {
    const T value = fetch_any<T>(texture, view.dimension, view.function, pixel.at);
    words.x = rules::read_as(view.type, bits(value.x));
    if (view.words > 1) words.y = rules::read_as(view.type, bits(value.y));
    if (view.words > 2) {
      words.z = rules::read_as(view.type, bits(value.z));
      words.w = rules::read_as(view.type, bits(value.w));
    }
  }
  surf2Dwrite(words, picture, column * int(sizeof(uint4)), row, cudaBoundaryModeZero);
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
