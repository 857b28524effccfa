#include "kernels/device_batch.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda/device.h"
#include "kernels/cuda/unit_queue.h"

namespace texelscope {

namespace cuda {

namespace {

// Takes the current device's texture unit; the device is chosen before the texture is made.
class UnitBatch : public DeviceBatch {
public:
  explicit UnitBatch(const Texture& of)
      : device(choose_device({.gl = GlBinding::none})), like(of), texture(of, queue.stream()) {}

  void fetch(FetchKind kind, const cpu::BatchRequests& requests, std::size_t count,
             std::uint32_t* words) override {
    const auto each = std::size_t(cpu::batch_words(like, kind));
    std::vector<FetchAt> at;
    for (std::size_t first = 0; first < count; first += most) {
      at.clear();
      for (std::size_t i = first; i < std::min(count, first + most); ++i)
        at.push_back(request(kind, requests, i));
      for (const TexelBits& bits : queue.fetch(texture, like, kind, at))
        words = std::copy_n(bits.begin(), each, words);
    }
  }

private:
  static constexpr std::size_t most = 1 << 20; // requests on the device at a time

  FetchAt request(FetchKind kind, const cpu::BatchRequests& from, std::size_t i) const {
    FetchAt at;
    at.component = from.component;
    if (kind == FetchKind::texel) {
      at.texel = from.texels[i];
      return at;
    }
    const auto n = std::size_t(cpu::coordinate_count(like.dimension));
    const auto vector = [&](const float* v, float& x, float& y, float& z) {
      x = v[0];
      if (n > 1) y = v[1];
      if (n > 2) z = v[2];
    };
    vector(from.coordinates + i * n, at.x, at.y, at.z);
    if (from.layers) at.layer = from.layers[i];
    if (kind == FetchKind::lod) at.lod = from.lods[i];
    if (kind != FetchKind::grad) return at;
    vector(from.gradients + i * 2 * n, at.dx.x, at.dx.y, at.dx.z);
    vector(from.gradients + i * 2 * n + n, at.dy.x, at.dy.y, at.dy.z);
    return at;
  }

  Device device;
  Texture like;
  UnitQueue queue;
  UnitTexture texture;
};

} // namespace

} // namespace cuda

std::unique_ptr<DeviceBatch> make_device_batch(const Texture& texture) {
  return std::make_unique<cuda::UnitBatch>(texture);
}

} // namespace texelscope
