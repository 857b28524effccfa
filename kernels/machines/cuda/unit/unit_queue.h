// Runs requests on the device from host memory, in a stream of its own, with buffers that only grow, because
// allocations would make all threads wait.
#pragma once

#include <span>
#include <vector>

#include "kernels/machines/cuda/unit/unit_texture.h"

namespace texelscope::cuda {

class UnitQueue {
public:
  UnitQueue();
  cudaStream_t stream() const { return stream_.get(); }

  // Each call waits for its result. Surfaces use FetchAt's texel, row and layer.
  std::vector<TexelBits> fetch(const UnitTexture& texture, const Texture& like, FetchKind kind,
                               std::span<const FetchAt> at);
  std::vector<TexelBits> read(UnitTexture& texture, const Texture& like, BoundaryMode boundary,
                              std::span<const FetchAt> at);
  void write(UnitTexture& texture, const Texture& like, BoundaryMode boundary, const FetchAt& at,
             const TexelBits& value);

  // Memory on the device that only grows.
  class Buffer {
  public:
    void* room(std::size_t bytes);

  private:
    DeviceMemory memory_;
    std::size_t size_ = 0;
  };

private:
  const FetchAt* upload(std::span<const FetchAt> at);
  std::vector<TexelBits> download(const void* from, std::size_t count);

  Stream stream_;
  Buffer requests_, results_;
};

} // namespace texelscope::cuda
