// The texels of a session's texture if it is more than one plane that tex2D fetches: arrays of any dimension
// and mipmapped arrays, CUDA's own or an OpenGL texture's, pitch and linear memory.
#pragma once

#include <array>
#include <memory>

#include "kernels/machines/cuda/unit/surface2d.h"
#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope::cuda {

// Whether texels lie in an OpenGL texture, and whether tex2Dgather fetches from it; by default they do not.
struct Sharing {
  bool on = false, gathers = false;
};

class TextureStore {
public:
  // The texels are added by upload(). Throws MachineError if memory is short or CUDA rejects the texture, and
  // SharingRefused if OpenGL and CUDA do not share it.
  TextureStore(const Image& image, const Effective& effective, const Sharing& wanted, cudaStream_t stream);

  bool fits(const Image& image, const Effective& effective, const Sharing& wanted) const;
  // What must be mapped before all calls below except reserve(): null, or without resource, if not shared.
  std::array<Mappable*, 2> mapped() const { return {front.get(), spare.get()}; }
  const SharedArrays* shared() const { return front->shared(); } // null: OpenGL cannot draw it
  // Creates or releases what the plan's feedback steps write.
  void reserve(const WritePlan& plan, const WriteSpec& spec, cudaStream_t stream);
  void upload(const Image& image, cudaStream_t stream);
  // Runs the write kernels, plane by plane of the first level, then those that make the other levels.
  void write(const WritePlan& plan, const WriteSpec& spec, const MipRule& mips, cudaStream_t stream);
  cudaTextureObject_t texture(const Effective& effective); // the last object is kept
  void copy_plane(const TexturePlane& plane, const Surface2D& to, cudaStream_t stream) const;
  ArrayPlane array_plane(const TexturePlane& plane) const; // of arrays only
  Image read(cudaStream_t stream) const;
  // Texels that cannot be copied back in their format: the source's image holds them, and no kernel writes
  // them.
  bool is_opaque() const {
    return state.channel_kind == ChannelKind::packed || state.channel_kind == ChannelKind::blocks;
  }

private:
  SurfaceView view(UnitTexture& of, int plane) const;
  SurfaceView level_view(int level); // of the front's arrays
  void regenerate_mips(const MipRule& mips, cudaStream_t stream);
  std::unique_ptr<UnitTexture> make(cudaStream_t stream) const;

  Image shape; // without texels
  Effective state;
  UnitMemory memory;
  Sharing sharing;
  std::unique_ptr<UnitTexture> front, spare; // feedback steps go from front to spare and swap them
  bool spare_is_new = false;                 // it has no texels yet
};

// Paints into the view of a plane whatever of the stroke lies in it.
void paint(const SurfaceView& to, const ElementFormat& format, const BrushStroke& stroke, int plane,
           BoundaryMode boundary, cudaStream_t stream);

} // namespace texelscope::cuda
