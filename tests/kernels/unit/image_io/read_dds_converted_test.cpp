// Formats that CUDA lacks become formats that it has.
#include <array>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image_io/read_image.h"
#include "tests/kernels/make_dds.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using enum ElementKind;
using tests::dds;
using tests::DdsRecipe;
using Values = std::vector<std::uint32_t>;

// Of one texel, whose bits are the file's last bytes.
struct Texel {
  ElementFormat format;
  Values values;
  std::string note; // from the file's name on
  std::optional<bool> srgb;
  std::string texels;
};
Texel texel_of(DdsRecipe recipe, std::uint64_t word, std::size_t bytes) {
  recipe.width = recipe.height = 1;
  recipe.bytes = 0;
  const tests::TempFolder folder;
  const Image image = read_image(
      folder.write("a.dds", dds(recipe) + std::string(reinterpret_cast<const char*>(&word), bytes)));
  Texel texel = {image.format,
                 {},
                 image.note.substr(std::min(image.note.find("a.dds"), image.note.size())),
                 image.srgb,
                 image.file.texels};
  for (int c = 0; c < image.format.channels; ++c)
    texel.values.push_back(image.bits_at(0, 0, c));
  return texel;
}

Texel of_dxgi(std::uint32_t number, std::uint64_t word, std::size_t bytes) {
  return texel_of({.dxgi = number}, word, bytes);
}
Texel of_masks(std::uint32_t flags, std::uint32_t bits, const std::array<std::uint32_t, 4>& masks,
               std::uint64_t word) {
  return texel_of({.four_cc = std::string(4, '\0'),
                   .pixel_flags = flags,
                   .bits = bits,
                   .masks = {masks[0], masks[1], masks[2], masks[3]}},
                  word, bits / 8);
}

constexpr std::uint32_t rgb = 0x40, rgba = 0x41, gray = 0x20000, gray_alpha = 0x20001, alpha_only = 2;
constexpr ElementFormat bytes4 = {unsigned_int, 8, 4}, shorts4 = {unsigned_int, 16, 4},
                        halves4 = {floating, 16, 4};

TEST(ReadDdsConverted, SharedExponents) {
  // 1, 1.5 and 0.5 with the exponent of 1: fractions of 9 bits below 2^1.
  const Texel texel = of_dxgi(67, 256u | 384u << 9 | 128u << 18 | 16u << 27, 4);
  EXPECT_EQ(texel.format, halves4);
  EXPECT_EQ(texel.values, (Values{0x3c00, 0x3e00, 0x3800, 0x3c00}));
  EXPECT_EQ(texel.note, "a.dds\" holds R9G9B9E5_SHAREDEXP, which no texture has; its values became f16x4.");
  EXPECT_EQ(texel.texels, "R9G9B9E5_SHAREDEXP");
  const Texel extremes = of_dxgi(67, 511u | 31u << 27, 4);
  EXPECT_EQ(half_to_float(std::uint16_t(extremes.values[0])), 65408.f);
  const Texel smallest = of_dxgi(67, 1u, 4);
  EXPECT_EQ(smallest.values, (Values{1, 0, 0, 0x3c00}));
}

TEST(ReadDdsConverted, SmallFloats) {
  // 1.5, infinity and the smallest of 10 bits.
  const Texel texel = of_dxgi(26, (15u << 6 | 32u) | 31u << 17 | 1u << 22, 4);
  EXPECT_EQ(texel.format, halves4);
  EXPECT_EQ(texel.values, (Values{0x3e00, 0x7c00, 0x20, 0x3c00}));
  EXPECT_EQ(texel.note, "a.dds\" holds R11G11B10_FLOAT, which no texture has; its values became f16x4.");
}

TEST(ReadDdsConverted, FiveAndSixBitsBecomeTheNearestBytes) {
  const Texel texel = of_dxgi(85, 3u << 11 | 63u << 5 | 31u, 2);
  EXPECT_EQ(texel.format, bytes4);
  EXPECT_EQ(texel.values, (Values{25, 255, 255, 255})); // 3 / 31 * 255 = 24.68
  EXPECT_EQ(texel.note,
            "a.dds\" holds B5G6R5_UNORM, which no texture has; its values became the nearest ones of u8x4.");
  EXPECT_EQ(of_dxgi(86, 0x8000u | 31u << 10, 2).values, (Values{255, 0, 0, 255}));
  EXPECT_EQ(of_dxgi(115, 0x4321u, 2).values, (Values{3 * 17, 2 * 17, 1 * 17, 4 * 17}));
  const Texel old = of_masks(rgb, 16, {0xf800, 0x7e0, 0x1f, 0}, 3u << 11);
  EXPECT_EQ(old.values, (Values{25, 0, 0, 255}));
  EXPECT_EQ(old.texels, "B5G6R5");
  EXPECT_EQ(of_masks(rgba, 16, {0xf00, 0xf0, 0xf, 0xf000}, 0x4321).values, (Values{51, 34, 17, 68}));
  EXPECT_EQ(of_masks(rgb, 16, {0x7c00, 0x3e0, 0x1f, 0x8000}, 0xffff).texels, "B5G5R5X1");
  EXPECT_EQ(of_masks(rgb, 8, {0xe0, 0x1c, 0x3, 0}, 0xe2).values, (Values{255, 0, 170, 255}));
}

TEST(ReadDdsConverted, TwentyFourBitsAndUnusedOnes) {
  const Texel bgr = of_masks(rgb, 24, {0xff0000, 0xff00, 0xff, 0}, 0x112233);
  EXPECT_EQ(bgr.format, bytes4);
  EXPECT_EQ(bgr.values, (Values{0x11, 0x22, 0x33, 0xff}));
  EXPECT_EQ(bgr.note, "a.dds\" holds B8G8R8, which no texture has; its values became u8x4.");
  EXPECT_EQ(of_masks(rgb, 24, {0xff, 0xff00, 0xff0000, 0}, 0x112233).values,
            (Values{0x33, 0x22, 0x11, 0xff}));
  const Texel unused = of_masks(rgb, 32, {0xff0000, 0xff00, 0xff, 0xff000000}, 0x44112233);
  EXPECT_EQ(unused.values, (Values{0x11, 0x22, 0x33, 0xff}));
  EXPECT_EQ(unused.texels, "B8G8R8X8");
  EXPECT_EQ(of_dxgi(88, 0x44112233, 4).values, (Values{0x11, 0x22, 0x33, 0xff}));
  EXPECT_EQ(of_dxgi(93, 0x44112233, 4).srgb, true);
  const Texel reordered = of_dxgi(87, 0x44112233, 4);
  EXPECT_EQ(reordered.values, (Values{0x11, 0x22, 0x33, 0x44}));
  EXPECT_EQ(reordered.note, "");
}

TEST(ReadDdsConverted, TenBits) {
  const Texel texel = of_dxgi(24, 1023u | 512u << 10 | 2u << 30, 4);
  EXPECT_EQ(texel.format, shorts4);
  EXPECT_EQ(texel.values, (Values{65535, 32800, 0, 43690}));
  const Texel integers = of_dxgi(25, 1023u | 512u << 10 | 2u << 30, 4);
  EXPECT_EQ(integers.values, (Values{1023, 512, 0, 2}));
  EXPECT_EQ(integers.note, "a.dds\" holds R10G10B10A2_UINT, which no texture has; its values became u16x4.");
  const Texel old = of_masks(rgba, 32, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000}, 1023u << 20);
  EXPECT_EQ(old.values, (Values{65535, 0, 0, 0}));
  EXPECT_NE(old.note.find("with red and blue exchanged"), old.note.npos) << old.note;
}

TEST(ReadDdsConverted, GrayAndAlpha) {
  const Texel pair = of_masks(gray_alpha, 16, {0xff, 0, 0, 0xff00}, 0x2211);
  EXPECT_EQ(pair.format, (ElementFormat{unsigned_int, 8, 2}));
  EXPECT_EQ(pair.values, (Values{0x11, 0x22}));
  EXPECT_EQ(pair.note, "");
  const Texel nibbles = of_masks(gray_alpha, 8, {0x0f, 0, 0, 0xf0}, 0x21);
  EXPECT_EQ(nibbles.values, (Values{17, 34}));
  EXPECT_EQ(nibbles.texels, "L4A4");
  EXPECT_EQ(of_masks(gray, 8, {0xff, 0xff, 0xff, 0}, 0x21).values, (Values{0x21}));
  EXPECT_EQ(of_masks(gray, 8, {0xff000000, 0xff000000, 0xff000000, 0}, 0x21).values, (Values{0x21}));
  EXPECT_EQ(of_masks(alpha_only, 8, {0, 0, 0, 0xff}, 0x21).values, (Values{0, 0, 0, 0x21}));
  EXPECT_EQ(of_dxgi(65, 0x21, 1).values, (Values{0, 0, 0, 0x21}));
}

TEST(ReadDdsConverted, SignedMasksOfBumpMaps) {
  EXPECT_EQ(of_masks(0x80000, 16, {0xff, 0xff00, 0, 0}, 0x2281).format, (ElementFormat{signed_int, 8, 2}));
  EXPECT_EQ(of_masks(0x80000, 32, {0xffff, 0xffff0000, 0, 0}, 0x22810000).values, (Values{0, 0x2281}));
}

TEST(ReadDdsConverted, ThreeChannelsOf32Bits) {
  const std::string words("\1\0\0\0\2\0\0\0\3\0\0\0", 12);
  const tests::TempFolder folder;
  const Image image =
      read_image(folder.write("a.dds", dds({.width = 1, .height = 1, .dxgi = 7, .bytes = 0}) + words));
  EXPECT_EQ(image.format, (ElementFormat{unsigned_int, 32, 4}));
  EXPECT_EQ(image.bits_at(0, 0, 2), 3u);
  EXPECT_EQ(image.bits_at(0, 0, 3), 0xffffffffu);
}

TEST(ReadDdsConverted, TypelessFormatsSayNothingOfSrgb) {
  EXPECT_EQ(of_dxgi(27, 0, 4).srgb, std::nullopt);
  EXPECT_EQ(of_dxgi(28, 0, 4).srgb, false);
  EXPECT_EQ(of_dxgi(70, 0, 8).srgb, std::nullopt);
  EXPECT_EQ(of_dxgi(90, 0x44112233, 4).values, (Values{0x11, 0x22, 0x33, 0x44}));
}

TEST(ReadDdsConverted, MultipliedAlphaIsSaid) {
  const auto note = [](const char* four_cc) {
    const tests::TempFolder folder;
    const std::string all = read_image(folder.write("a.dds", dds({.four_cc = four_cc, .bytes = 16}))).note;
    return all.substr(std::min(all.find("a.dds"), all.size()));
  };
  EXPECT_EQ(note("DXT2"),
            "a.dds\" (DXT2) states that alpha has multiplied its colors: leave texture.premultiply "
            "off, and show them with view.over \"premultiplied\".");
  EXPECT_NE(note("DXT4").find("(DXT4)"), std::string::npos);
  EXPECT_EQ(note("DXT3"), "");
  EXPECT_EQ(note("DXT5"), "");
}

// Each layer of 2 x 1 and 1 x 1 texels of two bytes.
TEST(ReadDdsConverted, LevelsAndLayers) {
  const tests::TempFolder folder;
  DdsRecipe recipe = {.width = 2, .height = 1, .levels = 2, .dxgi = 85, .layers = 2, .bytes = 0};
  const std::string texels("\x1f\0\xe0\x07\0\xf8\0\0\xff\xff\x1f\0", 12);
  const Image image = read_image(folder.write("a.dds", dds(recipe) + texels));
  EXPECT_EQ(image.bits_at(0, 0, 0, 0, 2), 255u); // blue
  EXPECT_EQ(image.bits_at(1, 0, 0, 0, 1), 255u); // green
  EXPECT_EQ(image.bits_at(0, 0, 0, 1, 0), 255u); // red, in level 1
  EXPECT_EQ(image.bits_at(1, 0, 1, 0, 0), 255u); // white
  EXPECT_EQ(image.bits_at(0, 0, 1, 1, 2), 255u);
  recipe.bytes = 11;
  EXPECT_THROW(read_image(folder.write("b.dds", dds(recipe))), FileError);
}

} // namespace
} // namespace texelscope
