// The block of a file that contains a texel, and the colors of its indices.
#include <gtest/gtest.h>

#include "kernels/studies/explain/block_lens.h"
#include "tests/kernels/block_bytes.h"

namespace texelscope {
namespace {

using tests::bytes_of;

// BC1: red and blue, blue and red, green; each with the indices 0 1 2 3 in its first row.
const std::string red_blue = "00f81f00e4000000", blue_red = "1f0000f8e4000000", green = "e007e007e4000000";

CompressedTexels file(bc::Format format, const std::vector<std::string>& levels) {
  CompressedTexels texels{format, {}};
  for (const std::string& level : levels)
    texels.levels.push_back(bytes_of(level));
  return texels;
}

TextureShape shape(int width, int height) {
  return {.width = width, .height = height};
}
std::optional<BlockLens> lens_of(const CompressedTexels& texels, const TexelPlace& place = {},
                                 const ViewSpec& view = {}) {
  return block_lens(texels, shape(4, 4), place, view);
}

TEST(BlockLens, ColorsOfTheIndices) {
  const BlockLens lens = lens_of(file(bc::Format::bc1, {red_blue}), {0, 0, 2, 1}).value();
  EXPECT_EQ(lens.palette[0][0], (std::vector<Rgb>{{255, 0, 0}, {0, 0, 255}, {170, 0, 85}, {85, 0, 170}}));
  EXPECT_EQ(lens.texel(), 6);
  EXPECT_EQ(lens.info.plane[0].indices[2], 2);
  EXPECT_EQ(lens.bytes, bytes_of(red_blue));
}

// 5 x 3 texels: two blocks a plane, the second one column wide.
TEST(BlockLens, BlocksRunThroughRowsPlanesAndLevels) {
  const CompressedTexels texels = file(bc::Format::bc1, {red_blue + blue_red + green + red_blue, green});
  TextureShape layers = shape(5, 3);
  layers.dimension = Dimension::d2_layered;
  layers.planes = 2;
  layers.level_count = 2;
  const auto find = [&](TexelPlace place) { return block_lens(texels, layers, place, {}); };
  const auto at = [&](TexelPlace place) { return find(place).value(); };
  EXPECT_EQ(at({0, 0, 3, 2}).bytes, bytes_of(red_blue));
  EXPECT_EQ(at({0, 0, 4, 2}).bytes, bytes_of(blue_red));
  EXPECT_EQ(at({0, 1, 0, 0}).bytes, bytes_of(green));
  EXPECT_EQ(at({0, 1, 4, 0}).bytes, bytes_of(red_blue));
  EXPECT_EQ(at({0, 0, 4, 2}).column, 1);
  EXPECT_EQ(at({0, 0, 4, 2}).width, 1);
  EXPECT_EQ(at({0, 0, 4, 2}).height, 3);
  EXPECT_EQ(at({0, 0, 0, 2}).width, 4);
  EXPECT_EQ(at({0, 0, 4, 2}).texel(), 8);
  EXPECT_EQ(at({1, 0, 1, 0}).bytes, bytes_of(green));
  EXPECT_EQ(at({1, 0, 1, 0}).width, 2);
  EXPECT_FALSE(find({2, 0, 0, 0})) << "the file has two levels";
  EXPECT_FALSE(find({1, 1, 0, 0})) << "the second layer's block is missing";
  EXPECT_FALSE(find({0, 2, 0, 0}));
  EXPECT_FALSE(find({0, 0, 5, 0}));
  EXPECT_FALSE(find({0, 0, 0, 3}));
}

TEST(BlockLens, AlphaIsGrayAndEachSubsetHasItsOwnColours) {
  const BlockLens alpha = lens_of(file(bc::Format::bc3, {"d2003a0000000000" + blue_red})).value();
  EXPECT_EQ(alpha.palette[1][0][0], (Rgb{210, 210, 210}));
  EXPECT_EQ(alpha.palette[1][0][2], (Rgb{180, 180, 180}));
  EXPECT_EQ(alpha.palette[0][0][0], (Rgb{0, 0, 255}));
  const BlockLens two = lens_of(file(bc::Format::bc7, {"36000000000000000000020000000000"})).value();
  EXPECT_EQ(two.palette[0][0].size(), 8u);
  EXPECT_EQ(two.palette[0][1].size(), 8u);
  EXPECT_EQ(two.palette[0][0][0], (Rgb{0, 0, 0}));
  EXPECT_EQ(two.palette[0][1][0], (Rgb{2, 2, 2})); // the p-bit, the lowest of 7, above it as bit 1 of 8
}

TEST(BlockLens, ExposureAndRangeAreTheViews) {
  ViewSpec view;
  view.exposure = -1;
  view.show_channel = {false, true, false, false};
  const BlockLens lens = lens_of(file(bc::Format::bc1, {red_blue}), {}, view).value();
  EXPECT_EQ(lens.palette[0][0][0], (Rgb{128, 0, 0})); // 127.5, all channels
}

TEST(BlockLens, AReservedModeHasNoColours) {
  const BlockLens lens = lens_of(file(bc::Format::bc7, {"00ffffffffffffffffffffffffffffff"})).value();
  EXPECT_TRUE(lens.info.reserved);
  EXPECT_TRUE(lens.palette[0][0].empty());
}

TEST(BlockLens, TheFirstTexelThatIsNoBorder) {
  Trace trace;
  trace.level[0].level = 2;
  trace.level[0].tap_count = 4;
  trace.level[0].tap[0].border = true;
  trace.level[0].tap[1] = {.x = 5, .y = 6, .z = 1, .weight = 0};
  trace.level[0].tap[2] = {.x = 7, .y = 8, .z = 1, .weight = 10};
  EXPECT_EQ(first_texel(trace), (TexelPlace{2, 1, 7, 8}));
  trace.level[0].tap_count = 1;
  EXPECT_EQ(first_texel(trace), std::nullopt);
}

} // namespace
} // namespace texelscope
