// Internal to the library for C: the fetches that a caller requests.
#pragma once

#include "kernels/unit/texture_unit/api/texture_state.h"
#include "texelscope/texelscope.h"

namespace texelscope::c {

// The kind of texture that the function is for.
TextureKind kind_for(const detail::TextureState& state, detail::Function function);
// A request with known enumerators.
texelscope_request given_request(const texelscope_request* request);

} // namespace texelscope::c
