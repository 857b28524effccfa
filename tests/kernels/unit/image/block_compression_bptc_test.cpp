// BC6H and BC7: by hand, and every mode and partition as other decoders have them.
#include <string>

#include <gtest/gtest.h>

#include "tests/kernels/block_bytes.h"
#include "tests/kernels/decoded_blocks.h"

namespace texelscope::bc {
namespace {

using tests::Bytes;
using tests::bytes_of;
using tests::decoded;
using tests::described;

// Mode 3 has one subset and endpoints of ten bits, stored as they are. The indices are 0.
TEST(Bc6h, UnsignedLimits) {
  const Texels texels = decoded(Format::bc6h_unsigned, "e3ff0000000000000000000000000000"); // 1023, 1, 0
  EXPECT_EQ(texels[0], (Texel{0x7bff, 46, 0, 0x3c00}));
}

TEST(Bc6h, SignedLimits) {
  const Texels largest = decoded(Format::bc6h_signed, "e33f0003040000000000000000000000"); // 511, -512, -511
  EXPECT_EQ(largest[0], (Texel{0x7bff, 0xfbff, 0xfbff, 0x3c00}));
  const Texels lowest = decoded(Format::bc6h_signed, "2380ff01000000000000000000000000"); // 1, -1, 0
  EXPECT_EQ(lowest[0], (Texel{0x5d, 0x805d, 0, 0x3c00}));
}

TEST(Bc6h, NoNegativeZero) {
  EXPECT_EQ(decoded(Format::bc6h_signed, "ef7f0000801f00000000000000000000")[0],
            (Texel{0, 0, 0, 0x3c00})); // mode 15, r0 = -1
}

TEST(Bc6h, DifferencesWrapAround) {
  // Mode 7, 11 bits: r0 is 2, r1 is 3 less.
  const BlockInfo info = described(Format::bc6h_unsigned, "47000000e80f00000000000000000000");
  EXPECT_EQ(info.mode, 7);
  EXPECT_TRUE(info.differences);
  EXPECT_EQ(info.endpoint_bits, 11);
  const auto& [first, second] = info.plane[0].endpoints[0];
  EXPECT_EQ(first.raw[0], 2);
  EXPECT_EQ(first.expanded[0], 80); // (2 << 15 | 1 << 14) >> 10
  EXPECT_EQ(second.raw[0], -3);
  EXPECT_EQ(second.expanded[0], 0xffff);
}

TEST(Bc6h, EveryMode) {
  const auto check = [](Format format, const auto& blocks) {
    for (const tests::DecodedBlock& block : blocks) {
      EXPECT_EQ(described(format, block.block).mode, block.mode);
      const Texels texels = decoded(format, block.block);
      const Bytes wanted = bytes_of(block.texels);
      for (std::size_t i = 0; i < 48; ++i)
        EXPECT_EQ(texels[i / 3][i % 3], int(wanted[2 * i]) << 8 | int(wanted[2 * i + 1]))
            << "mode " << block.mode << " texel " << i / 3 << " channel " << i % 3;
    }
  };
  check(Format::bc6h_unsigned, tests::bc6h_unsigned_blocks);
  check(Format::bc6h_signed, tests::bc6h_signed_blocks);
}

TEST(Bc6h, ReservedModesAreBlack) {
  for (const std::string mode : {"13", "17", "1b", "1f"}) {
    const std::string block = mode + "ffffffffffffffffffffffffffffff";
    EXPECT_TRUE(described(Format::bc6h_signed, block).reserved);
    EXPECT_EQ(decoded(Format::bc6h_signed, block)[5], (Texel{0, 0, 0, 0x3c00}));
  }
}

TEST(Bc7, EveryMode) {
  for (const tests::DecodedBlock& block : tests::bc7_blocks) {
    EXPECT_EQ(described(Format::bc7, block.block).mode, block.mode);
    const Texels texels = decoded(Format::bc7, block.block);
    const Bytes wanted = bytes_of(block.texels);
    for (std::size_t i = 0; i < 64; ++i)
      EXPECT_EQ(texels[i / 4][i % 4], int(wanted[i]))
          << "mode " << block.mode << " texel " << i / 4 << " channel " << i % 4;
  }
}

// Every partition with random other bits, as tests::bc7_mode_3_partitions says.
unsigned hash_of_partitions(int mode) {
  unsigned random = 7, hash = 2166136261u;
  for (unsigned partition = 0; partition < 64; ++partition) {
    Bytes block;
    for (int i = 0; i < 16; ++i)
      block.push_back(std::byte((random = random * 1664525u + 1013904223u) >> 24));
    const int before = mode + 1;
    unsigned low = unsigned(block[0]) | unsigned(block[1]) << 8;
    low = (low >> (before + 6) << (before + 6)) | partition << before | 1u << mode;
    block[0] = std::byte(low);
    block[1] = std::byte(low >> 8);
    for (const Texel& texel : decode(Format::bc7, block.data()))
      for (const unsigned channel : texel)
        hash = (hash ^ channel) * 16777619u;
  }
  return hash;
}

TEST(Bc7, EveryPartition) {
  EXPECT_EQ(hash_of_partitions(3), tests::bc7_mode_3_partitions);
  EXPECT_EQ(hash_of_partitions(2), tests::bc7_mode_2_partitions);
}

TEST(Bc7, RotationAndIndexSelection) {
  // Mode 4: red from 31 to 0, green from 16 to 0, alpha from 0 to 63; texel 1 has color index 7, texel 2
  // alpha index 3.
  const std::string_view block = "b01f400000f063000000380000000000";
  const Texels texels = decoded(Format::bc7, block);
  EXPECT_EQ(texels[0], (Texel{0, 132, 0, 255}));
  EXPECT_EQ(texels[1], (Texel{0, 0, 0, 0}));
  EXPECT_EQ(texels[2], (Texel{255, 132, 0, 255}));
  const BlockInfo info = described(Format::bc7, block);
  EXPECT_EQ(info.rotation, 1);
  EXPECT_EQ(info.index_selection, 1);
  ASSERT_EQ(info.planes, 2);
  EXPECT_EQ(info.plane[0].index_bits, 3);
  EXPECT_EQ(info.plane[0].indices[1], 7);
  EXPECT_EQ(info.plane[1].first_channel, 3);
  EXPECT_EQ(info.plane[1].index_bits, 2);
  EXPECT_EQ(info.plane[1].indices[2], 3);
  EXPECT_EQ(info.plane[0].endpoints[0][0].raw, (std::array{31, 16, 0, 0}));
  EXPECT_EQ(info.plane[0].endpoints[0][0].expanded, (std::array{255, 132, 0, 0}));
}

TEST(Bc7, SharedPBitsAndSubsets) {
  // Mode 1, partition 13: the lower half is the second subset, whose p-bit is 1; all else is 0.
  const std::string_view block = "36000000000000000000020000000000";
  const BlockInfo info = described(Format::bc7, block);
  EXPECT_EQ(info.subsets, 2);
  EXPECT_EQ(info.partition, 13);
  EXPECT_EQ(info.subset, (std::array<std::uint8_t, 16>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(info.plane[0].endpoints[0][1].p_bit, 0);
  EXPECT_EQ(info.plane[0].endpoints[1][0].p_bit, 1);
  EXPECT_EQ(decoded(Format::bc7, block)[7], (Texel{0, 0, 0, 255}));
  EXPECT_EQ(decoded(Format::bc7, block)[8], (Texel{2, 2, 2, 255}));
}

TEST(Bc7, AZeroByteIsReserved) {
  const std::string_view block = "00ffffffffffffffffffffffffffffff";
  EXPECT_TRUE(described(Format::bc7, block).reserved);
  EXPECT_EQ(decoded(Format::bc7, block)[9], (Texel{0, 0, 0, 0}));
}

} // namespace
} // namespace texelscope::bc
