// Copies a surface's texels to pinned host memory if OpenGL cannot share them.
#pragma once

#include <cstdint>

#include "kernels/machines/cuda/unit/surface2d.h"

namespace texelscope::cuda {

class HostCopy {
public:
  // The copy is complete once the stream has reached it.
  void start(const Surface2D& from, cudaStream_t stream);
  const void* data() const { return memory.get(); } // as Image::texels
  std::uint64_t version() const { return copies; }

private:
  PinnedMemory memory;
  std::size_t room = 0;
  std::uint64_t copies = 0;
};

// Rows are tightly packed. Shared surfaces must be mapped.
void copy_to_host(const Surface2D& from, void* to, cudaStream_t stream);

} // namespace texelscope::cuda
