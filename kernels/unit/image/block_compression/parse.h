// Internal: the parts of describe() for each kind of block.
#pragma once

#include "kernels/unit/image/block_compression/block_info.h"

namespace texelscope::bc {

// Parses the 8 bytes of BC1, or the colors of BC2 and BC3, which have four colors whatever the endpoints'
// order.
Plane parse_colors(const std::byte* block, bool may_punch_through);
// Parses the 8 bytes of BC4, of each channel of BC5 or of BC3's alpha.
Plane parse_values(const std::byte* block, int channel, bool is_signed);
// Parses the 8 bytes of BC2's alpha.
Plane parse_stated(const std::byte* block);

BlockInfo parse_bc6h(Format format, const std::byte* block);
BlockInfo parse_bc7(const std::byte* block);

} // namespace texelscope::bc
