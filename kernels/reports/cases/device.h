// The device under test, which a machine provides.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/reports/cases/case.h"

namespace texelscope::verify {

// Fetches on a device. Each instance belongs to one thread.
class Device {
public:
  virtual ~Device() = default;
  // Returns result_component_count() components per request; empty if the texture or its sampler is refused,
  // with the reason in `refusal`. Throws MachineError if the device fails.
  virtual std::optional<std::vector<std::uint32_t>>
  run(const Case& c, const Texture& texture, std::span<const FetchAt> at, std::string& refusal) = 0;
};
// `shares_gl`: an OpenGL context is current on this thread; without it ArrayKind::shared is refused. Throws
// MachineError if there is no CUDA.
std::unique_ptr<Device> make_cuda_device(bool shares_gl = false);

} // namespace texelscope::verify
