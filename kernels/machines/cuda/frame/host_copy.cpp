#include "kernels/machines/cuda/frame/host_copy.h"

namespace texelscope::cuda {

void copy_to_host(const Surface2D& from, void* to, cudaStream_t stream) {
  copy_rect(to, from.plane(), 0, 0, from.width(), from.height(), stream);
}

void HostCopy::start(const Surface2D& from, cudaStream_t stream) {
  const std::size_t bytes =
      std::size_t(from.width()) * std::size_t(from.height()) * std::size_t(from.format().texel_bytes()) +
      Image::padding;
  if (bytes > room || bytes < room / 4) {
    room = 0;
    memory.reset();
    memory = make_pinned(bytes);
    room = bytes;
  }
  copy_to_host(from, memory.get(), stream);
  ++copies;
}

} // namespace texelscope::cuda
