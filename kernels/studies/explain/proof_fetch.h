// The fetches that prove the effective value of a setting, on the device that makes the pictures.
#pragma once

#include <functional>
#include <string>

#include "kernels/machines/backend/backend.h"
#include "kernels/studies/explain/explain_settings.h"

namespace texelscope {

// The GPU gets the sampler as requested and overrides it by itself; the CPU gets the effective one. `failed`
// is called with the device's error message.
ProofFetch proof_fetch(BackendKind backend, std::function<void(const std::string&)> failed);

} // namespace texelscope
