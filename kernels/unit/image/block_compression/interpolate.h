// Internal: the value that an index selects between two endpoints, one function per format. All results equal
// those of an NVIDIA H200; the specifications leave BC1 to BC5 a tolerance.
#pragma once

#include "kernels/unit/image/block_compression/block_info.h"

namespace texelscope::bc {

// Colors of BC1 to BC3: converts codes of `bits` 5 or 6 to 8 bits.
int interpolate_color(Palette palette, int bits, int first, int second, int index);

// BC3's alpha: 8 bits.
int interpolate_alpha(Palette palette, int first, int second, int index);

// BC4, BC5: converts 8 bits to 16 bits, signed if the format is.
int interpolate_value(Palette palette, bool is_signed, int first, int second, int index);

// BC6H: converts unquantized endpoints to the bits of a half.
int interpolate_half(bool is_signed, int first, int second, int weight);

// BC7: 8 bits.
int interpolate_bc7(int first, int second, int weight);

// The weight over 64 for indices of 2, 3 or 4 bits.
int weight_of(int index_bits, int index);

// Widens a code by repeating its upper bits below it.
int widened(int code, int bits, int to_bits);

} // namespace texelscope::bc
