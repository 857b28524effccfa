#include "kernels/unit/image_io/read_dds.h"

#include <gtest/gtest.h>

#include "tests/kernels/make_dds.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using tests::dds;
using tests::TempFolder;

DdsTexture read(const std::string& bytes) {
  const TempFolder folder;
  return read_dds(folder.write("a.dds", bytes));
}

std::vector<std::byte> counted(std::initializer_list<int> bytes) {
  std::vector<std::byte> all;
  for (const int byte : bytes)
    all.push_back(std::byte(byte));
  return all;
}

TEST(ReadDds, FourCcs) {
  const auto format = [](const char* four_cc, std::size_t bytes) {
    return read(dds({.four_cc = four_cc, .bytes = bytes})).format;
  };
  using enum bc::Format;
  EXPECT_EQ(format("DXT1", 8).blocks, bc1);
  EXPECT_FALSE(format("DXT3", 16).premultiplied);
  for (const char* two : {"DXT2", "DXT3"})
    EXPECT_EQ(format(two, 16).blocks, bc2);
  for (const char* three : {"DXT4", "DXT5"})
    EXPECT_EQ(format(three, 16).blocks, bc3);
  EXPECT_TRUE(format("DXT2", 16).premultiplied);
  EXPECT_TRUE(format("DXT4", 16).premultiplied);
  for (const char* four : {"ATI1", "BC4U"})
    EXPECT_EQ(format(four, 8).blocks, bc4_unorm);
  EXPECT_EQ(format("BC4S", 8).blocks, bc4_snorm);
  for (const char* five : {"ATI2", "BC5U"})
    EXPECT_EQ(format(five, 16).blocks, bc5_unorm);
  EXPECT_EQ(format("BC5S", 16).blocks, bc5_snorm);
}

TEST(ReadDds, NumbersInPlaceOfFourCcs) {
  using enum ElementKind;
  const struct {
    char number;
    ElementFormat element;
    bool normalized;
  } all[] = {{36, {unsigned_int, 16, 4}, true}, {110, {signed_int, 16, 4}, true},
             {111, {floating, 16, 1}, false},   {112, {floating, 16, 2}, false},
             {113, {floating, 16, 4}, false},   {114, {floating, 32, 1}, false},
             {115, {floating, 32, 2}, false},   {116, {floating, 32, 4}, false}};
  for (const auto& one : all) {
    const DdsTexture texture =
        read(dds({.width = 1, .height = 1, .four_cc = {one.number, 0, 0, 0}, .bytes = 16}));
    EXPECT_EQ(texture.format.element, one.element) << int(one.number);
    EXPECT_EQ(texture.format.normalized, one.normalized) << int(one.number);
  }
}

TEST(ReadDds, DxgiBlocks) {
  using enum bc::Format;
  const struct {
    std::uint32_t dxgi;
    bc::Format format;
    bool srgb;
  } all[] = {
      {71, bc1, false},       {72, bc1, true},        {74, bc2, false},           {75, bc2, true},
      {77, bc3, false},       {78, bc3, true},        {80, bc4_unorm, false},     {81, bc4_snorm, false},
      {83, bc5_unorm, false}, {84, bc5_snorm, false}, {95, bc6h_unsigned, false}, {96, bc6h_signed, false},
      {98, bc7, false},       {99, bc7, true}};
  for (const auto& one : all) {
    const auto bytes = std::size_t(bc::block_bytes(one.format));
    const DdsTexture texture = read(dds({.dxgi = one.dxgi, .bytes = bytes}));
    EXPECT_EQ(texture.format.blocks, one.format) << one.dxgi;
    EXPECT_EQ(texture.format.srgb, one.srgb) << one.dxgi;
    EXPECT_EQ(texture.format.normalized, !bc::is_bc6h(one.format)) << one.dxgi;
    ASSERT_EQ(texture.levels.size(), 1u);
    EXPECT_EQ(texture.levels[0].size(), bytes);
  }
}

TEST(ReadDds, DxgiElements) {
  using enum ElementKind;
  const struct {
    std::uint32_t dxgi;
    ElementFormat element;
    bool normalized, srgb;
  } all[] = {
      {2, {floating, 32, 4}, false, false},      {3, {unsigned_int, 32, 4}, false, false},
      {4, {signed_int, 32, 4}, false, false},    {10, {floating, 16, 4}, false, false},
      {11, {unsigned_int, 16, 4}, true, false},  {12, {unsigned_int, 16, 4}, false, false},
      {13, {signed_int, 16, 4}, true, false},    {14, {signed_int, 16, 4}, false, false},
      {16, {floating, 32, 2}, false, false},     {17, {unsigned_int, 32, 2}, false, false},
      {18, {signed_int, 32, 2}, false, false},   {28, {unsigned_int, 8, 4}, true, false},
      {29, {unsigned_int, 8, 4}, true, true},    {30, {unsigned_int, 8, 4}, false, false},
      {31, {signed_int, 8, 4}, true, false},     {32, {signed_int, 8, 4}, false, false},
      {34, {floating, 16, 2}, false, false},     {35, {unsigned_int, 16, 2}, true, false},
      {36, {unsigned_int, 16, 2}, false, false}, {37, {signed_int, 16, 2}, true, false},
      {38, {signed_int, 16, 2}, false, false},   {41, {floating, 32, 1}, false, false},
      {42, {unsigned_int, 32, 1}, false, false}, {43, {signed_int, 32, 1}, false, false},
      {49, {unsigned_int, 8, 2}, true, false},   {50, {unsigned_int, 8, 2}, false, false},
      {51, {signed_int, 8, 2}, true, false},     {52, {signed_int, 8, 2}, false, false},
      {54, {floating, 16, 1}, false, false},     {56, {unsigned_int, 16, 1}, true, false},
      {57, {unsigned_int, 16, 1}, false, false}, {58, {signed_int, 16, 1}, true, false},
      {59, {signed_int, 16, 1}, false, false},   {61, {unsigned_int, 8, 1}, true, false},
      {62, {unsigned_int, 8, 1}, false, false},  {63, {signed_int, 8, 1}, true, false},
      {64, {signed_int, 8, 1}, false, false},
  };
  for (const auto& one : all) {
    const auto bytes = 3 * 2 * std::size_t(one.element.texel_bytes());
    const DdsTexture texture = read(dds({.width = 3, .height = 2, .dxgi = one.dxgi, .bytes = bytes}));
    const DdsFormat wanted = {{}, one.element, one.normalized, one.srgb};
    EXPECT_EQ(texture.format, wanted) << one.dxgi;
    EXPECT_EQ(texture.levels[0].size(), bytes) << one.dxgi;
  }
}

TEST(ReadDds, BlueFirstBecomesRedFirst) {
  const std::uint32_t alpha = 0xff000000;
  const tests::DdsRecipe recipe = {.width = 2,
                                   .height = 1,
                                   .four_cc = std::string(4, '\0'),
                                   .pixel_flags = 0x41,
                                   .bits = 32,
                                   .masks = {0xff0000, 0xff00, 0xff, alpha},
                                   .bytes = 8};
  EXPECT_EQ(read(dds(recipe)).levels[0], counted({2, 1, 0, 3, 6, 5, 4, 7}));
  EXPECT_EQ(read(dds({.width = 1, .height = 1, .dxgi = 91, .bytes = 4})).levels[0], counted({2, 1, 0, 3}));
  tests::DdsRecipe red_first = recipe;
  std::swap(red_first.masks[0], red_first.masks[2]);
  EXPECT_EQ(read(dds(red_first)).levels[0], counted({0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ReadDds, AMaskOfAlphaCountsOnlyWithItsFlag) {
  const tests::DdsRecipe gray = {.width = 2,
                                 .height = 1,
                                 .four_cc = std::string(4, '\0'),
                                 .pixel_flags = 0x20000,
                                 .bits = 8,
                                 .masks = {0xff, 0, 0, 0xff000000},
                                 .bytes = 2};
  EXPECT_EQ(read(dds(gray)).format.element, (ElementFormat{ElementKind::unsigned_int, 8, 1}));
}

TEST(ReadDds, SizesThatAreNoMultiplesOfFour) {
  const DdsTexture texture =
      read(dds({.width = 5, .height = 9, .levels = 4, .bytes = 8 * (2 * 3 + 1 + 1 + 1)}));
  EXPECT_EQ(texture.width, 5);
  EXPECT_EQ(texture.height, 9);
  ASSERT_EQ(texture.levels.size(), 4u);
  EXPECT_EQ(texture.levels[0].size(), 48u);
  EXPECT_EQ(texture.levels[3], counted({64, 65, 66, 67, 68, 69, 70, 71}));
}

// Each layer of 2 x 1 and 1 x 1 texels.
TEST(ReadDds, LevelsOfLayersAreGathered) {
  const DdsTexture texture =
      read(dds({.width = 2, .height = 1, .levels = 2, .dxgi = 61, .layers = 3, .bytes = 9}));
  EXPECT_EQ(texture.dimension, DdsDimension::two);
  EXPECT_EQ(texture.layers, 3);
  EXPECT_EQ(texture.faces, 1);
  EXPECT_EQ(texture.levels[0], counted({0, 1, 3, 4, 6, 7}));
  EXPECT_EQ(texture.levels[1], counted({2, 5, 8}));
}

TEST(ReadDds, Cubes) {
  const DdsTexture old = read(dds({.four_cc = "DXT1", .caps2 = tests::cube_caps, .bytes = 48}));
  EXPECT_EQ(old.dimension, DdsDimension::cube);
  EXPECT_EQ(old.faces, 6);
  EXPECT_EQ(old.levels[0].size(), 48u);
  const DdsTexture two =
      read(dds({.width = 1, .height = 1, .dxgi = 61, .flags = 4, .layers = 2, .bytes = 12}));
  EXPECT_EQ(two.dimension, DdsDimension::cube);
  EXPECT_EQ(two.layers, 2);
  EXPECT_EQ(two.levels[0], counted({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(ReadDds, VolumesHalveTheirDepth) {
  const DdsTexture texture =
      read(dds({.width = 1, .height = 1, .depth = 4, .levels = 3, .dxgi = 61, .dimension = 4, .bytes = 7}));
  EXPECT_EQ(texture.dimension, DdsDimension::three);
  EXPECT_EQ(texture.depth, 4);
  EXPECT_EQ(texture.levels[1], counted({4, 5}));
  EXPECT_EQ(texture.levels[2], counted({6}));
  const DdsTexture old = read(dds({.depth = 3, .four_cc = "DXT5", .caps2 = tests::volume_caps, .bytes = 48}));
  EXPECT_EQ(old.depth, 3);
}

TEST(ReadDds, OneDimension) {
  const DdsTexture texture =
      read(dds({.width = 3, .height = 7, .dxgi = 61, .dimension = 2, .layers = 2, .bytes = 6}));
  EXPECT_EQ(texture.dimension, DdsDimension::one);
  EXPECT_EQ(texture.height, 1);
  EXPECT_EQ(texture.levels[0], counted({0, 1, 2, 3, 4, 5}));
}

TEST(ReadDds, NothingStatedIsOneOfTwoDimensions) {
  EXPECT_EQ(read(dds({.levels = 0})).levels.size(), 1u);
  const DdsTexture texture = read(dds({.dimension = 0, .layers = 0}));
  EXPECT_EQ(texture.dimension, DdsDimension::two);
  EXPECT_EQ(texture.layers, 1);
}

TEST(ReadDds, StopsWhereProgressRequestsIt) {
  const TempFolder folder;
  const auto path = folder.write("a.dds", dds({}));
  EXPECT_TRUE(read_dds(path, [](double) { return false; }).levels.empty());
}

} // namespace
} // namespace texelscope
