// A 2-D array that kernels sample, read and write: an OpenGL texture shared with CUDA, or CUDA's own array.
#pragma once

#include <memory>

#include "kernels/machines/cuda/device/launch.h"
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/shared_arrays.h"
#include "kernels/unit/image/image.h"

namespace texelscope::cuda {

// A plane of an array of any dimension, for copies.
struct ArrayPlane {
  cudaArray_t array = nullptr;
  ElementFormat format;
  int width = 0, height = 0; // texels
  int plane = 0;             // slice, layer or face
};
// Copies a rectangle of it into rows that are tightly packed.
void copy_rect(void* to, const ArrayPlane& from, int x, int y, int width, int height, cudaStream_t stream);

class Surface2D final : public Mappable {
public:
  Surface2D(Surface2D&&) = default;
  Surface2D& operator=(Surface2D&&) = delete; // memberwise, it would free the old memory before its objects
  // The texture is registered with SurfaceLoadStore. Throws SharingRefused if OpenGL and CUDA do not share
  // the format, MachineError if memory is short.
  static Surface2D shared(const ElementFormat& format, int width, int height);
  // Throws MachineError if memory is short.
  static Surface2D owned(const ElementFormat& format, int width, int height);

  bool fits(const ElementFormat& format, int width, int height) const;
  const ElementFormat& format() const { return view_now.format; }
  int width() const { return view_now.width; }
  int height() const { return view_now.height; }
  unsigned gl_texture() const { return gl ? gl->gl_texture() : 0; } // 0: owned
  cudaGraphicsResource_t resource() const override { return gl ? gl->resource() : nullptr; }
  void use_mapped() override;

  // These need a shared surface to be mapped.
  cudaArray_t array() const { return gl ? gl->array() : memory.get(); }
  ArrayPlane plane() const { return {array(), format(), width(), height()}; }
  const SurfaceView& view() const { return view_now; }
  cudaTextureObject_t texture(const Effective& effective);   // the last object is kept
  void upload(const std::byte* texels, cudaStream_t stream); // rows tightly packed

private:
  Surface2D() = default;
  void use_array();

  // Members are destroyed from the last to the first: objects, then memory.
  std::unique_ptr<SharedArrays> gl;
  Array memory;
  SurfaceObject surface;
  TextureObject texture_object;
  Sampler sampler; // of the texture object
  SurfaceView view_now;
};

} // namespace texelscope::cuda
