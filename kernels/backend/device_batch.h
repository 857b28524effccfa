// Batches of fetches by a CUDA device: what `texelscope sample --backend cuda` runs.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/fetch/batch_requests.h"

namespace texelscope {

class DeviceBatch {
public:
  virtual ~DeviceBatch() = default;
  // As cpu::fetch_batch(): it fills count * batch_component_count() components. Throws MachineError.
  virtual void fetch(FetchKind kind, const BatchRequests& requests, std::size_t count,
                     std::uint32_t* components) = 0;
};

// Copies the texels to the device. Throws MachineError: no device, what CUDA refused, and in a build without
// CUDA.
std::unique_ptr<DeviceBatch> make_device_batch(const Texture& texture);

} // namespace texelscope
