#include "kernels/machines/cuda/unit/sampler_desc.h"

#include <bit>
#include <cstring>

#include "kernels/state/session/sampler_members.h"

namespace texelscope::cuda {

cudaTextureDesc sampler_desc(const Sampler& sampler) {
  return std::bit_cast<cudaTextureDesc>(desc_of(sampler));
}

bool same_desc(const Sampler& a, const Sampler& b) {
  const cudaTextureDesc of_a = sampler_desc(a), of_b = sampler_desc(b);
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): no padding, and a NaN border equals itself
  return std::memcmp(&of_a, &of_b, sizeof of_a) == 0;
}

} // namespace texelscope::cuda
