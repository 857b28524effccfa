// cudaTextureDesc, without CUDA's headers.
#pragma once

#include <array>
#include <cstdint>

namespace texelscope {

// The values equal cudaTextureAddressMode, cudaTextureFilterMode and cudaTextureReadMode. A descriptor may
// hold other values too, as CUDA's can.
enum class TextureAddressMode : std::int32_t { wrap, clamp, mirror, border };
enum class TextureFilterMode : std::int32_t { point, linear };
enum class TextureReadMode : std::int32_t { element, normalized_float };

// The same members as cudaTextureDesc, in the same order, with the same types and defaults (all zero), so
// that either is the other's bytes. Numbers that CUDA declares as int and takes as flags are on where they
// are not 0.
struct TextureDesc {
  std::array<TextureAddressMode, 3> addressMode = {};
  TextureFilterMode filterMode = TextureFilterMode::point;
  TextureReadMode readMode = TextureReadMode::element;
  std::int32_t sRGB = 0;
  std::array<float, 4> borderColor = {};
  std::int32_t normalizedCoords = 0;
  // For the gradient functions, except for those of 3-D textures and 1-D layers: the largest ratio of a
  // footprint's axes that several probes cover. 2, 4, 6, 8, 10, 12 and 16 differ; any other value acts like
  // the next lower of these, 0 and 1 like none. Without disableTrilinearOptimization it makes the step
  // between two levels steeper, for the functions with an explicit LOD too.
  std::uint32_t maxAnisotropy = 0;
  TextureFilterMode mipmapFilterMode = TextureFilterMode::point;
  float mipmapLevelBias = 0;
  float minMipmapLevelClamp = 0;
  float maxMipmapLevelClamp = 0;
  std::int32_t disableTrilinearOptimization = 0;
  std::int32_t seamlessCubemap = 0;
};
static_assert(sizeof(TextureDesc) == 72);

} // namespace texelscope
