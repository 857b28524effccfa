// Colors multiplied by alpha, in each element format.
#include <array>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image/image.h"

namespace texelscope {
namespace {

using enum ElementKind;
using Texel = std::array<std::uint32_t, 4>;

Texel multiplied(ElementKind kind, int bits, const Texel& texel, bool light = false) {
  Image image = Image::create(1, 1, {kind, bits, 4});
  for (std::size_t c = 0; c < 4; ++c)
    std::memcpy(image.texels.data() + c * std::size_t(bits / 8), &texel[c], std::size_t(bits / 8));
  premultiply(image, light);
  Texel after;
  for (int c = 0; c < 4; ++c)
    after[std::size_t(c)] = image.bits_at(0, 0, c);
  return after;
}

TEST(Premultiply, MultipliesRealValuesAndKeepsAlpha) {
  EXPECT_EQ(multiplied(unsigned_int, 8, {255, 100, 3, 128}), (Texel{128, 50, 2, 128})); // 50.2, 1.506
  EXPECT_EQ(multiplied(unsigned_int, 8, {255, 100, 3, 255}), (Texel{255, 100, 3, 255}));
  EXPECT_EQ(multiplied(unsigned_int, 8, {255, 100, 3, 0}), (Texel{0, 0, 0, 0}));
  EXPECT_EQ(multiplied(unsigned_int, 16, {65535, 1000, 2, 32768}), (Texel{32768, 500, 1, 32768}));
  EXPECT_EQ(multiplied(unsigned_int, 32, {4294967295u, 0, 0, 2147483648u})[0], 2147483648u);
  EXPECT_EQ(multiplied(signed_int, 8, {127, 0x81, 64, 64}), (Texel{64, 0xc0, 32, 64})); // 1, -1, 64/127
  EXPECT_EQ(multiplied(floating, 32, {float_bits(3), float_bits(-2), float_bits(0.5f), float_bits(0.25f)}),
            (Texel{float_bits(0.75f), float_bits(-0.5f), float_bits(0.125f), float_bits(0.25f)}));
  EXPECT_EQ(multiplied(floating, 16, {float_to_half(3), 0, 0, float_to_half(0.5f)})[0], float_to_half(1.5f));
}

// 0.502 of the light of white is the code 188; of code 188 it is 138: decoded 0.5029, times 0.502 is 0.2524.
TEST(Premultiply, LightIsDecodedFirst) {
  EXPECT_EQ(multiplied(unsigned_int, 8, {255, 188, 0, 128}, true), (Texel{188, 138, 0, 128}));
  for (std::uint32_t code = 0; code < 256; ++code) {
    EXPECT_EQ(multiplied(unsigned_int, 8, {code, 0, 0, 255}, true)[0], code) << "opaque colors stay";
    EXPECT_EQ(multiplied(unsigned_int, 8, {code, 0, 0, 0}, true)[0], 0u);
  }
}

TEST(Premultiply, EveryTexelOfEveryLevelAndPlane) {
  TextureShape shape{37, 300, {unsigned_int, 8, 4}, Dimension::d2_layered};
  shape.planes = 3;
  shape.level_count = 4;
  Image image = Image::create(shape);
  for (std::size_t i = 0; i < image.size_bytes(); i += 4) {
    const std::uint8_t texel[] = {std::uint8_t(i / 4), 255, 0, std::uint8_t(i / 1024)};
    std::memcpy(image.texels.data() + i, texel, 4);
  }
  Image after = image;
  after.compressed = std::make_shared<CompressedTexels>();
  premultiply(after, false);
  EXPECT_EQ(after.compressed, nullptr) << "the blocks no longer hold these texels";
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < image.size_bytes(); i += 4) {
    const auto byte = [&](const Image& of, std::size_t c) { return std::uint32_t(of.texels[i + c]); };
    const std::uint32_t alpha = byte(image, 3), twice = 2 * byte(image, 0) * alpha;
    wrong += byte(after, 0) != (twice + 255) / 510 && twice % 510 != 255;
    wrong += byte(after, 1) != alpha || byte(after, 2) != 0 || byte(after, 3) != alpha;
  }
  EXPECT_EQ(wrong, 0u);
}

} // namespace
} // namespace texelscope
