// Internal: the values that an index chooses from two endpoints, one function a format. Results count as
// decode.h says.
#pragma once

#include <cstdint>

#include "kernels/block_compression/block_info.h"

namespace texelscope::bc {

// BC1, BC2, BC3: one channel of a colour, of 5 or 6 bits.
std::int32_t interpolate_color(Palette palette, int first, int second, int index);

// BC3's alpha, BC4, BC5. `least` and `largest` are the format's.
std::int32_t interpolate_value(Palette palette, int first, int second, int index, int least, int largest);

// BC6H: endpoints of 16 bits to the bits of a half.
std::int32_t interpolate_half(bool is_signed, int first, int second, int weight);

// BC7: endpoints of 8 bits.
std::int32_t interpolate_bc7(int first, int second, int weight);

// Over 64, of indices of 2, 3 or 4 bits.
int weight_of(int index_bits, int index);

} // namespace texelscope::bc
