// Internal: the value that an index chooses from two endpoints, one function a format. All of it equals what
// an NVIDIA H200 returned; the specifications leave BC1 to BC5 a tolerance.
#pragma once

#include "kernels/image/block_compression/block_info.h"

namespace texelscope::bc {

// Colors of BC1 to BC3: from codes of `bits` 5 or 6 to 8 bits.
int interpolate_color(Palette palette, int bits, int first, int second, int index);

// BC3's alpha: 8 bits.
int interpolate_alpha(Palette palette, int first, int second, int index);

// BC4, BC5: from 8 bits to 16 bits, with a sign where the format has one.
int interpolate_value(Palette palette, bool is_signed, int first, int second, int index);

// BC6H: from unquantized endpoints to the bits of a half.
int interpolate_half(bool is_signed, int first, int second, int weight);

// BC7: 8 bits.
int interpolate_bc7(int first, int second, int weight);

// Over 64, of indices of 2, 3 or 4 bits.
int weight_of(int index_bits, int index);

// The code's upper bits are repeated below it.
int widened(int code, int bits, int to_bits);

} // namespace texelscope::bc
