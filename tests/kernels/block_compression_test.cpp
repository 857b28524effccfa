// BC1 to BC5 by hand. BC6H and BC7: block_compression_bptc_test.cpp.
#include <gtest/gtest.h>

#include "tests/kernels/block_bytes.h"

namespace texelscope::bc {
namespace {

using testing::decoded;
using testing::described;

// Indices 0 1 2 3 in the first row of a colour block, 0 in the others.
TEST(Bc1, FourColorsWhereTheFirstEndpointIsTheLarger) {
  const Texels texels = decoded(Format::bc1, "00f81f00e4000000"); // red, blue
  EXPECT_EQ(texels[0], (Texel{186, 0, 0, 1}));
  EXPECT_EQ(texels[1], (Texel{0, 0, 186, 1}));
  EXPECT_EQ(texels[2], (Texel{124, 0, 62, 1}));
  EXPECT_EQ(texels[3], (Texel{62, 0, 124, 1}));
  EXPECT_EQ(texels[15], (Texel{186, 0, 0, 1}));
}

TEST(Bc1, ThreeColorsAndTransparentBlackInTheOtherOrder) {
  const Texels texels = decoded(Format::bc1, "1f0000f8e4000000"); // blue, red
  EXPECT_EQ(texels[0], (Texel{0, 0, 186, 1}));
  EXPECT_EQ(texels[1], (Texel{186, 0, 0, 1}));
  EXPECT_EQ(texels[2], (Texel{93, 0, 93, 1}));
  EXPECT_EQ(texels[3], (Texel{0, 0, 0, 0}));
}

TEST(Bc1, EqualEndpointsPunchThrough) {
  const Texels texels = decoded(Format::bc1, "e007e007e4000000"); // green of 6 bits
  EXPECT_EQ(texels[2], (Texel{0, 378, 0, 1}));
  EXPECT_EQ(texels[3], (Texel{0, 0, 0, 0}));
}

TEST(Bc1, TexelsRunRowAfterRowFromTheLowestBits) {
  const Texels texels = decoded(Format::bc1, "00f81f0000004000"); // texel 11 has index 1
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_EQ(texels[i][2], i == 11 ? 186 : 0) << i;
}

// Texel i has alpha i; the colours' order is the one that is punch-through in BC1.
TEST(Bc2, FourColorsInEitherOrderAndStatedAlpha) {
  const Texels texels = decoded(Format::bc2, "1032547698badcfe"
                                             "1f0000f8e4000000");
  EXPECT_EQ(texels[2], (Texel{62, 0, 124, 2}));
  EXPECT_EQ(texels[3], (Texel{124, 0, 62, 3}));
  EXPECT_EQ(texels[15], (Texel{0, 0, 186, 15}));
  EXPECT_DOUBLE_EQ(real_value(Format::bc2, 3, texels[3][3]), 0.2);
}

TEST(Bc3, AlphaIsInterpolatedByIndicesOfItsOwn) {
  // Alpha from 210 to 0, indices 2, 7, then 0; colours from blue to red in the order that is punch-through in
  // BC1.
  const Texels texels = decoded(Format::bc3, "d2003a0000000000"
                                             "1f0000f8e4000000");
  EXPECT_EQ(texels[0], (Texel{0, 0, 186, 180 * 35}));
  EXPECT_EQ(texels[1], (Texel{186, 0, 0, 30 * 35}));
  EXPECT_EQ(texels[2], (Texel{62, 0, 124, 210 * 35}));
  EXPECT_EQ(texels[3], (Texel{124, 0, 62, 210 * 35}));
}

// Indices 0 to 7 in the first two rows: 88 c6 fa.
TEST(Bc4, EightValuesWhereTheFirstEndpointIsTheLarger) {
  const Texels texels = decoded(Format::bc4_unorm, "ff0088c6fa000000");
  const int sevenths[] = {7, 0, 6, 5, 4, 3, 2, 1};
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(texels[i], (Texel{255 * 5 * sevenths[i], 0, 0, 1})) << i;
  EXPECT_DOUBLE_EQ(real_value(Format::bc4_unorm, 0, texels[2][0]), 6.0 / 7);
}

TEST(Bc4, SixValuesAndTheLimitsInTheOtherOrder) {
  const Texels texels = decoded(Format::bc4_unorm, "0ac888c6fa000000"); // 10, 200
  const int values[] = {10, 200, 48, 86, 124, 162, 0, 255};
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(texels[i][0], 35 * values[i]) << i;
}

TEST(Bc4, EqualEndpointsHaveTheLimits) {
  const Texels texels = decoded(Format::bc4_unorm, "0a0a88c6fa000000");
  EXPECT_EQ(texels[5][0], 350);
  EXPECT_EQ(texels[6][0], 0);
  EXPECT_EQ(texels[7][0], 35 * 255);
}

TEST(Bc4, SignedValuesAndLimits) {
  const int eight[] = {105, -35, 85, 65, 45, 25, 5, -15};
  const Texels falling = decoded(Format::bc4_snorm, "69dd88c6fa000000");
  const int six[] = {-35, 105, -7, 21, 49, 77, -127, 127};
  const Texels rising = decoded(Format::bc4_snorm, "dd6988c6fa000000");
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(falling[i][0], 35 * eight[i]) << i;
    EXPECT_EQ(rising[i][0], 35 * six[i]) << i;
  }
}

TEST(Bc4, TheMostNegativeCodeCountsAsTheNextButIsSmaller) {
  const Texels texels = decoded(Format::bc4_snorm, "818088c6fa000000"); // -127, -128
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(texels[i][0], 35 * -127) << i; // eight values, so that index 7 is none of the limits
  EXPECT_EQ(decoded(Format::bc4_snorm, "808188c6fa000000")[7][0], 35 * 127);
}

TEST(Bc5, RedThenGreen) {
  const Texels texels = decoded(Format::bc5_unorm, "ff0088c6fa000000"
                                                   "0ac8000000000000");
  EXPECT_EQ(texels[1], (Texel{0, 350, 0, 1}));
  EXPECT_EQ(texels[7], (Texel{255 * 5, 350, 0, 1}));
  EXPECT_EQ(decoded(Format::bc5_snorm, "7f80000000000000"
                                       "8100000000000000")[0],
            (Texel{35 * 127, -35 * 127, 0, 1}));
}

TEST(BlockInfo, SaysWhetherColorsPunchThrough) {
  const BlockInfo info = described(Format::bc1, "1f0000f8e4000000");
  EXPECT_EQ(info.planes, 1);
  EXPECT_EQ(info.plane[0].palette, Palette::three_colors);
  EXPECT_EQ(info.plane[0].endpoints[0][0].raw, (std::array{0, 0, 31, 0}));
  EXPECT_EQ(info.plane[0].endpoints[0][1].raw, (std::array{31, 0, 0, 0}));
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
