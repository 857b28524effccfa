// The largest sizes of textures and surfaces, each under the name by which CUDA or OpenGL reports it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/state/session/texel.h"

namespace texelscope {

enum class SizeLimit : std::uint8_t {
  texture_1d,
  texture_1d_mipmap,
  texture_1d_linear,
  texture_1d_layered,
  texture_2d,
  texture_2d_mipmap,
  texture_2d_linear,
  texture_2d_gather,
  texture_2d_layered,
  texture_3d,
  cubemap,
  cubemap_layered,
  surface_1d,
  opengl_2d
};
inline constexpr std::size_t size_limit_count = std::size_t(SizeLimit::opengl_2d) + 1;

// Texels along x and y; along z the slices, layers or faces. 1 along axes that the texture lacks.
using LargestSize = std::array<int, 3>;
using LargestSizes = std::array<LargestSize, size_limit_count>;

// What every CUDA device of compute capability 7.5 and newer allows (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"), and NVIDIA's OpenGL.
inline constexpr LargestSizes common_largest_sizes = {{{131072, 1, 1},
                                                       {32768, 1, 1},
                                                       {1 << 28, 1, 1},
                                                       {32768, 1, 2048},
                                                       {131072, 65536, 1},
                                                       {32768, 32768, 1},
                                                       {131072, 65000, 1},
                                                       {32768, 32768, 1},
                                                       {32768, 32768, 2048},
                                                       {16384, 16384, 16384},
                                                       {32768, 32768, 6},
                                                       {32768, 32768, 2046},
                                                       {32768, 1, 1},
                                                       {32768, 32768, 1}}};

// "cudaDeviceProp::maxTexture2D"
constexpr std::string_view name(SizeLimit limit) {
  constexpr std::string_view names[size_limit_count] = {
      "cudaDeviceProp::maxTexture1D",        "cudaDeviceProp::maxTexture1DMipmap",
      "cudaDevAttrMaxTexture1DLinearWidth",  "cudaDeviceProp::maxTexture1DLayered",
      "cudaDeviceProp::maxTexture2D",        "cudaDeviceProp::maxTexture2DMipmap",
      "cudaDeviceProp::maxTexture2DLinear",  "cudaDeviceProp::maxTexture2DGather",
      "cudaDeviceProp::maxTexture2DLayered", "cudaDeviceProp::maxTexture3D",
      "cudaDeviceProp::maxTextureCubemap",   "cudaDeviceProp::maxTextureCubemapLayered",
      "cudaDeviceProp::maxSurface1D",        "GL_MAX_TEXTURE_SIZE"};
  return names[std::size_t(limit)];
}

// The limit of a texture of this shape. `gathers`: tex2Dgather() fetches it, for which CUDA wants a flag of
// the array.
constexpr SizeLimit size_limit(const TextureShape& shape, Storage storage, bool gathers) {
  const bool mipmapped = shape.level_count > 1;
  switch (shape.dimension) {
  case Dimension::d1:
    if (mipmapped) return SizeLimit::texture_1d_mipmap;
    return storage == Storage::linear ? SizeLimit::texture_1d_linear : SizeLimit::texture_1d;
  case Dimension::d1_layered:
    return SizeLimit::texture_1d_layered;
  case Dimension::d2:
    if (mipmapped) return SizeLimit::texture_2d_mipmap;
    if (storage == Storage::pitch) return SizeLimit::texture_2d_linear;
    if (gathers) return SizeLimit::texture_2d_gather;
    return storage == Storage::shared ? SizeLimit::opengl_2d : SizeLimit::texture_2d;
  case Dimension::d2_layered:
    return SizeLimit::texture_2d_layered;
  case Dimension::d3:
    return SizeLimit::texture_3d;
  case Dimension::cube:
    return SizeLimit::cubemap;
  case Dimension::cube_layered:
    break;
  }
  return SizeLimit::cubemap_layered;
}

// The longest row of pitch memory in bytes: cudaDeviceProp::maxTexture2DLinear[2], which is 2097120, as
// cudaMallocPitch aligns rows to 512.
inline constexpr int largest_pitch = 2097120 / 512 * 512;

// The longest row in texels.
constexpr int largest_width(SizeLimit limit, const LargestSizes& largest, const ElementFormat& format) {
  const int texels = largest[std::size_t(limit)][0];
  return limit == SizeLimit::texture_2d_linear ? std::min(texels, largest_pitch / format.texel_bytes())
                                               : texels;
}

// Whether write kernels reach an array of this shape: surfaces of one row are shorter than textures.
constexpr bool has_surface(const TextureShape& shape, const LargestSizes& largest) {
  return shape.dimension != Dimension::d1 || shape.width <= largest[std::size_t(SizeLimit::surface_1d)][0];
}

} // namespace texelscope
