// The functions of CUDA's runtime that TEXELSCOPE_CHECK calls, as they answer on a device.
#include "runtime.h"

#include <cuda_runtime_api.h>

namespace {
const auto some_array = reinterpret_cast<cudaArray_t>(0x100);
const auto some_mipmaps = reinterpret_cast<cudaMipmappedArray_t>(0x200);
constexpr unsigned levels = 5;
cudaError_t last_error = cudaSuccess;

cudaError_t failed(cudaError_t error) {
  return last_error = error;
}
} // namespace

extern "C" {

cudaError_t CUDARTAPI cudaGetTextureObjectResourceDesc(cudaResourceDesc* desc, cudaTextureObject_t object) {
  *desc = {};
  if (object == no_object) return failed(cudaErrorInvalidValue);
  desc->resType = object == wrapped_mipmaps ? cudaResourceTypeMipmappedArray
                  : object == short_pitch   ? cudaResourceTypePitch2D
                                            : cudaResourceTypeArray;
  if (object == short_pitch)
    desc->res.pitch2D = {
        reinterpret_cast<void*>(0x700000000), {32, 0, 0, 0, cudaChannelFormatKindFloat}, 16, 8, 32};
  else if (object == wrapped_mipmaps)
    desc->res.mipmap.mipmap = some_mipmaps;
  else
    desc->res.array.array = some_array;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetTextureObjectTextureDesc(cudaTextureDesc* desc, cudaTextureObject_t object) {
  *desc = {};
  desc->normalizedCoords = object != wrapped_array && object != wrapped_mipmaps;
  desc->maxMipmapLevelClamp = levels - 1;
  return object == no_object ? failed(cudaErrorInvalidValue) : cudaSuccess;
}

// Without a view the device returns zeros.
cudaError_t CUDARTAPI cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* desc,
                                                           cudaTextureObject_t object) {
  *desc = {};
  if (object != viewed_array) return cudaSuccess;
  desc->format = cudaResViewFormatUnsignedChar4;
  desc->width = desc->height = 16;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned* flags,
                                       cudaArray_t array) {
  if (array != some_array) return failed(cudaErrorInvalidResourceHandle);
  *desc = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  *extent = {16, 16, 0};
  *flags = 0;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetMipmappedArrayLevel(cudaArray_t* array, cudaMipmappedArray_const_t mipmapped,
                                                 unsigned level) {
  if (mipmapped != some_mipmaps || level >= levels) return failed(cudaErrorInvalidValue);
  *array = some_array;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetLastError() {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

} // extern "C"
