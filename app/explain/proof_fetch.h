// The fetches that prove the effective value of a setting, on the machine that makes the pictures.
#pragma once

#include <functional>
#include <string>

#include "kernels/backend/backend.h"
#include "kernels/explain/explain_settings.h"

namespace texelscope {

// The GPU is given the sampler as requested, and changes what it changes; the CPU is given what takes effect.
// `failed` hears what the machine failed at.
ProofFetch proof_fetch(BackendKind backend, std::function<void(const std::string&)> failed);

} // namespace texelscope
