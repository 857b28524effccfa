#include "kernels/verify/device_results.h"

#include <cstring>

#include "kernels/cuda/unit_texture.h"

namespace texelscope::verify {

using namespace cuda;

namespace {
std::vector<std::uint32_t> packed(const std::vector<TexelBits>& bits, std::size_t words) {
  std::vector<std::uint32_t> out;
  for (const TexelBits& b : bits) out.insert(out.end(), b.begin(), b.begin() + std::ptrdiff_t(words));
  return out;
}

class SurfaceRun {
public:
  SurfaceRun(UnitTexture& of, const Case& is, const Texture& like) : texture(of), c(is), bytes(like.format.texel_bytes()), extent(like.size_of(0)) {}

  std::vector<TexelBits> read(std::span<const FetchAt> at, BoundaryMode boundary) {
    const DeviceMemory in = make_device_memory(at.size_bytes()), out = make_device_memory(at.size() * sizeof(uint4));
    TEXELSCOPE_CUDA(cudaMemcpy, in.get(), at.data(), at.size_bytes(), cudaMemcpyHostToDevice);
    launch_surface_read(texture.surface(), Dimension(c.dimension), bytes, boundary, static_cast<const FetchAt*>(in.get()),
                        static_cast<uint4*>(out.get()), int(at.size()), nullptr);
    std::vector<TexelBits> words(at.size());
    TEXELSCOPE_CUDA(cudaMemcpy, words.data(), out.get(), words.size() * sizeof(TexelBits), cudaMemcpyDeviceToHost);
    return words;
  }

  // One write at a time; then every texel is read to see what changed.
  std::vector<std::uint32_t> writes(std::span<const FetchAt> at) {
    const auto [width, height, depth] = extent;
    std::vector<FetchAt> all(static_cast<std::size_t>(width * height * depth));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].texel = int(i) % width * bytes;
      all[i].row = int(i) / width % height;
      all[i].layer = int(i) / width / height;
    }
    std::vector<TexelBits> before = read(all, BoundaryMode::zero);
    std::vector<std::uint32_t> results;
    for (std::size_t i = 0; i < at.size(); ++i) {
      write(at[i], written_value(c, i));
      const std::vector<TexelBits> after = read(all, BoundaryMode::zero);
      std::size_t changed = 0;
      while (changed < all.size() && before[changed] == after[changed]) ++changed;
      results.push_back(changed < all.size() ? std::uint32_t(changed + 1) : 0);
      results.push_back(changed < all.size() ? after[changed][0] : 0);
      before = after;
    }
    return results;
  }

private:
  void write(const FetchAt& at, const SurfaceWords& value) {
    const DeviceMemory in = make_device_memory(sizeof at), words = make_device_memory(sizeof value);
    TEXELSCOPE_CUDA(cudaMemcpy, in.get(), &at, sizeof at, cudaMemcpyHostToDevice);
    TEXELSCOPE_CUDA(cudaMemcpy, words.get(), value.data(), sizeof value, cudaMemcpyHostToDevice);
    launch_surface_write(texture.surface(), Dimension(c.dimension), bytes, BoundaryMode(c.boundary), static_cast<const FetchAt*>(in.get()),
                         static_cast<const uint4*>(words.get()), 1, nullptr);
  }

  UnitTexture& texture;
  const Case& c;
  int bytes;
  std::array<int, 3> extent;
};
} // namespace

std::optional<std::vector<std::uint32_t>> device_results(const Case& c, const Texture& texture, std::span<const FetchAt> at, std::string& refusal) {
  std::optional<UnitTexture> made;
  try {
    made.emplace(texture);
  } catch (const CudaError& error) {
    if (error.lost) throw;
    refusal = in_words(error.code);
    return std::nullopt;
  }
  switch (Operation(c.operation)) {
  case Operation::surface_read: return packed(SurfaceRun(*made, c, texture).read(at, BoundaryMode(c.boundary)), result_words(c));
  case Operation::surface_write: return SurfaceRun(*made, c, texture).writes(at);
  default: return packed(fetch_all(made->object(), texture, FetchKind(c.operation), at), result_words(c));
  }
}

} // namespace texelscope::verify
