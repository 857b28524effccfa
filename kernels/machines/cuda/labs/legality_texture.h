// Memory, texture object and surface object of one configuration of the legality matrix, up to the first call
// that fails.
#pragma once

#include <optional>

#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/reports/support_matrix/legality_judge.h"

namespace texelscope::cuda {

struct Refusal {
  const char* call;
  cudaError_t error;
};

class LegalityTexture {
public:
  explicit LegalityTexture(const legality::Configuration& configuration) : requested_(configuration) {}

  std::optional<Refusal> make();
  // Makes the texture object anew, of what make() allocated.
  std::optional<Refusal> make_object();
  // How CUDA counts the texels of block-compressed arrays is found by trying: in texels, then in blocks.
  enum class Count : std::uint8_t { texels, blocks };
  cudaError_t fill(Count count);

  cudaTextureObject_t object() const { return object_.get(); }
  cudaSurfaceObject_t surface() const { return surface_.get(); } // 0 if none was requested
  // "description:srgb=off": the changes that CUDA itself reports to what was requested.
  std::vector<std::string> described_changes() const;

private:
  std::optional<Refusal> allocate();
  std::optional<Refusal> make_surface();
  cudaError_t fill_level(int level, Count count);
  cudaTextureDesc sampler() const;
  cudaResourceDesc resource() const;
  cudaResourceViewDesc view() const; // of the whole resource

  const legality::Configuration& requested_;
  Array array_;
  MipmappedArray mipmapped_;
  DeviceMemory memory_;
  std::size_t pitch_ = 0;
  TextureObject object_;
  SurfaceObject surface_;
};

} // namespace texelscope::cuda
