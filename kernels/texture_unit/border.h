// The border colour in the texture's own format.
#pragma once

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// The bits that the filter sees in each channel where a footprint leaves the texture; see decode.h. Channels
// that the texture has not are 0.
TexelBits border_bits(const Effective& state);

} // namespace texelscope::unit
