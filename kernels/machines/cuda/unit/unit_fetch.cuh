// All of CUDA's texture functions behind one call, for kernels that choose at run time.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/state/session/spec.h"
#include "kernels/unit/texture_unit/fetch_at.h"

namespace texelscope::cuda {

__device__ inline float2 flat(const Gradient& g) {
  return {g.x, g.y};
}
__device__ inline float4 spatial(const Gradient& g) {
  return {g.x, g.y, g.z, 0};
}

template <class T>
__device__ T fetch_plain(cudaTextureObject_t t, Dimension dimension, const FetchAt& at) {
  switch (dimension) {
  case Dimension::d1:
    return tex1D<T>(t, at.x);
  case Dimension::d2:
    return tex2D<T>(t, at.x, at.y);
  case Dimension::d3:
    return tex3D<T>(t, at.x, at.y, at.z);
  case Dimension::d1_layered:
    return tex1DLayered<T>(t, at.x, at.layer);
  case Dimension::d2_layered:
    return tex2DLayered<T>(t, at.x, at.y, at.layer);
  case Dimension::cube:
    return texCubemap<T>(t, at.x, at.y, at.z);
  case Dimension::cube_layered:
    return texCubemapLayered<T>(t, at.x, at.y, at.z, at.layer);
  }
  return T{};
}

template <class T>
__device__ T fetch_lod(cudaTextureObject_t t, Dimension dimension, const FetchAt& at) {
  switch (dimension) {
  case Dimension::d1:
    return tex1DLod<T>(t, at.x, at.lod);
  case Dimension::d2:
    return tex2DLod<T>(t, at.x, at.y, at.lod);
  case Dimension::d3:
    return tex3DLod<T>(t, at.x, at.y, at.z, at.lod);
  case Dimension::d1_layered:
    return tex1DLayeredLod<T>(t, at.x, at.layer, at.lod);
  case Dimension::d2_layered:
    return tex2DLayeredLod<T>(t, at.x, at.y, at.layer, at.lod);
  case Dimension::cube:
    return texCubemapLod<T>(t, at.x, at.y, at.z, at.lod);
  case Dimension::cube_layered:
    return texCubemapLayeredLod<T>(t, at.x, at.y, at.z, at.layer, at.lod);
  }
  return T{};
}

template <class T>
__device__ T fetch_grad(cudaTextureObject_t t, Dimension dimension, const FetchAt& at) {
  switch (dimension) {
  case Dimension::d1:
    return tex1DGrad<T>(t, at.x, at.dx.x, at.dy.x);
  case Dimension::d2:
    return tex2DGrad<T>(t, at.x, at.y, flat(at.dx), flat(at.dy));
  case Dimension::d3:
    return tex3DGrad<T>(t, at.x, at.y, at.z, spatial(at.dx), spatial(at.dy));
  case Dimension::d1_layered:
    return tex1DLayeredGrad<T>(t, at.x, at.layer, at.dx.x, at.dy.x);
  case Dimension::d2_layered:
    return tex2DLayeredGrad<T>(t, at.x, at.y, at.layer, flat(at.dx), flat(at.dy));
  case Dimension::cube:
    return texCubemapGrad<T>(t, at.x, at.y, at.z, spatial(at.dx), spatial(at.dy));
  case Dimension::cube_layered:
    return texCubemapLayeredGrad<T>(t, at.x, at.y, at.z, at.layer, spatial(at.dx), spatial(at.dy));
  }
  return T{};
}

template <class T>
__device__ T fetch_gather(cudaTextureObject_t t, const FetchAt& at) {
  switch (at.component) {
  case 0:
    return tex2Dgather<T>(t, at.x, at.y, 0);
  case 1:
    return tex2Dgather<T>(t, at.x, at.y, 1);
  case 2:
    return tex2Dgather<T>(t, at.x, at.y, 2);
  default:
    return tex2Dgather<T>(t, at.x, at.y, 3);
  }
}

__device__ inline std::uint32_t bits(float value) {
  return __float_as_uint(value);
}
__device__ inline std::uint32_t bits(std::uint32_t value) {
  return value;
}
__device__ inline std::uint32_t bits(std::int32_t value) {
  return std::uint32_t(value);
}

template <class T>
__device__ T fetch_any(cudaTextureObject_t texture, Dimension dimension, FetchKind kind, const FetchAt& at) {
  switch (kind) {
  case FetchKind::plain:
    return fetch_plain<T>(texture, dimension, at);
  case FetchKind::lod:
    return fetch_lod<T>(texture, dimension, at);
  case FetchKind::grad:
    return fetch_grad<T>(texture, dimension, at);
  case FetchKind::gather:
    return fetch_gather<T>(texture, at);
  case FetchKind::texel:
    return tex1Dfetch<T>(texture, at.texel);
  }
  return T{};
}

} // namespace texelscope::cuda
