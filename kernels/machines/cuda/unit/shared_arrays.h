// An OpenGL texture of any dimension, with its levels, as arrays of CUDA's: the same texels, and no copy.
//
// CUDA's documentation names the targets GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY and
// GL_TEXTURE_CUBE_MAP (Runtime API, cudaGraphicsGLRegisterImage). Here the driver decides: any target is
// registered, and what it maps is checked.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "kernels/machines/cuda/device/gl_texture.h"
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/state/session/texel.h"

namespace texelscope::cuda {

// The extent in the form of cudaMalloc3DArray: 0 for axes that the dimension lacks.
cudaExtent array_extent(const TextureShape& shape, int level = 0);
// cudaArrayLayered and cudaArrayCubemap, as the dimension requires.
unsigned dimension_flags(Dimension dimension);

class SharedArrays {
public:
  // Creates the texture and registers it for texture and surface access; `gathers`: also for tex2Dgather.
  // Throws SharingRefused, MachineError if memory is short, and CudaError if the device is lost.
  explicit SharedArrays(const TextureShape& shape, bool gathers = false);

  const TextureShape& shape() const { return shape_; }
  bool gathers() const { return gathers_; }
  unsigned gl_texture() const { return faces_ ? faces_.get() : texture_.get(); } // PixelSource::gl_texture
  cudaGraphicsResource_t resource() const { return registered_.get(); }

  // Called after mapping. Returns whether the arrays are others than before. Throws SharingRefused if they
  // are not those of the whole texture.
  bool use_mapped();
  // These are valid while the texture is mapped.
  cudaArray_t array(int level = 0) const { return arrays_[std::size_t(level)]; }
  cudaMipmappedArray_t mipmapped() const { return mipmapped_; } // null: use the only level's array

private:
  void check_array(cudaArray_t array, int level, const char* call) const;

  TextureShape shape_;
  bool gathers_;
  // Destroyed from the last to the first.
  GlTexture texture_, faces_;
  GraphicsResource registered_;
  cudaMipmappedArray_t mipmapped_ = nullptr;
  std::vector<cudaArray_t> arrays_; // of each level
};

// An owner of what must be mapped before CUDA uses it.
class Mappable {
public:
  virtual cudaGraphicsResource_t resource() const = 0; // null: nothing to map
  // Called after mapping: the arrays may have moved, and objects made for the old ones are made anew.
  virtual void use_mapped() = 0;

protected:
  Mappable() = default;
  Mappable(Mappable&&) = default;
  Mappable& operator=(Mappable&&) = default;
  ~Mappable() = default;
};

// Maps shared textures in one call and unmaps them in one call, at the latest in the destructor.
class Mapping {
public:
  static constexpr std::size_t max_resources = 4;

  // Skips what is absent or needs no mapping. Throws SharingRefused where OpenGL and CUDA no longer share it,
  // or CudaError if the device is lost; then nothing is mapped.
  Mapping(std::span<Mappable* const> owners, cudaStream_t stream);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  void unmap();

  // The host time of the calls; NaN if there was nothing to map.
  double map_seconds = std::numeric_limits<double>::quiet_NaN();
  double unmap_seconds = std::numeric_limits<double>::quiet_NaN();

private:
  cudaGraphicsResource_t resources[max_resources] = {};
  int count = 0;
  cudaStream_t stream;
};

} // namespace texelscope::cuda
