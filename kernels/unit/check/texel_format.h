// The texels that CUDA's descriptors describe.
#pragma once

#include "kernels/state/session/texel_format.h"
#include "texelscope/texture_request.h"

namespace texelscope::checking {

inline constexpr int kind_nv12 = 4; // cudaChannelFormatKindNV12

// Null if CUDA has no such texels, and for NV12.
const TexelFormatRow* texel_format(const ChannelRequest& channels);

// The texels of a cudaResourceViewFormat; null if it is none.
const TexelFormatRow* view_format(int format);

} // namespace texelscope::checking
