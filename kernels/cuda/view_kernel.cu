#include "kernels/cuda/launch.h"
#include "kernels/cuda/runtime.h"
#include "kernels/cuda/unit_fetch.cuh"

namespace texelscope::cuda {

namespace {
template <class T>
__global__ void view_kernel(cudaTextureObject_t texture, FetchView view, int channels,
                            cudaSurfaceObject_t picture, int width, int height) {
  const int column = int(blockIdx.x * blockDim.x + threadIdx.x),
            row = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (column >= width || row >= height) return;
  const PixelFetch pixel = rules::pixel_fetch(view, column, row);
  uint4 words = {0, 0, 0, 0};
  if (!pixel.empty) {
    const T value = fetch_any<T>(texture, view.dimension, view.function, pixel.at);
    words.x = bits(value.x);
    if (channels > 1) words.y = bits(value.y);
    if (channels > 2) {
      words.z = bits(value.z);
      words.w = bits(value.w);
    }
  }
  surf2Dwrite(words, picture, column * int(sizeof(uint4)), row, cudaBoundaryModeZero);
}
} // namespace

void launch_view_fetch(cudaTextureObject_t texture, const FetchView& view, int channels, ResultType result,
                       cudaSurfaceObject_t picture, int width, int height, cudaStream_t stream) {
  const dim3 block(16, 16), grid(unsigned(width + 15) / 16, unsigned(height + 15) / 16);
  const int words = view.function == FetchKind::gather ? 4 : channels;
  switch (result) {
  case ResultType::floating:
    view_kernel<float4><<<grid, block, 0, stream>>>(texture, view, words, picture, width, height);
    break;
  case ResultType::unsigned_int:
    view_kernel<uint4><<<grid, block, 0, stream>>>(texture, view, words, picture, width, height);
    break;
  case ResultType::signed_int:
    view_kernel<int4><<<grid, block, 0, stream>>>(texture, view, words, picture, width, height);
    break;
  }
  check(cudaGetLastError(), "view_kernel");
}

} // namespace texelscope::cuda
