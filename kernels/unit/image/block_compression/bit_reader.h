// Internal: reads the bits of a block in order, the lowest bit of the first byte first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/unit/image/block_compression/block_info.h"
#include "kernels/unit/image/block_compression/partitions.h"

namespace texelscope::bc {

class BitReader {
public:
  BitReader(const std::byte* block, std::size_t bytes) { std::memcpy(qwords.data(), block, bytes); }

  int take(int count) { // at most 32
    if (count == 0) return 0;
    const std::size_t word = std::size_t(at) / 64;
    const int shift = at % 64;
    std::uint64_t bits = qwords[word] >> shift;
    if (shift + count > 64) bits |= qwords[word + 1] << (64 - shift);
    at += count;
    return int(bits & ((std::uint64_t(1) << count) - 1));
  }

private:
  std::array<std::uint64_t, 2> qwords = {};
  int at = 0;
};

// Reads the indices of BC6H and BC7: each subset's anchor has one bit less.
inline void take_indices(BitReader& bits, const BlockInfo& info, Plane& plane) {
  for (int texel = 0; texel < 16; ++texel) {
    const int subset = info.subset[std::size_t(texel)];
    const bool anchor = anchor_of(info.subsets, info.partition, subset) == texel;
    plane.indices[std::size_t(texel)] = std::uint8_t(bits.take(plane.index_bits - anchor));
  }
}

inline void set_subsets(BlockInfo& info) {
  for (int texel = 0; texel < 16; ++texel)
    info.subset[std::size_t(texel)] = std::uint8_t(subset_of(info.subsets, info.partition, texel));
}

} // namespace texelscope::bc
