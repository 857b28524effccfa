#include "kernels/machines/cuda/device/launch.h"
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/texel_fetch.cuh"

namespace texelscope::cuda {

namespace {
// The order of operations is that of FetchMap, so that the CPU computes the same bits.
template <class Element, int Channels>
__global__ void fetch_kernel(cudaTextureObject_t texture, FetchMap map, cudaSurfaceObject_t picture,
                             int width, int height) {
  const int column = int(blockIdx.x * blockDim.x + threadIdx.x),
            row = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (column >= width || row >= height) return;
  const float px = __fadd_rn(float(column), map.offset), py = __fadd_rn(float(row), map.offset);
  const float x = __fmaf_rn(px, map.xx, __fmaf_rn(py, map.xy, map.x0));
  const float y = __fmaf_rn(px, map.yx, __fmaf_rn(py, map.yy, map.y0));
  surf2Dwrite(fetch_components<Element, Channels>(texture, x, y), picture, column * int(sizeof(uint4)), row,
              cudaBoundaryModeZero);
}
} // namespace

cudaError_t find_kernels() {
  cudaFuncAttributes attributes = {};
  return cudaFuncGetAttributes(&attributes, fetch_kernel<float, 4>);
}

void launch_fetch(cudaTextureObject_t texture, const ElementFormat& format, ResultType result,
                  const FetchMap& map, cudaSurfaceObject_t picture, int width, int height,
                  cudaStream_t stream) {
  const dim3 block(16, 16), grid(unsigned(width + 15) / 16, unsigned(height + 15) / 16);
  dispatch_fetch(format, result, [&](auto element, auto channels) {
    using Element = typename decltype(element)::type;
    fetch_kernel<Element, channels.value><<<grid, block, 0, stream>>>(texture, map, picture, width, height);
  });
  check(cudaGetLastError(), "fetch_kernel");
}

} // namespace texelscope::cuda
