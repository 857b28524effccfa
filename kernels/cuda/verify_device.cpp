#include <cstring>

#include "kernels/cuda/unit_texture.h"
#include "kernels/verify/verify.h"

namespace texelscope::verify {

using namespace cuda;

namespace {
// Device memory that only grows: allocations would serialize all threads.
class Buffer {
public:
  void* room(std::size_t bytes) {
    if (bytes > size_) {
      memory_ = make_device_memory(bytes + bytes / 2);
      size_ = bytes + bytes / 2;
    }
    return memory_.get();
  }

private:
  DeviceMemory memory_;
  std::size_t size_ = 0;
};

class CudaDevice : public Device {
public:
  CudaDevice() { TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream_.put(), cudaStreamNonBlocking); }

  std::optional<std::vector<std::uint32_t>> run(const Case& c, const Texture& texture, std::span<const FetchAt> at, std::string& refusal) override {
    std::optional<UnitTexture> made;
    try {
      made.emplace(texture, stream_.get());
    } catch (const CudaError& error) {
      if (error.lost) throw;
      refusal = class_name(c) + ": " + in_words(error.code);
      return std::nullopt;
    }
    switch (Operation(c.operation)) {
    case Operation::surface_read: return packed(read(*made, texture, at, BoundaryMode(c.boundary)), result_words(c));
    case Operation::surface_write: return writes(*made, c, texture, at);
    default: return packed(fetch(*made, c, texture, at), result_words(c));
    }
  }

private:
  static std::vector<std::uint32_t> packed(const std::vector<TexelBits>& bits, std::size_t words) {
    std::vector<std::uint32_t> out(bits.size() * words);
    for (std::size_t i = 0; i < bits.size(); ++i) std::memcpy(out.data() + i * words, bits[i].data(), words * 4);
    return out;
  }

  const FetchAt* upload(std::span<const FetchAt> at) {
    void* to = requests_.room(at.size_bytes());
    TEXELSCOPE_CUDA(cudaMemcpyAsync, to, at.data(), at.size_bytes(), cudaMemcpyHostToDevice, stream_.get());
    return static_cast<const FetchAt*>(to);
  }

  std::vector<TexelBits> download(const void* from, std::size_t count) {
    std::vector<TexelBits> words(count);
    TEXELSCOPE_CUDA(cudaMemcpyAsync, words.data(), from, count * sizeof(TexelBits), cudaMemcpyDeviceToHost, stream_.get());
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get());
    return words;
  }

  std::vector<TexelBits> fetch(UnitTexture& made, const Case& c, const Texture& texture, std::span<const FetchAt> at) {
    auto* out = static_cast<uint4*>(results_.room(at.size() * sizeof(uint4)));
    launch_unit_fetch(made.object(), texture.dimension, FetchKind(c.operation), texture.result_type(), upload(at), out, int(at.size()), stream_.get());
    return download(out, at.size());
  }

  std::vector<TexelBits> read(UnitTexture& made, const Texture& texture, std::span<const FetchAt> at, BoundaryMode boundary) {
    auto* out = static_cast<uint4*>(results_.room(at.size() * sizeof(uint4)));
    launch_surface_read(made.surface(), texture.dimension, texture.format.texel_bytes(), boundary, upload(at), out, int(at.size()), stream_.get());
    return download(out, at.size());
  }

  void write(UnitTexture& made, const Texture& texture, const FetchAt& at, const SurfaceWords& value, BoundaryMode boundary) {
    void* words = results_.room(sizeof value);
    TEXELSCOPE_CUDA(cudaMemcpyAsync, words, value.data(), sizeof value, cudaMemcpyHostToDevice, stream_.get());
    launch_surface_write(made.surface(), texture.dimension, texture.format.texel_bytes(), boundary, upload({&at, 1}), static_cast<const uint4*>(words), 1,
                         stream_.get());
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream_.get());
  }

  // One write at a time; then every texel is read to see what changed.
  std::vector<std::uint32_t> writes(UnitTexture& made, const Case& c, const Texture& texture, std::span<const FetchAt> at) {
    const auto [width, height, depth] = texture.size_of(0);
    std::vector<FetchAt> all(static_cast<std::size_t>(width * height * depth));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].texel = int(i) % width * texture.format.texel_bytes();
      all[i].row = int(i) / width % height;
      all[i].layer = int(i) / width / height;
    }
    std::vector<TexelBits> before = read(made, texture, all, BoundaryMode::zero);
    std::vector<std::uint32_t> results;
    for (std::size_t i = 0; i < at.size(); ++i) {
      write(made, texture, at[i], written_value(c, i), BoundaryMode(c.boundary));
      std::vector<TexelBits> after = read(made, texture, all, BoundaryMode::zero);
      std::size_t changed = 0;
      while (changed < all.size() && before[changed] == after[changed]) ++changed;
      results.push_back(changed < all.size() ? std::uint32_t(changed + 1) : 0);
      results.push_back(changed < all.size() ? after[changed][0] : 0);
      before = std::move(after);
    }
    return results;
  }

  Stream stream_;
  Buffer requests_, results_;
};
} // namespace

std::unique_ptr<Device> make_cuda_device() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  check(error == cudaSuccess && count == 0 ? cudaErrorNoDevice : error, "cudaGetDeviceCount");
  return std::make_unique<CudaDevice>();
}

} // namespace texelscope::verify
