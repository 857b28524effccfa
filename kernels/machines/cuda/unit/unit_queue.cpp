#include "kernels/machines/cuda/unit/unit_queue.h"

namespace texelscope::cuda {

void* UnitQueue::Buffer::room(std::size_t bytes) {
  if (bytes > size_) {
    memory_ = make_device_memory(bytes + bytes / 2);
    size_ = bytes + bytes / 2;
  }
  return memory_.get();
}

UnitQueue::UnitQueue() {
  TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream_.put(), cudaStreamNonBlocking);
}

const FetchAt* UnitQueue::upload(std::span<const FetchAt> at) {
  void* to = requests_.room(at.size_bytes());
  TEXELSCOPE_CUDA(cudaMemcpyAsync, to, at.data(), at.size_bytes(), cudaMemcpyHostToDevice, stream_.get());
  return static_cast<const FetchAt*>(to);
}

std::vector<TexelBits> UnitQueue::download(const void* from, std::size_t count) {
  std::vector<TexelBits> results(count);
  TEXELSCOPE_CUDA(cudaMemcpyAsync, results.data(), from, count * sizeof(TexelBits), cudaMemcpyDeviceToHost,
                  stream_.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get());
  return results;
}

std::vector<TexelBits> UnitQueue::fetch(const UnitTexture& texture, const Texture& like, FetchKind kind,
                                        std::span<const FetchAt> at) {
  auto* out = static_cast<uint4*>(results_.room(at.size() * sizeof(uint4)));
  launch_unit_fetch(texture.object(), like.dimension, kind, like.result_type(), upload(at), out,
                    int(at.size()), stream_.get());
  return download(out, at.size());
}

std::vector<TexelBits> UnitQueue::read(UnitTexture& texture, const Texture& like, BoundaryMode boundary,
                                       std::span<const FetchAt> at) {
  auto* out = static_cast<uint4*>(results_.room(at.size() * sizeof(uint4)));
  launch_surface_read(texture.surface(), like.dimension, like.format.texel_bytes(), boundary, upload(at), out,
                      int(at.size()), stream_.get());
  return download(out, at.size());
}

void UnitQueue::write(UnitTexture& texture, const Texture& like, BoundaryMode boundary, const FetchAt& at,
                      const TexelBits& value) {
  void* staged = results_.room(sizeof value);
  TEXELSCOPE_CUDA(cudaMemcpyAsync, staged, value.data(), sizeof value, cudaMemcpyHostToDevice, stream_.get());
  launch_surface_write(texture.surface(), like.dimension, like.format.texel_bytes(), boundary,
                       upload({&at, 1}), static_cast<const uint4*>(staged), 1, stream_.get());
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get());
}

} // namespace texelscope::cuda
