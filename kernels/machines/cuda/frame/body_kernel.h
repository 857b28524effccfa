// A body's compiled kernel on the device.
#pragma once

#include <memory>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cuda/device/older_toolkit.h"
#include "kernels/machines/cuda/device/runtime.h"

namespace texelscope::cuda {

class BodyKernel {
public:
  // Loads it as the kernel to launch; returns false if there is none. Throws MachineError if CUDA rejects it;
  // the next frame continues without it.
  bool load(const std::shared_ptr<const CompiledBody>& body, cudaStream_t stream);
  // Runs in place of the fetch kernels, into a surface of four 32-bit components per pixel.
  void launch(cudaTextureObject_t texture, const FrameRequest& request, cudaSurfaceObject_t picture,
              cudaStream_t stream);

private:
  using BodyLibrary = Handle<Library, destroy<unload_library, Library>>;
  std::shared_ptr<const CompiledBody> loaded; // kept, because its address identifies it
  BodyLibrary library;
  cudaKernel_t kernel = nullptr; // null: `loaded` was rejected
};

} // namespace texelscope::cuda
