// A body's compiled kernel on the device.
#pragma once

#include <memory>

#include "kernels/backend/backend.h"
#include "kernels/cuda/device/runtime.h"

namespace texelscope::cuda {

class BodyKernel {
public:
  // Makes it the one that is launched; false where there is none. Throws MachineError where CUDA refuses it;
  // the next frame goes on without it.
  bool load(const std::shared_ptr<const CompiledBody>& body, cudaStream_t stream);
  // In place of the fetch kernels, into a surface of four 32-bit components per pixel.
  void launch(cudaTextureObject_t texture, const FrameRequest& request, cudaSurfaceObject_t picture,
              cudaStream_t stream);

private:
  using Library = Handle<cudaLibrary_t, destroy<cudaLibraryUnload, cudaLibrary_t>>;
  std::shared_ptr<const CompiledBody> loaded; // kept, so that its address stays its identity
  Library library;
  cudaKernel_t kernel = nullptr; // null: `loaded` was refused
};

} // namespace texelscope::cuda
