// The formats of block-compressed textures: each block holds 4 x 4 texels.
#pragma once

#include "kernels/state/session/texel_format.h"

namespace texelscope::bc {

inline constexpr int format_count = int(Format::bc7) + 1;

constexpr int block_bytes(Format format) {
  return texel_format(format).block.bytes;
}

// After decoding, a fetch is that of a texture with these elements.
constexpr ElementFormat decoded_element(Format format) {
  return texel_format(format).element;
}

constexpr bool is_bc6h(Format format) {
  return format == Format::bc6h_unsigned || format == Format::bc6h_signed;
}
constexpr bool is_snorm(Format format) {
  return format == Format::bc4_snorm || format == Format::bc5_snorm;
}

} // namespace texelscope::bc
