// The texels of a session's texture if they are not one plane that OpenGL shares: arrays of any dimension,
// mipmapped arrays, pitch and linear memory.
#pragma once

#include <memory>

#include "kernels/cuda/unit/surface2d.h"
#include "kernels/cuda/unit/unit_texture.h"
#include "kernels/write/write_plan.h"

namespace texelscope::cuda {

class TextureStore {
public:
  // Throws MachineError if memory is short or CUDA rejects the texture.
  TextureStore(const Image& image, const Effective& effective, cudaStream_t stream);

  bool fits(const Image& image, const Effective& effective) const;
  void upload(const Image& image, cudaStream_t stream);
  // Runs the write kernels, plane by plane of the first level, then those that make the other levels.
  void write(const WritePlan& plan, const WriteSpec& spec, MipSource mips, cudaStream_t stream);
  cudaTextureObject_t texture(const Effective& effective); // the last object is kept
  void copy_plane(const TexturePlane& plane, const Surface2D& to, cudaStream_t stream) const;
  Image read(cudaStream_t stream) const;
  // Texels that cannot be copied back in their format: the source's image holds them, and no kernel writes
  // them.
  bool is_opaque() const {
    return state.channel_kind == ChannelKind::packed || state.channel_kind == ChannelKind::blocks;
  }

private:
  SurfaceView view(UnitTexture& of, int plane) const;
  SurfaceView level_view(int level); // of the front's arrays
  void regenerate_mips(MipSource mips, cudaStream_t stream);
  std::unique_ptr<UnitTexture> make(const Texture& texture, cudaStream_t stream) const;

  Image shape; // without texels
  Effective state;
  UnitMemory memory;
  std::unique_ptr<UnitTexture> front, spare; // feedback steps go from front to spare and swap them
};

// A stroke's color encoded in the format's channels.
rules::Texel encode(const ElementFormat& format, const std::array<float, 4>& color);

} // namespace texelscope::cuda
