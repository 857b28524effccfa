#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/image.h"

namespace texelscope {
namespace {

using enum ElementKind;
using Float4 = std::array<float, 4>;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr Rgb black = {0, 0, 0};

Picture floats(int width, int height, const Float4& value, int channels = 4) {
  Picture picture{width, height, ResultType::floating, {floating, 32, channels}, {}};
  const TexelBits bits = {float_bits(value[0]), float_bits(value[1]), float_bits(value[2]),
                          float_bits(value[3])};
  picture.pixels.assign(std::size_t(width * height), bits);
  return picture;
}

Rgb color_at(const std::vector<std::uint8_t>& rgba, int width, int x, int y) {
  const std::size_t i = std::size_t(y * width + x) * 4;
  EXPECT_EQ(rgba.at(i + 3), 255);
  return {rgba[i], rgba[i + 1], rgba[i + 2]};
}

Rgb shown(const Float4& value, const ViewSpec& view = {}, int channels = 4) {
  return color_at(tone_map(floats(1, 1, value, channels), view), 1, 0, 0);
}

ViewSpec masked(bool r, bool g, bool b, bool a) {
  ViewSpec view;
  view.show_channel = {r, g, b, a};
  return view;
}

TEST(ShownValue, FloatsAsTheyAreIntegersAsReals) {
  EXPECT_EQ(shown_value(ResultType::floating, {unsigned_int, 8, 4}, float_bits(0.25f)), 0.25);
  EXPECT_EQ(shown_value(ResultType::unsigned_int, {unsigned_int, 8, 4}, 255), 1);
  EXPECT_EQ(shown_value(ResultType::signed_int, {signed_int, 16, 4}, 0xffff8001u), -1);
  EXPECT_EQ(shown_value(ResultType::unsigned_int, {unsigned_int, 32, 4}, 0xffffffffu), 1);
}

TEST(ToneMap, RoundsToTheNearestByte) {
  EXPECT_EQ(shown({0, 0.5f, 1, 0}), (Rgb{0, 128, 255})); // 127.5 + 0.5
  EXPECT_EQ(shown({1.4f / 255, 1.6f / 255, 254.4f / 255, 0}), (Rgb{1, 2, 254}));
  EXPECT_EQ(shown({-1, 2, 1e30f, 0}), (Rgb{0, 255, 255}));
}

TEST(ToneMap, ExposureAndRange) {
  ViewSpec view;
  view.exposure = 1;
  EXPECT_EQ(shown({0.25f, 0.5f, 0.1f, 0}, view), (Rgb{128, 255, 51}));
  view.exposure = 0;
  view.range_low = 10;
  view.range_high = 20;
  EXPECT_EQ(shown({10, 15, 20, 0}, view), (Rgb{0, 128, 255}));
  view.range_high = 0; // reversed
  EXPECT_EQ(shown({10, 2, 0, 0}, view), (Rgb{0, 204, 255}));
  view.range_high = 10; // a threshold
  EXPECT_EQ(shown({9, 10, 11, 0}, view), (Rgb{0, 0, 255}));
}

TEST(ToneMap, IntegersShowTheirRealValue) {
  Picture picture{1, 1, ResultType::unsigned_int, {unsigned_int, 16, 4}, {{65535, 32768, 0, 1}}};
  EXPECT_EQ(color_at(tone_map(picture, {}), 1, 0, 0), (Rgb{255, 128, 0}));
  picture = {1, 1, ResultType::signed_int, {signed_int, 8, 4}, {{127, 0xffffffffu, 64, 1}}};
  EXPECT_EQ(color_at(tone_map(picture, {}), 1, 0, 0), (Rgb{255, 0, 129}));
}

TEST(ToneMap, ChannelsOfTheSource) {
  EXPECT_EQ(shown({0.2f, 0.4f, 0.6f, 0.8f}, {}, 1), (Rgb{51, 51, 51}));
  EXPECT_EQ(shown({0.2f, 0.4f, 0.6f, 0.8f}, {}, 2), (Rgb{51, 102, 0}));
  EXPECT_EQ(shown({0.2f, 0.4f, 0.6f, 0.8f}, {}, 4), (Rgb{51, 102, 153}));
}

TEST(ToneMap, Masks) {
  const Float4 value = {0.2f, 0.4f, 0.6f, 0.8f};
  EXPECT_EQ(shown(value, masked(true, false, true, true)), (Rgb{51, 0, 153}));
  EXPECT_EQ(shown(value, masked(false, true, false, false)), (Rgb{102, 102, 102}));
  EXPECT_EQ(shown(value, masked(false, false, false, true)), (Rgb{204, 204, 204}));
  EXPECT_EQ(shown(value, masked(false, true, false, true)), (Rgb{0, 102, 0}));
  EXPECT_EQ(shown(value, masked(false, false, false, false)), black);
  EXPECT_EQ(shown(value, masked(false, true, true, true), 1), black) << "the source has red alone";
  EXPECT_EQ(shown(value, masked(false, true, true, true), 2), (Rgb{102, 102, 102}));
}

TEST(ToneMap, MarksOfNonFiniteValues) {
  EXPECT_EQ(shown({not_a_number, 0, 0, 0}), nan_color);
  EXPECT_EQ(shown({0, 0, -not_a_number, 0}), nan_color);
  EXPECT_EQ(shown({infinity, not_a_number, 0, 0}), nan_color) << "NaN takes precedence";
  EXPECT_EQ(shown({infinity, -infinity, 0, 0}), plus_infinity_color);
  EXPECT_EQ(shown({0, -infinity, 0, 0}), minus_infinity_color);
  EXPECT_EQ(shown({0, 0, 0, not_a_number}), black) << "alpha is not drawn";
  EXPECT_EQ(shown({not_a_number, 1, 0, 0}, masked(false, true, true, false)), (Rgb{0, 255, 0}))
      << "red is not drawn either";
  EXPECT_EQ(shown({0, 0, 0, not_a_number}, masked(false, false, false, true)), nan_color);
  ViewSpec off;
  off.mark_nonfinite = false;
  EXPECT_EQ(shown({not_a_number, infinity, -infinity, 0}, off), (Rgb{0, 255, 0}));
}

TEST(ToneMap, StripesRunAcross) {
  const auto rgba = tone_map(floats(9, 9, {infinity, 0, 0, 0}), {});
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x)
      EXPECT_EQ(color_at(rgba, 9, x, y), (x + y) / 4 % 2 ? black : plus_infinity_color) << x << ", " << y;
}

TEST(ToneMap, MarksOfValuesOutOfRange) {
  ViewSpec view;
  view.mark_out_of_range = true;
  const auto rgba = tone_map(floats(8, 1, {1.5f, -1, 0.5f, 0}), view);
  EXPECT_EQ(color_at(rgba, 8, 0, 0), above_color);
  EXPECT_EQ(color_at(rgba, 8, 4, 0), (Rgb{255, 0, 128}));
  EXPECT_EQ(shown({0, -0.001f, 1, 0}, view), below_color);
  EXPECT_EQ(shown({0, 1, 0.5f, 7}, view), (Rgb{0, 255, 128})) << "0 and 1 are inside, alpha is not drawn";
  view.mark_nonfinite = false;
  EXPECT_EQ(shown({infinity, 0, 0, 0}, view), above_color);
  EXPECT_EQ(shown({not_a_number, 0, 0, 0}, view), black);
}

TEST(ToneMap, FalseColors) {
  ViewSpec view;
  view.false_color = FalseColor::gray;
  EXPECT_EQ(shown({0.2f, 0.4f, 0.6f, 0.8f}, view), (Rgb{51, 51, 51}));
  view.show_channel = {false, false, true, true};
  EXPECT_EQ(shown({0.2f, 0.4f, 0.6f, 0.8f}, view), (Rgb{153, 153, 153}));
  EXPECT_EQ(shown({0.2f, 0.4f, 0.6f, 0.8f}, view, 2), black);
  view.show_channel = {true, true, true, true};
  view.false_color = FalseColor::viridis;
  EXPECT_EQ(shown({0, 9, 9, 9}, view), (Rgb{68, 1, 84}));
  EXPECT_EQ(shown({1, 9, 9, 9}, view), (Rgb{253, 231, 37}));
  EXPECT_EQ(shown({-5, 9, 9, 9}, view), (Rgb{68, 1, 84}));
  EXPECT_EQ(shown({0.5f / 15, 0, 0, 0}, view), (Rgb{70, 14, 96})); // halfway to {72, 26, 108}: 13.5 rounds up
  EXPECT_EQ(shown({0.2f, 0, 0, 0}, view), (Rgb{65, 68, 135}));
}

TEST(ToneMap, SignedColors) {
  ViewSpec view;
  view.false_color = FalseColor::signed_map;
  EXPECT_EQ(shown({0, 0, 0, 0}, view), (Rgb{255, 255, 255}));
  EXPECT_EQ(shown({1, 0, 0, 0}, view), positive_color);
  EXPECT_EQ(shown({-7, 0, 0, 0}, view), negative_color);
  EXPECT_EQ(shown({-0.5f, 0, 0, 0}, view), (Rgb{140, 176, 235})); // 139.5, 175.5, 234.5 round up
  view.range_low = -4;
  view.exposure = 1;
  EXPECT_EQ(shown({2, 0, 0, 0}, view), positive_color) << "2 * 2 / max(4, 1)";
  view.mark_out_of_range = true;
  EXPECT_EQ(shown({-2, 0, 0, 0}, view), negative_color);
  EXPECT_EQ(shown({-2.1f, 0, 0, 0}, view), below_color);
  EXPECT_EQ(shown({2.1f, 0, 0, 0}, view), above_color);
}

TEST(ToneMap, AResultOverAColor) {
  ViewSpec view;
  view.over_color = {0, 1, 0.5f};
  EXPECT_EQ(shown({0.8f, 0.4f, 0.2f, 0.25f}, view), (Rgb{204, 102, 51})) << "off";
  view.over = Over::straight; // 0.2 + 0, 0.1 + 0.75, 0.05 + 0.375
  EXPECT_EQ(shown({0.8f, 0.4f, 0.2f, 0.25f}, view), (Rgb{51, 217, 108}));
  EXPECT_EQ(shown({0.8f, 0.4f, 0.2f, 1}, view), (Rgb{204, 102, 51}));
  EXPECT_EQ(shown({0.8f, 0.4f, 0.2f, 0}, view), (Rgb{0, 255, 128}));
  EXPECT_EQ(shown({0.8f, 0.4f, 0.2f, 0.25f}, view, 2), (Rgb{204, 102, 0})) << "two channels have no alpha";
  view.over = Over::premultiplied; // 0.2 + 0, 0.1 + 0.75, 0.05 + 0.375
  EXPECT_EQ(shown({0.2f, 0.1f, 0.05f, 0.25f}, view), (Rgb{51, 217, 108}));
  view.range_high = 2; // the range acts on what lies over the color
  EXPECT_EQ(shown({0.2f, 0.1f, 0.05f, 0.25f}, view), (Rgb{26, 108, 54}));
  view.range_high = 1;
  view.show_channel = {false, false, false, true}; // alpha itself
  EXPECT_EQ(shown({0.2f, 0.1f, 0.05f, 0.25f}, view), (Rgb{64, 64, 64}));
  view.show_channel = {true, true, true, true};
  view.mark_out_of_range = true;
  EXPECT_EQ(shown({0.9f, 0.1f, 0, 0.25f}, view), (Rgb{230, 217, 96}));
  EXPECT_EQ(shown({0, 0.5f, 0, 0.25f}, view), above_color) << "0.5 + 0.75";
}

TEST(ToneMap, EveryPixelOfALargePicture) {
  Picture picture = floats(701, 503, {0, 0, 0, 0});
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i][1] = float_bits(float(i % 256) / 255);
  const auto rgba = tone_map(picture, {});
  ASSERT_EQ(rgba.size(), picture.pixels.size() * 4);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    ASSERT_EQ(rgba[i * 4 + 1], i % 256);
  EXPECT_TRUE(tone_map(Picture(), {}).empty());
}

// One texel of `format` after the other, drawn one pixel each.
std::vector<std::uint8_t> drawn(const Image& image, const TexelWindow& window, int width, int height,
                                const ViewSpec& view = {}) {
  std::vector<std::uint8_t> rgba(std::size_t(width * height) * 4, 99);
  tone_map({image.width, image.height, image.format, image.texels.data()}, window, view, width, height,
           rgba.data());
  return rgba;
}

void set(Image& image, int x, int y, const Float4& value) {
  const int bytes = image.format.bits / 8;
  for (int c = 0; c < image.format.channels; ++c) {
    const std::uint32_t code = encode_real(image.format, double(value[std::size_t(c)]));
    std::memcpy(image.texel(x, y) + c * bytes, &code, std::size_t(bytes));
  }
}

TEST(ToneMapTexels, EveryFormatShowsItsRealValues) {
  for (const ElementFormat& format : {ElementFormat{unsigned_int, 8, 4},
                                      {unsigned_int, 16, 4},
                                      {unsigned_int, 32, 4},
                                      {signed_int, 8, 4},
                                      {signed_int, 16, 4},
                                      {signed_int, 32, 4},
                                      {floating, 16, 4},
                                      {floating, 32, 4}}) {
    Image image = Image::create(2, 1, format);
    set(image, 0, 0, {1, 0, 0.25f, 0.5f});
    set(image, 1, 0, {-1, 1, 0, 0});
    const auto rgba = drawn(image, {}, 2, 1);
    const Rgb first = color_at(rgba, 2, 0, 0);
    EXPECT_EQ(first[0], 255);
    EXPECT_EQ(first[1], 0);
    EXPECT_NEAR(first[2], 64, 1) << format.bits;
    EXPECT_EQ(color_at(rgba, 2, 1, 0), (Rgb{0, 255, 0}));
  }
}

TEST(ToneMapTexels, AreShownAsTheyAreStored) {
  Image image = Image::create(1, 1, {unsigned_int, 8, 4});
  set(image, 0, 0, {1, 0.2f, 0, 0});
  ViewSpec view;
  view.over = Over::straight;
  EXPECT_EQ(color_at(drawn(image, {}, 1, 1, view), 1, 0, 0), (Rgb{255, 51, 0}));
}

TEST(ToneMapTexels, PixelsShowTheTexelUnderTheirCentreAndGroundElsewhere) {
  Image image = Image::create(3, 2, {unsigned_int, 8, 1});
  set(image, 0, 0, {1, 0, 0, 0});
  set(image, 2, 1, {0.6f, 0, 0, 0});
  const Rgb ground = {ground_grays[0], ground_grays[0], ground_grays[0]};
  const Rgb other = {ground_grays[1], ground_grays[1], ground_grays[1]};
  // From half a texel left and above, two pixels a texel.
  const auto rgba = drawn(image, {-0.5, -0.5, 0.5}, 10, 8);
  EXPECT_EQ(color_at(rgba, 10, 0, 3), ground);
  EXPECT_EQ(color_at(rgba, 10, 3, 0), ground);
  EXPECT_EQ(color_at(rgba, 10, 1, 1), (Rgb{255, 255, 255}));
  EXPECT_EQ(color_at(rgba, 10, 2, 2), (Rgb{255, 255, 255}));
  EXPECT_EQ(color_at(rgba, 10, 3, 1), black);
  EXPECT_EQ(color_at(rgba, 10, 5, 3), (Rgb{153, 153, 153}));
  EXPECT_EQ(color_at(rgba, 10, 6, 4), (Rgb{153, 153, 153}));
  EXPECT_EQ(color_at(rgba, 10, 7, 4), ground);
  EXPECT_EQ(color_at(rgba, 10, 8, 3), other);
  EXPECT_EQ(color_at(rgba, 10, 6, 5), ground);
  // A window far outside, and one that takes many texels a pixel.
  EXPECT_EQ(color_at(drawn(image, {1e9, -1e9, 4}, 1, 1), 1, 0, 0), ground);
  EXPECT_EQ(color_at(drawn(image, {0.5, 0.5, 2}, 1, 1), 1, 0, 0), black); // texel 1, 1
}

TEST(ToneMapTexels, MarksAndFalseColoursAsForResults) {
  Image image = Image::create(1, 1, {floating, 32, 2});
  set(image, 0, 0, {not_a_number, 2, 0, 0});
  EXPECT_EQ(color_at(drawn(image, {}, 1, 1), 1, 0, 0), nan_color);
  ViewSpec view;
  view.false_color = FalseColor::viridis;
  set(image, 0, 0, {1, 0, 0, 0});
  EXPECT_EQ(color_at(drawn(image, {}, 1, 1, view), 1, 0, 0), viridis_colors[15]);
}

TEST(ToneMap, ARowWithOneNonfiniteValueKeepsTheOthers) {
  Picture picture = floats(37, 1, {0.25f, 0.5f, 1, infinity});
  picture.pixels[20][1] = float_bits(not_a_number);
  const auto rgba = tone_map(picture, {});
  for (int x = 0; x < 37; ++x)
    EXPECT_EQ(color_at(rgba, 37, x, 0), x == 20 ? nan_color : (Rgb{64, 128, 255})) << x;
}

} // namespace
} // namespace texelscope
