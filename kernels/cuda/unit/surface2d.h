// A 2-D array that kernels sample, read and write: an OpenGL texture shared with CUDA, or CUDA's own array.
#pragma once

#include <limits>
#include <span>
#include <string>

#include "kernels/cuda/device/gl_texture.h"
#include "kernels/cuda/device/launch.h"
#include "kernels/cuda/device/runtime.h"
#include "kernels/image/image.h"

namespace texelscope::cuda {

class Surface2D {
public:
  Surface2D(Surface2D&&) = default;
  Surface2D&
  operator=(Surface2D&&) = delete; // memberwise, it would free the old texture before its registration
  // The texture is registered with SurfaceLoadStore. Throws CudaError if OpenGL and CUDA do not share the
  // format, MachineError if memory is short.
  static Surface2D shared(const ElementFormat& format, int width, int height);
  // Throws MachineError if memory is short.
  static Surface2D owned(const ElementFormat& format, int width, int height);

  bool fits(const ElementFormat& format, int width, int height) const;
  const ElementFormat& format() const { return view_now.format; }
  int width() const { return view_now.width; }
  int height() const { return view_now.height; }
  unsigned gl_texture() const { return texture_name.get(); }           // 0: owned
  cudaGraphicsResource_t resource() const { return registered.get(); } // null: owned

  // Called after mapping: the array may have moved, and objects made for the old one are made anew.
  void use_mapped();

  // These need a shared surface to be mapped.
  cudaArray_t array() const { return array_now; }
  const SurfaceView& view() const { return view_now; }
  cudaTextureObject_t texture(const Effective& sampler);     // the last object is kept
  void upload(const std::byte* texels, cudaStream_t stream); // rows tightly packed

private:
  Surface2D() = default;
  void use_array(cudaArray_t array);

  // Members are destroyed from the last to the first: objects, registration, memory.
  GlTexture texture_name;
  GraphicsResource registered;
  Array memory;
  cudaArray_t array_now = nullptr;
  SurfaceObject surface;
  TextureObject texture_object;
  cudaTextureDesc texture_desc = {};
  SurfaceView view_now;
};

// A shared surface could not be mapped: OpenGL and CUDA no longer share it.
struct SharingFailed : CudaError {
  using CudaError::CudaError;
};

// Maps shared surfaces in one call and unmaps them in one call, at the latest in the destructor.
class Mapping {
public:
  static constexpr std::size_t max_surfaces = 3;

  // Owned and absent surfaces are skipped. Throws SharingFailed, or CudaError if the device is lost; then
  // nothing is mapped.
  Mapping(std::span<Surface2D* const> surfaces, cudaStream_t stream);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  void unmap();

  // The host time of the calls; NaN if there was nothing to map.
  double map_seconds = std::numeric_limits<double>::quiet_NaN();
  double unmap_seconds = std::numeric_limits<double>::quiet_NaN();

private:
  cudaGraphicsResource_t resources[max_surfaces] = {};
  int count = 0;
  cudaStream_t stream;
};

} // namespace texelscope::cuda
