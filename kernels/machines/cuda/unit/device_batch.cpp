#include "kernels/machines/backend/device_batch.h"

#include <algorithm>
#include <vector>

#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/unit/unit_queue.h"

namespace texelscope {

namespace cuda {

namespace {

// Uses the current device's texture unit; the device is chosen before the texture is made.
class UnitBatch : public DeviceBatch {
public:
  explicit UnitBatch(const Texture& of)
      : device(choose_device({.gl = GlBinding::none})), like(of), texture(of, queue.stream()) {}

  void fetch(FetchKind kind, const BatchRequests& requests, std::size_t count,
             std::uint32_t* components) override {
    const auto each = std::size_t(batch_component_count(like, kind));
    std::vector<FetchAt> at;
    for (std::size_t first = 0; first < count; first += max_requests) {
      at.clear();
      for (std::size_t i = first; i < std::min(count, first + max_requests); ++i)
        at.push_back(request_at(like.dimension, kind, requests, i));
      for (const TexelBits& bits : queue.fetch(texture, like, kind, at))
        components = std::copy_n(bits.begin(), each, components);
    }
  }

private:
  static constexpr std::size_t max_requests = 1 << 20; // requests on the device at a time

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
