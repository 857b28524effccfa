// The session that shows what a program requested of CUDA.
#pragma once

#include <optional>

#include "kernels/unit/resolve/resolve.h"
#include "texelscope/texture_request.h"

namespace texelscope {

// As far as a session can say it: check() names what it cannot. Its source is a pattern. Empty if the texels
// are not known or CUDA has none such.
std::optional<Session> request_session(const TextureRequest& request);

// What takes effect of it, with CUDA's own limits; empty likewise.
std::optional<Sampler> effective_sampler(const TextureRequest& request);

} // namespace texelscope
