// The formats of block-compressed textures: each block holds 4 x 4 texels.
#pragma once

#include <cstdint>

namespace texelscope::bc {

enum class Format : std::uint8_t {
  bc1,
  bc2,
  bc3,
  bc4_unorm,
  bc4_snorm,
  bc5_unorm,
  bc5_snorm,
  bc6h_unsigned,
  bc6h_signed,
  bc7
};
inline constexpr int format_count = 10;

constexpr int block_bytes(Format format) {
  return format == Format::bc1 || format == Format::bc4_unorm || format == Format::bc4_snorm ? 8 : 16;
}

constexpr int channels(Format format) {
  switch (format) {
  case Format::bc4_unorm:
  case Format::bc4_snorm:
    return 1;
  case Format::bc5_unorm:
  case Format::bc5_snorm:
    return 2;
  case Format::bc6h_unsigned:
  case Format::bc6h_signed:
    return 3;
  default:
    return 4;
  }
}

constexpr bool is_bc6h(Format format) {
  return format == Format::bc6h_unsigned || format == Format::bc6h_signed;
}

// Of each channel, as cudaChannelFormatDesc states them.
constexpr int channel_bits(Format format) {
  return is_bc6h(format) ? 16 : 8;
}

constexpr bool is_snorm(Format format) {
  return format == Format::bc4_snorm || format == Format::bc5_snorm;
}

} // namespace texelscope::bc
