#include <cstring>
#include <memory>
#include <optional>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/unit/unit_queue.h"
#include "kernels/reports/cases/device.h"

namespace texelscope::verify {

using namespace cuda;

namespace {
std::vector<std::uint32_t> packed(const std::vector<TexelBits>& bits, std::size_t component_count) {
  std::vector<std::uint32_t> out(bits.size() * component_count);
  for (std::size_t i = 0; i < bits.size(); ++i)
    std::memcpy(out.data() + i * component_count, bits[i].data(), component_count * 4);
  return out;
}

class CudaDevice : public Device {
public:
  explicit CudaDevice(bool shares_gl) : shares(shares_gl) {}

  std::optional<std::vector<std::uint32_t>> run(const Case& c, const Texture& texture,
                                                std::span<const FetchAt> at, std::string& refusal) override {
    std::optional<UnitTexture> made;
    std::optional<cuda::Mapping> mapping;
    try {
      if (ArrayKind(c.array_kind) == ArrayKind::shared)
        share(texture, made, mapping);
      else
        made.emplace(texture, queue.stream());
    } catch (const SharingRefused& error) {
      refusal = class_name(c) + ": " + error.what();
      return std::nullopt;
    } catch (const CudaError& error) {
      if (error.device_lost) throw;
      refusal = class_name(c) + ": " + error_string(error.code);
      return std::nullopt;
    }
    switch (Operation(c.operation)) {
    case Operation::surface_read:
      return packed(queue.read(*made, texture, BoundaryMode(c.boundary), at), result_component_count(c));
    case Operation::surface_write:
      return writes(*made, c, texture, at);
    default:
      return packed(queue.fetch(*made, texture, FetchKind(c.operation), at), result_component_count(c));
    }
  }

private:
  void share(const Texture& texture, std::optional<UnitTexture>& made,
             std::optional<cuda::Mapping>& mapping) {
    if (!shares) throw SharingRefused("cudaGraphicsGLRegisterImage", text(Text::cuda_no_context));
    made.emplace(texture, queue.stream(), UnitMemory{}, std::make_unique<SharedArrays>(texture));
    Mappable* const self[] = {&*made};
    mapping.emplace(self, queue.stream());
    made->copy(texture, queue.stream());
  }

  // Makes one write at a time, then reads every texel to see what changed.
  std::vector<std::uint32_t> writes(UnitTexture& made, const Case& c, const Texture& texture,
                                    std::span<const FetchAt> at) {
    const auto [width, height, depth] = texture.size_of(0);
    std::vector<FetchAt> all(static_cast<std::size_t>(width * height * depth));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].texel = int(i) % width * texture.format.texel_bytes();
      all[i].row = int(i) / width % height;
      all[i].layer = int(i) / width / height;
    }
    std::vector<TexelBits> before = queue.read(made, texture, BoundaryMode::zero, all);
    std::vector<std::uint32_t> results;
    for (std::size_t i = 0; i < at.size(); ++i) {
      queue.write(made, texture, BoundaryMode(c.boundary), at[i], written_value(c, i));
      std::vector<TexelBits> after = queue.read(made, texture, BoundaryMode::zero, all);
      std::size_t changed = 0;
      while (changed < all.size() && before[changed] == after[changed])
        ++changed;
      results.push_back(changed < all.size() ? std::uint32_t(changed + 1) : 0);
      results.push_back(changed < all.size() ? after[changed][0] : 0);
      before = std::move(after);
    }
    return results;
  }

  bool shares;
  UnitQueue queue;
};
} // namespace

std::unique_ptr<Device> make_cuda_device(bool shares_gl) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  check(error == cudaSuccess && count == 0 ? cudaErrorNoDevice : error, "cudaGetDeviceCount");
  return std::make_unique<CudaDevice>(shares_gl);
}

} // namespace texelscope::verify
