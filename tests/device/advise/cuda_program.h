// What the programs share that `texelscope advise` is tried on.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    const cudaError_t error = call;                                                                          \
    if (error != cudaSuccess) {                                                                              \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                                    \
      std::exit(1);                                                                                          \
    }                                                                                                        \
  } while (false)

// Of a row where height is 1 and depth 0, a picture where depth is 0, else a volume; fetched by texels,
// clamped.
template <class T>
cudaTextureObject_t texture(const std::vector<T>& from, int width, int height, int depth,
                            cudaTextureFilterMode filter, bool normalized_values = false,
                            unsigned flags = 0) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array = nullptr;
  const cudaExtent extent = make_cudaExtent(
      std::size_t(width), depth > 0 || height > 1 ? std::size_t(height) : 0, std::size_t(depth));
  CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(from.data()), std::size_t(width) * sizeof(T),
                                    std::size_t(width), std::size_t(height));
  copy.dstArray = array;
  copy.extent = make_cudaExtent(std::size_t(width), std::size_t(height), std::size_t(std::max(depth, 1)));
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc desc = {};
  for (cudaTextureAddressMode& mode : desc.addressMode)
    mode = cudaAddressModeClamp;
  desc.filterMode = filter;
  desc.readMode = normalized_values ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  cudaTextureObject_t made = 0;
  CHECK(cudaCreateTextureObject(&made, &resource, &desc, nullptr));
  return made;
}
