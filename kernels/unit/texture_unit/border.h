// The border color in the texture's own format.
#pragma once

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// The border color as a texel would store it: it is decoded and filtered like one. Channels that the texture
// lacks are 0.
TexelBits border_bits(const Texture& texture);

} // namespace texelscope::unit
