#include "kernels/machines/cuda/unit/unit_texture.h"

#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/unit/raw_texel.h"

namespace texelscope::cuda {

namespace {
template <class T>
__device__ uint4 widened(T value) {
  return {value, 0, 0, 0};
}
__device__ uint4 widened(uint2 value) {
  return {value.x, value.y, 0, 0};
}
__device__ uint4 widened(uint4 value) {
  return value;
}
template <class T>
__device__ T narrowed(uint4 bits) {
  return T(bits.x);
}
template <>
__device__ uint2 narrowed<uint2>(uint4 bits) {
  return {bits.x, bits.y};
}
template <>
__device__ uint4 narrowed<uint4>(uint4 bits) {
  return bits;
}

template <class T, cudaSurfaceBoundaryMode mode>
__global__ void surface_read_kernel(cudaSurfaceObject_t surface, Dimension dimension, const FetchAt* requests,
                                    uint4* values, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const FetchAt at = requests[i];
  T value = {};
  switch (dimension) {
  case Dimension::d1:
    value = surf1Dread<T>(surface, at.texel, mode);
    break;
  case Dimension::d2:
    value = surf2Dread<T>(surface, at.texel, at.row, mode);
    break;
  case Dimension::d3:
    value = surf3Dread<T>(surface, at.texel, at.row, at.layer, mode);
    break;
  case Dimension::d1_layered:
    value = surf1DLayeredread<T>(surface, at.texel, at.layer, mode);
    break;
  default:
    value = surf2DLayeredread<T>(surface, at.texel, at.row, at.layer, mode);
    break;
  }
  values[i] = widened(value);
}

template <class T, cudaSurfaceBoundaryMode mode>
__global__ void surface_write_kernel(cudaSurfaceObject_t surface, Dimension dimension,
                                     const FetchAt* requests, const uint4* values, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const FetchAt at = requests[i];
  const T value = narrowed<T>(values[i]);
  switch (dimension) {
  case Dimension::d1:
    surf1Dwrite<T>(value, surface, at.texel, mode);
    break;
  case Dimension::d2:
    surf2Dwrite<T>(value, surface, at.texel, at.row, mode);
    break;
  case Dimension::d3:
    surf3Dwrite<T>(value, surface, at.texel, at.row, at.layer, mode);
    break;
  case Dimension::d1_layered:
    surf1DLayeredwrite<T>(value, surface, at.texel, at.layer, mode);
    break;
  default:
    surf2DLayeredwrite<T>(value, surface, at.texel, at.row, at.layer, mode);
    break;
  }
}
} // namespace

void launch_surface_read(cudaSurfaceObject_t surface, Dimension dimension, int bytes, BoundaryMode boundary,
                         const FetchAt* at, uint4* values, int count, cudaStream_t stream) {
  dispatch<1, 2, 4, 8, 16>(bytes, [&](auto size) {
    using T = typename RawTexel<size.value>::type;
    const unsigned blocks = unsigned(count + 127) / 128;
    if (boundary == BoundaryMode::zero)
      surface_read_kernel<T, cudaBoundaryModeZero>
          <<<blocks, 128, 0, stream>>>(surface, dimension, at, values, count);
    else
      surface_read_kernel<T, cudaBoundaryModeClamp>
          <<<blocks, 128, 0, stream>>>(surface, dimension, at, values, count);
  });
  check(cudaGetLastError(), "surface_read_kernel");
}

void launch_surface_write(cudaSurfaceObject_t surface, Dimension dimension, int bytes, BoundaryMode boundary,
                          const FetchAt* at, const uint4* values, int count, cudaStream_t stream) {
  dispatch<1, 2, 4, 8, 16>(bytes, [&](auto size) {
    using T = typename RawTexel<size.value>::type;
    const unsigned blocks = unsigned(count + 127) / 128;
    if (boundary == BoundaryMode::zero)
      surface_write_kernel<T, cudaBoundaryModeZero>
          <<<blocks, 128, 0, stream>>>(surface, dimension, at, values, count);
    else
      surface_write_kernel<T, cudaBoundaryModeClamp>
          <<<blocks, 128, 0, stream>>>(surface, dimension, at, values, count);
  });
  check(cudaGetLastError(), "surface_write_kernel");
}

} // namespace texelscope::cuda
