// BC1 to BC5 by hand. BC6H and BC7: block_compression_bptc_test.cpp.
#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/kernels/block_bytes.h"

namespace texelscope::bc {
namespace {

using tests::decoded;
using tests::described;

// Indices 0 1 2 3 in the first row of a color block, 0 in the others. The hardware's values are a little off
// thirds.
TEST(Bc1, FourColorsWhereTheFirstEndpointIsTheLarger) {
  const Texels texels = decoded(Format::bc1, "00f81f00e4000000"); // red, blue
  EXPECT_EQ(texels[0], (Texel{255, 0, 0, 255}));
  EXPECT_EQ(texels[1], (Texel{0, 0, 255, 255}));
  EXPECT_EQ(texels[2], (Texel{170, 0, 85, 255}));
  EXPECT_EQ(texels[3], (Texel{85, 0, 170, 255}));
  EXPECT_EQ(texels[15], (Texel{255, 0, 0, 255}));
}

TEST(Bc1, ThreeColorsAndTransparentBlackInTheOtherOrder) {
  const Texels texels = decoded(Format::bc1, "1f0000f8e4000000"); // blue, red
  EXPECT_EQ(texels[0], (Texel{0, 0, 255, 255}));
  EXPECT_EQ(texels[1], (Texel{255, 0, 0, 255}));
  EXPECT_EQ(texels[2], (Texel{127, 0, 127, 255}));
  EXPECT_EQ(texels[3], (Texel{0, 0, 0, 0}));
}

TEST(Bc1, EqualEndpointsPunchThrough) {
  const Texels texels = decoded(Format::bc1, "e007e007e4000000"); // green of 6 bits
  EXPECT_EQ(texels[2], (Texel{0, 255, 0, 255}));
  EXPECT_EQ(texels[3], (Texel{0, 0, 0, 0}));
}

TEST(Bc1, GreenOfSixBits) {
  const Texels four = decoded(Format::bc1, "e007e001e4000000"); // 63, 15
  EXPECT_EQ(four[1][1], 60);
  EXPECT_EQ(four[2][1], 194);                                    // two thirds would be 190
  EXPECT_EQ(four[3][1], 121);                                    // one third 125
  const Texels three = decoded(Format::bc1, "80004006e4000000"); // 4, 50
  EXPECT_EQ(three[2][1], 110);
}

TEST(Bc1, RedOfFiveBits) {
  const Texels texels = decoded(Format::bc1, "00f80030e4000000"); // 31, 6
  EXPECT_EQ(texels[1][0], 49);
  EXPECT_EQ(texels[2][0], 187); // rounded it would be 186
}

TEST(Bc1, TexelsRunRowAfterRowFromTheLowestBits) {
  const Texels texels = decoded(Format::bc1, "00f81f0000004000"); // texel 11 has index 1
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_EQ(texels[i][2], i == 11 ? 255 : 0) << i;
}

// Texel i has alpha i of 15; the colors' order is the one that is punch-through in BC1.
TEST(Bc2, FourColorsInEitherOrderAndStatedAlpha) {
  const Texels texels = decoded(Format::bc2, "1032547698badcfe"
                                             "1f0000f8e4000000");
  EXPECT_EQ(texels[2], (Texel{85, 0, 170, 34}));
  EXPECT_EQ(texels[3], (Texel{170, 0, 85, 51}));
  EXPECT_EQ(texels[15], (Texel{0, 0, 255, 255}));
}

TEST(Bc3, AlphaIsInterpolatedByIndicesOfItsOwn) {
  // Alpha from 210 to 0, indices 2, 7, then 0; colors from blue to red.
  const Texels texels = decoded(Format::bc3, "d2003a0000000000"
                                             "1f0000f8e4000000");
  EXPECT_EQ(texels[0], (Texel{0, 0, 255, 180}));
  EXPECT_EQ(texels[1], (Texel{255, 0, 0, 30}));
  EXPECT_EQ(texels[2], (Texel{85, 0, 170, 210}));
  EXPECT_EQ(texels[3], (Texel{170, 0, 85, 210}));
}

// Indices 0 to 7 in the first two rows: 88 c6 fa.
std::array<int, 8> first_eight(Format format, std::string_view hex, std::size_t channel) {
  const Texels texels = decoded(format, hex);
  std::array<int, 8> values = {};
  for (std::size_t i = 0; i < 8; ++i)
    values[i] = is_snorm(format) ? std::int16_t(texels[i][channel]) : texels[i][channel];
  return values;
}
using Eight = std::array<int, 8>;

TEST(Bc3, AlphaInBothOrders) {
  const std::string_view colors = "0000000000000000";
  const auto alpha = [&](std::string_view hex) {
    return first_eight(Format::bc3, std::string(hex) + std::string(colors), 3);
  };
  EXPECT_EQ(alpha("ff0088c6fa000000"), (Eight{255, 0, 219, 183, 144, 111, 72, 36}));
  EXPECT_EQ(alpha("00ff88c6fa000000"), (Eight{0, 255, 48, 96, 159, 207, 0, 255}));
}

TEST(Bc4, EightValuesWhereTheFirstEndpointIsTheLarger) {
  EXPECT_EQ(first_eight(Format::bc4_unorm, "ff0088c6fa000000", 0),
            (Eight{65535, 0, 56355, 47175, 36720, 28815, 18360, 9180}));
}

TEST(Bc4, SixValuesAndTheLimitsInTheOtherOrder) {
  EXPECT_EQ(first_eight(Format::bc4_unorm, "0ac888c6fa000000", 0), // 10, 200
            (Eight{2570, 51400, 11690, 20810, 33160, 42280, 0, 65535}));
}

TEST(Bc4, EqualEndpointsHaveTheLimits) {
  EXPECT_EQ(first_eight(Format::bc4_unorm, "0a0a88c6fa000000", 0),
            (Eight{2570, 2570, 2570, 2570, 2570, 2570, 0, 65535}));
}

TEST(Bc4, SignedValuesAndLimits) {
  EXPECT_EQ(first_eight(Format::bc4_snorm, "69dd88c6fa000000", 0), // 105, -35
            (Eight{27091, -9030, 22051, 17011, 11130, 6931, 1050, -3990}));
  EXPECT_EQ(first_eight(Format::bc4_snorm, "dd6988c6fa000000", 0),
            (Eight{-9030, 27091, -2310, 4410, 13651, 20371, -32767, 32767}));
}

TEST(Bc4, TheMostNegativeCodeEqualsTheNext) {
  const Eight limits = {-32767, -32767, -32767, -32767, -32767, -32767, -32767, 32767};
  EXPECT_EQ(first_eight(Format::bc4_snorm, "818088c6fa000000", 0), limits); // -127, -128
  EXPECT_EQ(first_eight(Format::bc4_snorm, "808188c6fa000000", 0), limits);
}

TEST(Bc5, RedThenGreen) {
  const Texels texels = decoded(Format::bc5_unorm, "ff0088c6fa000000"
                                                   "0ac8000000000000");
  EXPECT_EQ(texels[1], (Texel{0, 2570, 0, 0}));
  EXPECT_EQ(texels[7], (Texel{9180, 2570, 0, 0}));
  EXPECT_EQ(decoded(Format::bc5_snorm, "7f80000000000000"
                                       "8100000000000000")[0],
            (Texel{32767, 0x8001, 0, 0}));
}

TEST(DecodeSurface, CutsBlocksAtTheEdges) {
  // 10 except for the first block's texel 6, which is 255, and all of the second block, which are 32.
  const tests::Bytes blocks = tests::bytes_of("0aff000004000000"
                                              "2000000000000000");
  tests::Bytes texels(5 * 3 * 2);
  decode_surface(Format::bc4_unorm, blocks.data(), 5, 3, texels.data());
  EXPECT_EQ(texels, tests::bytes_of("0a0a0a0a0a0a0a0a2020"
                                    "0a0a0a0affff0a0a2020"
                                    "0a0a0a0a0a0a0a0a2020"));
}

TEST(BlockInfo, SaysWhetherColorsPunchThrough) {
  const BlockInfo info = described(Format::bc1, "1f0000f8e4000000");
  EXPECT_EQ(info.planes, 1);
  EXPECT_EQ(info.plane[0].palette, Palette::three_colors);
  EXPECT_EQ(info.plane[0].endpoints[0][0].raw, (std::array{0, 0, 31, 0}));
  EXPECT_EQ(info.plane[0].endpoints[0][1].raw, (std::array{31, 0, 0, 0}));
  EXPECT_EQ(info.plane[0].endpoints[0][1].expanded, (std::array{255, 0, 0, 0}));
  EXPECT_EQ(info.plane[0].indices[2], 2);
  EXPECT_EQ(described(Format::bc1, "00f81f00e4000000").plane[0].palette, Palette::four_colors);
}

TEST(BlockInfo, SaysWhatTheSecondPlaneHolds) {
  const BlockInfo bc2 = described(Format::bc2, "1032547698badcfe1f0000f8e4000000");
  ASSERT_EQ(bc2.planes, 2);
  EXPECT_EQ(bc2.plane[1].palette, Palette::stated);
  EXPECT_EQ(bc2.plane[1].indices[14], 14);
  const BlockInfo bc5 = described(Format::bc5_snorm, "7f8000000000000081007d0000000000");
  EXPECT_EQ(bc5.plane[0].palette, Palette::eight_values);
  EXPECT_EQ(bc5.plane[0].endpoints[0][1].raw[0], -128);
  EXPECT_EQ(bc5.plane[0].endpoints[0][1].expanded[0], -127);
  EXPECT_EQ(bc5.plane[1].palette, Palette::six_values);
  EXPECT_EQ(bc5.plane[1].first_channel, 1);
  EXPECT_EQ(bc5.plane[1].endpoints[0][0].raw[1], -127);
}

} // namespace
} // namespace texelscope::bc
