// Batches of fetches on a CUDA device, for `texelscope sample --backend cuda`.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/unit/batch/batch_requests.h"

namespace texelscope {

class DeviceBatch {
public:
  virtual ~DeviceBatch() = default;
  // Like cpu::fetch_batch(), it fills count * batch_component_count() components. Throws MachineError.
  virtual void fetch(FetchKind kind, const BatchRequests& requests, std::size_t count,
                     std::uint32_t* components) = 0;
};

// Copies the texels to the device. Throws MachineError if there is no device, if CUDA rejects the texture,
// and in a build without CUDA.
std::unique_ptr<DeviceBatch> make_device_batch(const Texture& texture);

} // namespace texelscope
