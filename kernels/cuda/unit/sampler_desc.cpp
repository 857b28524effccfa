#include "kernels/cuda/unit/sampler_desc.h"

#include <cstddef>
#include <cstring>

namespace texelscope::cuda {

cudaTextureDesc sampler_desc(const Sampler& s) {
  cudaTextureDesc desc;
  std::memset(&desc, 0, sizeof desc); // padding too: same_desc() compares bytes
  for (std::size_t axis = 0; axis < 3; ++axis)
    desc.addressMode[axis] = cudaTextureAddressMode(s.address[axis]);
  desc.filterMode = cudaTextureFilterMode(s.filter);
  desc.readMode = cudaTextureReadMode(s.read_mode);
  desc.sRGB = s.srgb;
  for (std::size_t c = 0; c < 4; ++c)
    desc.borderColor[c] = s.border_color[c];
  desc.normalizedCoords = s.normalized_coords;
  desc.maxAnisotropy = unsigned(s.max_anisotropy);
  desc.mipmapFilterMode = cudaTextureFilterMode(s.mip_filter);
  desc.mipmapLevelBias = s.mip_bias;
  desc.minMipmapLevelClamp = s.mip_min;
  desc.maxMipmapLevelClamp = s.mip_max;
  desc.disableTrilinearOptimization = s.disable_trilinear_optimization;
  desc.seamlessCubemap = s.seamless_cube;
  return desc;
}

bool same_desc(const Sampler& a, const Sampler& b) {
  const cudaTextureDesc of_a = sampler_desc(a), of_b = sampler_desc(b);
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): no padding, and a NaN border equals itself
  return std::memcmp(&of_a, &of_b, sizeof of_a) == 0;
}

} // namespace texelscope::cuda
