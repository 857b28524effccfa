#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image/image.h"

namespace texelscope {
namespace {

using enum ElementKind;

constexpr std::array<ElementFormat, 8> elements = {{{unsigned_int, 8, 1},
                                                    {unsigned_int, 16, 1},
                                                    {unsigned_int, 32, 1},
                                                    {signed_int, 8, 1},
                                                    {signed_int, 16, 1},
                                                    {signed_int, 32, 1},
                                                    {floating, 16, 1},
                                                    {floating, 32, 1}}};

Image with_text(int width, int height, ElementFormat format, const std::vector<std::uint32_t>& values) {
  Image image = Image::create(width, height, format);
  const auto bytes = std::size_t(format.bits / 8);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::memcpy(image.texels.data() + i * bytes, &values[i], bytes);
  return image;
}

std::uint32_t converted(ElementFormat from, std::uint32_t bits, ElementFormat to) {
  return convert(with_text(1, 1, from, {bits}), to).bits_at(0, 0, 0);
}

TEST(Convert, KnownValues) {
  EXPECT_EQ(converted({unsigned_int, 8, 1}, 255, {unsigned_int, 16, 1}), 65535u);
  EXPECT_EQ(converted({unsigned_int, 8, 1}, 1, {unsigned_int, 16, 1}), 257u);
  EXPECT_EQ(converted({unsigned_int, 16, 1}, 128, {unsigned_int, 8, 1}), 0u);
  EXPECT_EQ(converted({unsigned_int, 16, 1}, 129, {unsigned_int, 8, 1}), 1u);
  EXPECT_EQ(converted({unsigned_int, 8, 1}, 255, {floating, 32, 1}), 0x3f800000u);
  EXPECT_EQ(converted({unsigned_int, 8, 1}, 128, {floating, 16, 1}), 0x3804u);
  EXPECT_EQ(converted({unsigned_int, 8, 1}, 255, {signed_int, 8, 1}), 127u);
  EXPECT_EQ(converted({signed_int, 8, 1}, 0x80, {floating, 32, 1}), 0xbf800000u);
  EXPECT_EQ(converted({signed_int, 8, 1}, 0x80, {unsigned_int, 8, 1}), 0u) << "negative values clamp";
  EXPECT_EQ(converted({floating, 32, 1}, float_bits(1e30f), {unsigned_int, 16, 1}), 65535u);
  EXPECT_EQ(converted({floating, 32, 1}, 0x7fc00000u, {signed_int, 16, 1}), 0u) << "NaN";
  EXPECT_EQ(converted({floating, 32, 1}, 0x7f812345u, {floating, 16, 1}), 0x7e09u)
      << "a NaN keeps its upper payload";
  EXPECT_EQ(converted({floating, 32, 1}, float_bits(70000.0f), {floating, 16, 1}), 0x7c00u);
}

// The loops over whole images use tables and shortcuts; the rule is encode_real of real_value.
TEST(Convert, FollowsTheRuleBetweenAllElements) {
  constexpr int width = 331, height = 257; // more than 65536 texels, so that tables are used
  for (const ElementFormat& from : elements) {
    std::vector<std::uint32_t> values(std::size_t(width) * height);
    std::uint32_t random = 12345;
    for (std::size_t i = 0; i < values.size(); ++i) {
      random = random * 1664525u + 1013904223u;
      values[i] = from.bits == 32 ? random : std::uint32_t(i) & ((1u << from.bits) - 1u);
      if (from.kind == floating && from.bits == 32 && i % 2)
        values[i] = float_bits(float(random >> 8) * 0x1p-23f - 0.5f);
    }
    const Image image = with_text(width, height, from, values);
    for (const ElementFormat& to : elements) {
      const Image result = convert(image, to);
      ASSERT_EQ(result.width, width);
      ASSERT_EQ(result.height, height);
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const std::uint32_t bits = image.bits_at(x, y, 0);
          const double value = real_value(from, bits);
          if (value != value && to.kind == floating) continue;
          const std::uint32_t expected = from == to ? bits : encode_real(to, value);
          ASSERT_EQ(result.bits_at(x, y, 0), expected)
              << from.bits << " bits to " << to.bits << ", " << std::hex << bits;
        }
    }
  }
}

TEST(Convert, ChannelsAreAddedAndDroppedAsStated) {
  const std::vector<std::uint32_t> one = {77}, two = {77, 88}, three = {77, 88, 99}, four = {77, 88, 99, 11};
  const auto channels = [](const std::vector<std::uint32_t>& values, int to) {
    const Image image =
        convert(with_text(1, 1, {unsigned_int, 8, int(values.size())}, values), {unsigned_int, 8, to});
    std::vector<std::uint32_t> found;
    for (int c = 0; c < to; ++c)
      found.push_back(image.bits_at(0, 0, c));
    return found;
  };
  using Values = std::vector<std::uint32_t>;
  EXPECT_EQ(channels(one, 2), (Values{77, 0}));
  EXPECT_EQ(channels(one, 4), (Values{77, 77, 77, 255}));
  EXPECT_EQ(channels(two, 1), (Values{77}));
  EXPECT_EQ(channels(two, 4), (Values{77, 88, 0, 255}));
  EXPECT_EQ(channels(three, 4), (Values{77, 88, 99, 255}));
  EXPECT_EQ(channels(three, 1), (Values{77}));
  EXPECT_EQ(channels(four, 2), (Values{77, 88}));
  EXPECT_EQ(channels(four, 4), four);
  const Image lowest = convert(with_text(1, 1, {signed_int, 8, 1}, {0x80}), {signed_int, 8, 2});
  EXPECT_EQ(lowest.bits_at(0, 0, 0), 0x80u) << "the same element keeps its bits";
}

TEST(Convert, AddedAlphaIsOneInEveryElement) {
  for (const ElementFormat& from : elements)
    for (const ElementFormat& to : elements) {
      const Image image = convert(Image::create(3, 2, {from.kind, from.bits, 2}), {to.kind, to.bits, 4});
      EXPECT_EQ(real_value(to, image.bits_at(2, 1, 3)), 1);
      EXPECT_EQ(image.bits_at(2, 1, 2), 0u);
    }
}

TEST(Convert, ChannelsAndElementsTogether) {
  const Image from =
      with_text(2, 2, {unsigned_int, 8, 4}, {0, 51, 102, 153, 255, 0, 51, 102, 1, 2, 3, 4, 5, 6, 7, 8});
  const Image to = convert(from, {floating, 32, 2});
  EXPECT_EQ(bits_float(to.bits_at(0, 0, 1)), 0.2f);
  EXPECT_EQ(bits_float(to.bits_at(1, 0, 0)), 1.0f);
  EXPECT_EQ(bits_float(to.bits_at(1, 1, 1)), float(6 / 255.0));
}

TEST(Half, AllHalvesComeBackFromFloat) {
  for (std::uint32_t code = 0; code < 65536; ++code) {
    const float value = half_to_float(std::uint16_t(code));
    const bool nan = (code & 0x7c00u) == 0x7c00u && (code & 1023u) != 0;
    ASSERT_EQ(value != value, nan);
    ASSERT_EQ(float_to_half(value), nan ? (code | 0x200u) : code); // NaN becomes quiet
    if (nan) continue;
    const int exponent = int(code >> 10 & 31), mantissa = int(code & 1023);
    const double magnitude = exponent == 31  ? std::numeric_limits<double>::infinity()
                             : exponent == 0 ? std::ldexp(mantissa, -24)
                                             : std::ldexp(1024 + mantissa, exponent - 25);
    ASSERT_EQ(double(value), code & 0x8000u ? -magnitude : magnitude);
  }
}

// Between two neighboring halves, the nearer one; in the middle, the even one.
TEST(Half, FloatsRoundToTheNearestEvenHalf) {
  for (std::uint32_t code = 0; code < 0x7bffu; ++code) {
    const float below = half_to_float(std::uint16_t(code)), above = half_to_float(std::uint16_t(code + 1));
    const float middle = (below + above) / 2; // exact: one more bit than a half has
    ASSERT_EQ(float_to_half(middle), code % 2 ? code + 1 : code);
    ASSERT_EQ(float_to_half(std::nextafter(middle, 0.0f)), code);
    ASSERT_EQ(float_to_half(std::nextafter(middle, 1e9f)), code + 1);
    ASSERT_EQ(float_to_half(-std::nextafter(middle, 1e9f)), (code + 1) | 0x8000u);
  }
  EXPECT_EQ(float_to_half(65519.996f), 0x7bffu);
  EXPECT_EQ(float_to_half(65520.0f), 0x7c00u);
  EXPECT_EQ(float_to_half(std::numeric_limits<float>::denorm_min()), 0u);
}

} // namespace
} // namespace texelscope
