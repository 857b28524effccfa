#include "kernels/unit/image/image.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"

namespace texelscope {
namespace {

using enum ElementKind;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST(Image, CreateGivesZeroedTexelsAndPadding) {
  const Image image = Image::create(3, 2, {floating, 16, 2});
  EXPECT_EQ(image.row_bytes(), 12u);
  EXPECT_EQ(image.size_bytes(), 24u);
  ASSERT_EQ(image.texels.size(), 24u + Image::padding);
  for (const std::byte byte : image.texels)
    EXPECT_EQ(byte, std::byte(0));
}

TEST(Image, BitsAtReadsLittleEndianChannels) {
  Image image = Image::create(2, 2, {unsigned_int, 16, 2});
  for (std::size_t i = 0; i < image.size_bytes(); ++i)
    image.texels[i] = std::byte(i);
  EXPECT_EQ(image.bits_at(0, 0, 0), 0x0100u);
  EXPECT_EQ(image.bits_at(0, 0, 1), 0x0302u);
  EXPECT_EQ(image.bits_at(1, 0, 0), 0x0504u);
  EXPECT_EQ(image.bits_at(1, 1, 1), 0x0f0eu);
  image.format = {signed_int, 8, 4};
  EXPECT_EQ(image.bits_at(1, 0, 3), 7u);
  image.format = {floating, 32, 1};
  EXPECT_EQ(image.bits_at(0, 1, 0), 0x0b0a0908u);
}

TEST(RealValue, FollowsTheRuleOfEachKind) {
  EXPECT_EQ(real_value({unsigned_int, 8, 1}, 255), 1);
  EXPECT_EQ(real_value({unsigned_int, 8, 1}, 51), 0.2);
  EXPECT_EQ(real_value({unsigned_int, 16, 1}, 65535), 1);
  EXPECT_EQ(real_value({unsigned_int, 32, 1}, 0xffffffffu), 1);
  EXPECT_EQ(real_value({signed_int, 8, 1}, 127), 1);
  EXPECT_EQ(real_value({signed_int, 8, 1}, 0x81), -1);
  EXPECT_EQ(real_value({signed_int, 8, 1}, 0x80), -1);
  EXPECT_EQ(real_value({signed_int, 8, 1}, 0xffffff81u), -1)
      << "only the low bits of a sign-extended code count";
  EXPECT_EQ(real_value({signed_int, 16, 1}, 0x8000), -1);
  EXPECT_EQ(real_value({signed_int, 32, 1}, 0x80000000u), -1);
  EXPECT_EQ(real_value({floating, 16, 1}, 0x3c00), 1);
  EXPECT_EQ(real_value({floating, 16, 1}, 0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(real_value({floating, 32, 1}, 0x40490fdbu), double(3.14159274f));
  EXPECT_EQ(real_value({floating, 32, 1}, 0xff800000u), -infinity);
}

TEST(EncodeReal, RoundsTiesToEvenAndClamps) {
  EXPECT_EQ(encode_real({unsigned_int, 8, 1}, 0.5), 128u); // 127.5
  EXPECT_EQ(encode_real({unsigned_int, 8, 1}, 0.5 / 255), 0u);
  EXPECT_EQ(encode_real({unsigned_int, 8, 1}, 1.5 / 255), 2u);
  EXPECT_EQ(encode_real({unsigned_int, 8, 1}, -3), 0u);
  EXPECT_EQ(encode_real({unsigned_int, 8, 1}, 7), 255u);
  EXPECT_EQ(encode_real({unsigned_int, 32, 1}, 1), 0xffffffffu);
  EXPECT_EQ(encode_real({unsigned_int, 32, 1}, infinity), 0xffffffffu);
  EXPECT_EQ(encode_real({signed_int, 8, 1}, -1), 0x81u);
  EXPECT_EQ(encode_real({signed_int, 8, 1}, -infinity), 0x81u);
  EXPECT_EQ(encode_real({signed_int, 8, 1}, -0.5), 0xc0u); // -63.5 -> -64
  EXPECT_EQ(encode_real({signed_int, 16, 1}, -1), 0x8001u);
  EXPECT_EQ(encode_real({signed_int, 32, 1}, -1), 0x80000001u);
  EXPECT_EQ(encode_real({signed_int, 32, 1}, 1), 0x7fffffffu);
}

TEST(EncodeReal, NanIsZeroInIntegersAndStaysInFloats) {
  for (int bits : {8, 16, 32}) {
    EXPECT_EQ(encode_real({unsigned_int, bits, 1}, not_a_number), 0u);
    EXPECT_EQ(encode_real({signed_int, bits, 1}, not_a_number), 0u);
  }
  EXPECT_TRUE(std::isnan(half_to_float(std::uint16_t(encode_real({floating, 16, 1}, not_a_number)))));
  EXPECT_TRUE(std::isnan(bits_float(encode_real({floating, 32, 1}, not_a_number))));
}

TEST(EncodeReal, FloatsKeepValuesOutsideZeroToOne) {
  EXPECT_EQ(encode_real({floating, 32, 1}, -2.5), 0xc0200000u);
  EXPECT_EQ(encode_real({floating, 16, 1}, 65504), 0x7bffu);
  EXPECT_EQ(encode_real({floating, 16, 1}, 65520), 0x7c00u); // the tie goes to infinity
  EXPECT_EQ(encode_real({floating, 16, 1}, std::nextafter(65520.0, 0)), 0x7bffu);
  EXPECT_EQ(encode_real({floating, 16, 1}, 1e300), 0x7c00u);
  EXPECT_EQ(encode_real({floating, 16, 1}, -0.0), 0x8000u);
}

// On the way through float these would round twice.
TEST(EncodeReal, HalvesAreRoundedOnceFromDouble) {
  const double tie = 1 + std::ldexp(1.0, -11); // between 1 and the next half
  EXPECT_EQ(encode_real({floating, 16, 1}, tie), 0x3c00u);
  EXPECT_EQ(encode_real({floating, 16, 1}, tie + 1e-14), 0x3c01u);
  EXPECT_EQ(encode_real({floating, 16, 1}, -tie - 1e-14), 0xbc01u);
  EXPECT_EQ(encode_real({floating, 16, 1}, tie - 1e-14), 0x3c00u);
  const double odd_tie = 1 + 3 * std::ldexp(1.0, -11);
  EXPECT_EQ(encode_real({floating, 16, 1}, odd_tie), 0x3c02u);
  EXPECT_EQ(encode_real({floating, 16, 1}, odd_tie - 1e-14), 0x3c01u);
  EXPECT_EQ(encode_real({floating, 16, 1}, std::ldexp(1.0, -25)), 0u);
  EXPECT_EQ(encode_real({floating, 16, 1}, std::ldexp(1.0, -25) * (1 + 1e-15)), 1u);
  EXPECT_EQ(encode_real({floating, 16, 1}, -1e-300), 0x8000u);
}

TEST(EncodeReal, EveryCodeComesBack) {
  for (const ElementFormat format : {ElementFormat{unsigned_int, 8, 1},
                                     {unsigned_int, 16, 1},
                                     {signed_int, 8, 1},
                                     {signed_int, 16, 1},
                                     {floating, 16, 1}}) {
    const std::uint32_t most_negative = format.kind == signed_int ? 1u << (format.bits - 1) : 0u;
    for (std::uint32_t code = 0; code < (1u << format.bits); ++code) {
      const double value = real_value(format, code);
      if (std::isnan(value) || (most_negative && code == most_negative)) continue;
      ASSERT_EQ(encode_real(format, value), code) << format.bits;
    }
  }
  for (std::uint64_t code = 0; code < (1ull << 32); code += 65521) {
    ASSERT_EQ(encode_real({unsigned_int, 32, 1}, real_value({unsigned_int, 32, 1}, std::uint32_t(code))),
              code);
    ASSERT_EQ(encode_real({signed_int, 32, 1}, real_value({signed_int, 32, 1}, std::uint32_t(code))), code);
  }
}

Image counting(int width, int height, ElementFormat format) {
  Image image = Image::create(width, height, format);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int number = y * 100 + x;
      std::memcpy(image.texel(x, y), &number, std::size_t(std::min(4, format.texel_bytes())));
    }
  return image;
}

TEST(Resize, TakesTheTexelUnderTheMiddle) {
  const Image small = resize(counting(5, 3, {unsigned_int, 32, 1}), 2, 2);
  ASSERT_EQ(small.width, 2);
  ASSERT_EQ(small.height, 2);
  EXPECT_EQ(small.bits_at(0, 0, 0), 1u);   // floor(0.5 * 5 / 2) = 1, floor(0.5 * 3 / 2) = 0
  EXPECT_EQ(small.bits_at(1, 0, 0), 3u);   // floor(1.5 * 5 / 2) = 3
  EXPECT_EQ(small.bits_at(0, 1, 0), 201u); // floor(1.5 * 3 / 2) = 2
  const Image large = resize(counting(2, 1, {unsigned_int, 32, 1}), 5, 3);
  const std::uint32_t expected[] = {0, 0, 1, 1, 1}; // 0.2 0.6 1.0 1.4 1.8
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 5; ++x)
      EXPECT_EQ(large.bits_at(x, y, 0), expected[x]);
}

TEST(Resize, MovesWholeTexelsOfEverySize) {
  for (const ElementKind kind : {unsigned_int, floating})
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 3, 4}) {
        Image from = Image::create(7, 3, {kind, bits, channels});
        for (std::size_t i = 0; i < from.size_bytes(); ++i)
          from.texels[i] = std::byte(i * 37);
        const Image to = resize(from, 3, 2);
        EXPECT_EQ(to.format, from.format);
        for (int c = 0; c < channels; ++c)
          EXPECT_EQ(to.bits_at(2, 1, c), from.bits_at(5, 2, c));
      }
}

TEST(Resize, OneTexelFillsAnySize) {
  const Image large = resize(counting(1, 1, {unsigned_int, 8, 4}), 131, 67);
  EXPECT_EQ(large.size_bytes(), 131u * 67 * 4);
  EXPECT_EQ(resize(counting(16384, 1, {unsigned_int, 32, 1}), 1, 1).bits_at(0, 0, 0), 8192u);
}

} // namespace
} // namespace texelscope
