// Internal to the exports: the one writer of programs for CUDA's runtime API, HIP and CUDA's driver API.
#pragma once

#include "kernels/studies/export/device_api.h"
#include "kernels/studies/export/facts.h"

namespace texelscope::program {

// `build`: the commands that build and run it.
ExportedProgram device_program(ExportTarget target, const ExportRequest& request,
                               const std::vector<std::string_view>& build,
                               std::vector<std::string> remarks = {});

// Sets the names of the patterns that depend on the session: those of its element, shape, memory and sampler.
void set_texture_names(const Facts& facts, DeviceApi& api);
// Statements that create an object named `texture` from `texels`, and `levels` if there are several.
std::string device_texture(const Facts& facts, DeviceApi& api);
// CUDA C++: helpers and the kernel; `signature`: "static __global__ void fetch(...)".
std::string cuda_kernel(const Facts& facts, const std::string& signature);

// Whether the texels lie in a mipmapped array, because memory holds several levels.
inline bool is_mipmapped(const Effective& e) {
  return is_array(e.storage) && e.is_mipmapped();
}
inline bool has_resource_view(const Effective& e) {
  return is_array(e.storage) && e.memory.has_value();
}

} // namespace texelscope::program
