// The texels that are measured: 32-bit values scrambled from their position. They repeat every 4 MB.
#pragma once

#include <cstdint>

#include "kernels/ground/base/host_device.h"

namespace texelscope {

struct ElementFormat;

namespace profile {

constexpr std::uint32_t texel_period = 1u << 20; // 32-bit values

// The bits of the scrambled word that are kept, and the bits that are set, so that floats lie between 1/2 and
// 1.
struct WordMask {
  std::uint32_t keep = ~0u, set = 0;
};
WordMask scrambled_texels(const ElementFormat& format);
WordMask
texels_of_one(const ElementFormat& format); // every channel: the real value 1; 32-bit integers: the integer

// Word `index` of a level, whose planes and rows are tightly packed.
TEXELSCOPE_HOST_DEVICE constexpr std::uint32_t texel_word(std::uint64_t index, WordMask mask) {
  std::uint32_t bits = std::uint32_t(index & (texel_period - 1)) * 0x9e3779b1u;
  bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
  bits = (bits ^ bits >> 12) * 0x297a2d39u;
  return ((bits ^ bits >> 15) & mask.keep) | mask.set;
}

} // namespace profile
} // namespace texelscope
