// Tables worked out by hand from the rules in kernels/unit/texture_unit.
#include "kernels/unit/texture_unit/texture_unit.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/special_floats.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/split_weights.h"
#include "texelscope/texture_unit.h"

namespace texelscope {
namespace {

using tests::infinity;
using tests::nan;
constexpr ElementFormat u8{ElementKind::unsigned_int, 8, 1}, u16{ElementKind::unsigned_int, 16, 1},
    u32{ElementKind::unsigned_int, 32, 1}, s8{ElementKind::signed_int, 8, 1},
    s16{ElementKind::signed_int, 16, 1}, f16{ElementKind::floating, 16, 1}, f32{ElementKind::floating, 32, 1};

// One row of texels given as bits.
Image row(ElementFormat format, std::vector<std::uint32_t> bits) {
  Image image = Image::create(int(bits.size()) / format.channels, 1, format);
  const std::size_t bytes = std::size_t(format.bits) / 8;
  for (std::size_t i = 0; i < bits.size(); ++i)
    std::memcpy(image.texels.data() + i * bytes, &bits[i], bytes);
  return image;
}

Image ramp(int size) {
  std::vector<std::uint32_t> bits;
  for (int i = 0; i < size; ++i)
    bits.push_back(std::uint32_t(i));
  return row(u32, bits);
}

Effective sampler(AddressMode mode, bool normalized, FilterMode filter) {
  Effective s;
  s.sampler.address = {mode, AddressMode::clamp};
  s.sampler.normalized_coords = normalized;
  s.sampler.filter = filter;
  s.sampler.read_mode = ReadMode::normalized_float;
  return s;
}

struct Where {
  float coordinate;
  int texel; // -1: border
};

void expect_point(AddressMode mode, bool normalized, int size, std::initializer_list<Where> table) {
  const Image image = ramp(size);
  Effective s = sampler(mode, normalized, FilterMode::point);
  s.sampler.border_color = {1, 0, 0, 0};
  for (const Where& w : table) {
    const std::uint32_t expected = w.texel < 0 ? 0x3f800000u : std::uint32_t(w.texel);
    EXPECT_EQ(fetch(texture_of(image, s), w.coordinate, 0.5f)[0], expected) << w.coordinate;
  }
}

TEST(TextureUnitPoint, clamp) {
  expect_point(AddressMode::clamp, true, 4,
               {{-0.1f, 0},
                {0, 0},
                {0.249f, 0},
                {0.25f, 1},
                {0.5f, 2},
                {0.999f, 3},
                {1, 3},
                {7, 3},
                {3e38f, 3},
                {-3e38f, 0},
                {infinity, 3},
                {-infinity, 0},
                {nan, 0}});
}

TEST(TextureUnitPoint, wrap) {
  expect_point(AddressMode::wrap, true, 4,
               {{-0.25f, 3},
                {-1, 0},
                {1, 0},
                {1.25f, 1},
                {2.5f, 2},
                {-1e-7f, 3},
                {-1e-30f, 3},
                {-1e-40f, 0},
                {16777216.0f, 0},
                {8388607.5f, 2},
                {-3e38f, 0},
                {nan, 0}});
}

TEST(TextureUnitPoint, mirror) {
  expect_point(AddressMode::mirror, true, 4,
               {{0.3f, 1},
                {1, 3},
                {1.25f, 2},
                {1.75f, 0},
                {2.25f, 1},
                {-0.25f, 0},
                {-0.5f, 1},
                {-1.25f, 3},
                {-1e-30f, 0},
                {3e38f, 0}});
}

TEST(TextureUnitPoint, border) {
  expect_point(AddressMode::border, true, 4,
               {{-0.01f, -1}, {0, 0}, {0.999f, 3}, {1, -1}, {-infinity, -1}, {nan, 0}});
}

TEST(TextureUnitPoint, texel_coordinates_clamp_in_every_mode_but_border) {
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror})
    expect_point(mode, false, 4, {{-1, 0}, {0, 0}, {0.999f, 0}, {2.99f, 2}, {4.5f, 3}, {1e30f, 3}});
  expect_point(AddressMode::border, false, 4, {{-0.001f, -1}, {3.999f, 3}, {4, -1}});
}

// 0.33333334f * 3 is 1 in floats, but its first 21 bits times 3 are just under 1.
TEST(TextureUnitPoint, the_coordinate_is_cut_to_21_bits) {
  expect_point(AddressMode::clamp, true, 3, {{0.33333334f, 0}, {0.33333346f, 0}, {0.3333335f, 1}});
}

TEST(TextureUnitPoint, prime_sizes_and_one) {
  expect_point(AddressMode::wrap, true, 1, {{-5.3f, 0}, {0.5f, 0}, {9.9f, 0}});
  expect_point(AddressMode::wrap, true, 7, {{0.9f, 6}, {1.9f, 6}, {-0.1f, 6}, {-0.9f, 0}});
}

struct Footprint {
  float coordinate;
  int first, second, weight;
};

void expect_linear(AddressMode mode, bool normalized, std::initializer_list<Footprint> table) {
  const Image image = row(f32, {0, 0, 0, 0});
  const Texture texture = texture_of(image, sampler(mode, normalized, FilterMode::linear));
  for (const Footprint& t : table) {
    const AxisTrace axis = fetch_traced(texture, t.coordinate, 0.5f).level[0].axis[0];
    EXPECT_EQ(axis.texel[0], t.first) << t.coordinate;
    EXPECT_EQ(axis.texel[1], t.second) << t.coordinate;
    EXPECT_EQ(axis.weight, t.weight) << t.coordinate;
  }
}

TEST(TextureUnitLinear, weights_round_to_a_256th_halves_up) {
  const float half_step = 0.5f + 1.0f / 512;
  expect_linear(AddressMode::clamp, false,
                {{0.5f, 0, 1, 0},
                 {1, 0, 1, 128},
                 {1.5f, 1, 2, 0},
                 {half_step, 0, 1, 1},
                 {std::nextafter(half_step, 0.0f), 0, 1, 0},
                 {2.498046875f, 2, 3, 0},
                 {2.49804663f, 1, 2, 255}});
}

TEST(TextureUnitLinear, clamp_leaves_no_weight_outside) {
  expect_linear(AddressMode::clamp, true,
                {{0, 0, 1, 0}, {-9, 0, 1, 0}, {1, 3, 3, 0}, {0.9375f, 3, 3, 0}, {9, 3, 3, 0}});
  expect_linear(AddressMode::clamp, false, {{0.498046875f, 0, 1, 0}, {0.3f, 0, 1, 0}, {3.6f, 3, 3, 0}});
}

TEST(TextureUnitLinear, border) {
  expect_linear(AddressMode::border, false,
                {{0, -1, 0, 128},
                 {0.498046875f, 0, 1, 0},
                 {0.49804685f, -1, 0, 255},
                 {4, 3, -1, 128},
                 {-7, -1, -1, 128}});
}

TEST(TextureUnitLinear, wrap) {
  expect_linear(AddressMode::wrap, true,
                {{0, 3, 0, 128}, {0.125f, 0, 1, 0}, {1, 3, 0, 128}, {-0.125f, 3, 0, 0}, {0.25f, 0, 1, 128}});
}

// In an odd period both texels are reflected and the weight keeps its side.
TEST(TextureUnitLinear, mirror) {
  expect_linear(AddressMode::mirror, true,
                {{0, 0, 0, 128},
                 {0.25f, 0, 1, 128},
                 {1, 3, 3, 128},
                 {1.125f, 3, 2, 0},
                 {1.25f, 3, 2, 128},
                 {-0.25f, 1, 0, 128},
                 {2.25f, 0, 1, 128}});
}

TEST(TextureUnitLinear, more_bits_above_8192_texels) {
  const auto axis = [](int size) {
    const Image image = Image::create(size, 1, u8);
    return fetch_traced(texture_of(image, sampler(AddressMode::clamp, true, FilterMode::linear)), 0x3p-22f,
                        0.5f)
        .level[0]
        .axis[0];
  };
  EXPECT_EQ(axis(8192).fraction_bits, 21);
  EXPECT_EQ(axis(8192).fixed, 1);
  EXPECT_EQ(axis(8193).fraction_bits, 22);
  EXPECT_EQ(axis(8193).fixed, 3);
}

// Measured: what a 2-D array is made for decides, not its texels.
TEST(TextureUnitLinear, more_bits_in_arrays_for_gathers_and_in_mipmapped_ones) {
  const auto bits = [](int width, int height, bool gather, bool mipmapped) {
    const Image image = Image::create(width, height, u8);
    Texture texture = texture_of(image, sampler(AddressMode::clamp, true, FilterMode::linear));
    texture.gather_array = gather;
    texture.mipmapped = mipmapped;
    return fetch_traced(texture, 0.25f, 0.5f).level[0].axis[0].fraction_bits;
  };
  struct Row {
    int side, plain, other;
  };
  for (const Row& row :
       {Row{8192, 21, 21}, {8193, 22, 22}, {16384, 22, 22}, {16385, 22, 23}, {32768, 22, 23}})
    for (const bool upright : {false, true}) {
      const int width = upright ? 2 : row.side, height = upright ? row.side : 2;
      EXPECT_EQ(bits(width, height, false, false), row.plain) << row.side;
      EXPECT_EQ(bits(width, height, true, false), row.other) << row.side;
      EXPECT_EQ(bits(width, height, false, true), row.other) << row.side;
    }
  EXPECT_EQ(bits(65536, 1, false, false), 22);
  EXPECT_EQ(bits(65537, 1, false, false), 23);
}

// A texel of 1 among zeros at 16383, and a coordinate whose 23rd bit moves the weight by 2/256.
TEST(TextureUnitLinear, a_plain_array_drops_the_bit_that_an_array_for_gathers_keeps) {
  std::vector<float> texels(32768, 0.0f);
  texels[16384] = 1;
  TextureResource resource{TextureKind::d2, {ChannelFormatKind::floating, 32, 1}, 32768, 1, 1,
                           {texels.data()}};
  TextureDesc desc;
  desc.filterMode = TextureFilterMode::linear;
  desc.normalizedCoords = true;
  const float u = 0.5f + 0x1p-23f; // texel 16384 and 1/256: 16383.5 + 1/256 behind the first center
  EXPECT_EQ(tex2D<float>(TextureObject(resource, desc), u, 0.5f), 0.5f);
  resource.gather = true;
  EXPECT_EQ(tex2D<float>(TextureObject(resource, desc), u, 0.5f), 0.5f + 1.0f / 256);
  resource.gather = false;
  resource.mipmapped = true;
  EXPECT_EQ(tex2D<float>(TextureObject(resource, desc), u, 0.5f), 0.5f + 1.0f / 256);
  desc.normalizedCoords = false; // of one level it counts texels, unlike one of several
  EXPECT_EQ(tex2D<float>(TextureObject(resource, desc), 16384.75f, 0.5f), 0.75f);
  resource.width = 32769;
  texels.resize(32769);
  resource.levels = {texels.data()};
  EXPECT_THROW(TextureObject(resource, desc), std::invalid_argument); // CUDA's limit of a mipmapped array
}

TEST(TextureUnitWeights, two_dimensions) {
  using Four = std::array<int, 4>;
  EXPECT_EQ(unit::weights_2d(0, 0), (Four{256, 0, 0, 0}));
  EXPECT_EQ(unit::weights_2d(1, 1), (Four{254, 1, 1, 0}));
  EXPECT_EQ(unit::weights_2d(1, 128), (Four{128, 0, 127, 1}));
  EXPECT_EQ(unit::weights_2d(128, 128), (Four{64, 64, 64, 64}));
  EXPECT_EQ(unit::weights_2d(255, 255), (Four{0, 1, 1, 254}));
}

// Two texels, the second with `weight` over 256.
std::uint32_t between(ElementFormat format, std::uint32_t first, std::uint32_t second, int weight) {
  const Image image = row(format, {first, second});
  const Texture texture = texture_of(image, sampler(AddressMode::clamp, false, FilterMode::linear));
  return fetch(texture, 0.5f + float(weight) / 256, 0.5f)[0];
}
float value(std::uint32_t word) {
  return std::bit_cast<float>(word);
}

TEST(TextureUnitFilter, unsigned_integers) {
  EXPECT_EQ(value(between(u8, 0, 255, 128)), 32768.0f / 65535);
  EXPECT_EQ(value(between(u8, 0, 255, 1)), 256.0f / 65535);
  EXPECT_EQ(value(between(u8, 255, 0, 0)), 1.0f);
  EXPECT_EQ(value(between(u16, 0, 65535, 128)), 32768.0f / 65535);
  EXPECT_EQ(value(between(u16, 0, 65535, 1)), 256.0f / 65535);
  EXPECT_EQ(value(between(u16, 3, 4, 127)), 3.0f / 65535);
  EXPECT_EQ(value(between(u16, 3, 4, 128)), 4.0f / 65535);
}

TEST(TextureUnitFilter, signed_integers) {
  EXPECT_EQ(value(between(s8, 127, 127, 0)), 1.0f);
  EXPECT_EQ(value(between(s8, 0x80, 0, 0)), -1.0f);
  EXPECT_EQ(value(between(s8, 0x81, 0, 0)), -1.0f);
  EXPECT_EQ(value(between(s8, 64, 0, 0)), 16513.0f / 32767);
  EXPECT_EQ(value(between(s8, 0, 127, 1)), 128.0f / 32767);
  EXPECT_EQ(value(between(s8, 0, 0xff, 1)), -1.0f / 32767);
  EXPECT_EQ(value(between(s16, 0, 0x8000, 128)), -16384.0f / 32767);
  EXPECT_EQ(value(between(s16, 0x8000, 0, 0)), -1.0f);
  EXPECT_EQ(value(between(s16, 0, 1, 128)), 1.0f / 32767);
  EXPECT_EQ(value(between(s16, 0, 0xffff, 128)), 0.0f);
}

TEST(TextureUnitFilter, halves_keep_15_bits_and_return_11) {
  EXPECT_EQ(value(between(f16, 0x3c00, 0x3c01, 128)), 1 + 0x1p-10f); // a tie goes away from zero
  EXPECT_EQ(value(between(f16, 0xbc00, 0xbc01, 128)), -1 - 0x1p-10f);
  EXPECT_EQ(value(between(f16, 0x3c00, 0x3c01, 127)), 1.0f);
  EXPECT_EQ(value(between(f16, 0x3c00, 0x07c0, 255)), 16640 * 0x1p-22f); // 1.9375 * 2^-14 is cut to 2^-14
  EXPECT_EQ(value(between(f16, 1, 0, 128)), 0x1p-24f);                   // half the smallest denormal
  EXPECT_EQ(between(f16, 1, 0, 129), 0u);
}

TEST(TextureUnitFilter, a_result_of_16_bits_is_the_nearest_half) {
  EXPECT_EQ(f16_result(0.5f), 0x3800);
  EXPECT_EQ(f16_result(-0.0f), 0x8000);
  EXPECT_EQ(f16_result(1 + 0x1p-11f), 0x3c00); // ties go to the even half
  EXPECT_EQ(f16_result(1 + 0x3p-11f), 0x3c02);
  EXPECT_EQ(f16_result(65519.996f), 0x7bff);
  EXPECT_EQ(f16_result(-65520), 0xfc00);
  EXPECT_EQ(f16_result(0x1.8p-24f), 0x0002);
  EXPECT_EQ(f16_result(0x1p-25f), 0x0000);
  EXPECT_EQ(f16_result(1e-45f), 0x0000);
  EXPECT_EQ(f16_result(-std::numeric_limits<float>::quiet_NaN()), 0x7fff);
}

TEST(TextureUnitFilter, floats_keep_28_bits_and_return_24) {
  const auto bits = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  const float one_up = 1 + 0x1p-23f;
  EXPECT_EQ(value(between(f32, bits(1), bits(one_up), 128)), one_up);
  EXPECT_EQ(value(between(f32, bits(-1), bits(-one_up), 128)), -one_up);
  EXPECT_EQ(value(between(f32, bits(1), bits(one_up), 127)), 1.0f);
  EXPECT_EQ(value(between(f32, bits(1), bits(0x1.fp-28f), 255)), 1.0f / 256); // nothing of it is left
  EXPECT_EQ(value(between(f32, bits(1), bits(0x1.fp-27f), 255)),
            (0x1p27f + 255) / 0x1p35f); // one unit is left
  EXPECT_EQ(value(between(f32, bits(3e38f), bits(3e38f), 77)), 3e38f);
  EXPECT_EQ(between(f32, 5, 5, 128), 0u); // a denormal result
  EXPECT_EQ(between(f32, 0x80000005, 0x80000005, 128), 0x80000000u);
  EXPECT_EQ(between(f32, bits(-0.0f), bits(-0.0f), 128), 0x80000000u);
  EXPECT_EQ(between(f32, bits(-0.0f), bits(0.0f), 128), 0u);
  EXPECT_EQ(value(between(f32, 0x00ffffff, 0x007fffff, 128)), 0x1p-126f); // a denormal texel counts as 0
}

TEST(TextureUnitFilter, infinities_and_nan_need_a_weight) {
  const std::uint32_t one = 0x3f800000, inf = 0x7f800000, minus_inf = 0xff800000;
  EXPECT_EQ(between(f32, one, inf, 0), one);
  EXPECT_EQ(between(f32, one, inf, 1), inf);
  EXPECT_EQ(between(f32, minus_inf, one, 255), minus_inf);
  EXPECT_EQ(between(f32, minus_inf, inf, 9), 0x7fffffffu);
  EXPECT_EQ(between(f32, one, 0xffc00001, 9), 0x7fffffffu);
  EXPECT_EQ(between(f16, 0x3c00, 0x7c00, 1), inf);
  EXPECT_EQ(between(f16, 0x3c00, 0x7c01, 1), 0x7fffe000u);
}

TEST(TextureUnitPointValues, each_format) {
  const auto at = [](ElementFormat format, std::uint32_t bits, ReadMode mode) {
    const Image image = row(format, {bits});
    Effective s = sampler(AddressMode::clamp, true, FilterMode::point);
    s.sampler.read_mode = mode;
    return fetch(texture_of(image, s), 0.5f, 0.5f)[0];
  };
  EXPECT_EQ(value(at(u8, 85, ReadMode::normalized_float)), 85.0f / 255);
  EXPECT_EQ(value(at(s8, 0x80, ReadMode::normalized_float)), -1.0f);
  EXPECT_EQ(value(at(s16, 0x8000, ReadMode::normalized_float)), -1.0f);
  EXPECT_EQ(value(at(u16, 65535, ReadMode::normalized_float)), 1.0f);
  EXPECT_EQ(at(s8, 0xfb, ReadMode::element), std::uint32_t(-5));
  EXPECT_EQ(at(u8, 0xfb, ReadMode::element), 0xfbu);
  EXPECT_EQ(at(s16, 0x8001, ReadMode::element), std::uint32_t(-32767));
  EXPECT_EQ(at(u32, 0xfffffffe, ReadMode::normalized_float), 0xfffffffeu);
  EXPECT_EQ(at(f32, 5, ReadMode::element), 5u); // a denormal passes
  EXPECT_EQ(value(at(f16, 0xc000, ReadMode::element)), -2.0f);
}

TEST(TextureUnitPointValues, missing_channels_are_zero) {
  const Image image = row({ElementKind::unsigned_int, 8, 2}, {255, 51});
  const TexelBits components =
      fetch(texture_of(image, sampler(AddressMode::clamp, true, FilterMode::linear)), 0.5f, 0.5f);
  EXPECT_EQ(value(components[0]), 1.0f);
  EXPECT_EQ(value(components[1]), 13107.0f / 65535);
  EXPECT_EQ(components[2], 0u);
  EXPECT_EQ(components[3], 0u);
}

float border_value(ElementFormat format, float color) {
  const Image image = row(format, {0});
  Effective s = sampler(AddressMode::border, true, FilterMode::point);
  s.sampler.border_color = {color, 0, 0, 0};
  return value(fetch(texture_of(image, s), 2, 0.5f)[0]);
}

TEST(TextureUnitBorder, is_encoded_in_the_format) {
  EXPECT_EQ(border_value(u8, 0.5f), 127.0f / 255); // halves go down
  EXPECT_EQ(border_value(u8, 2049 / 4096.0f), 128.0f / 255);
  EXPECT_EQ(border_value(u8, 2048.9f / 4096.0f), 127.0f / 255); // cut to 12 bits
  EXPECT_EQ(border_value(u8, -3), 0.0f);
  EXPECT_EQ(border_value(u8, infinity), 1.0f);
  EXPECT_EQ(border_value(u8, nan), 0.0f);
  EXPECT_EQ(border_value(s8, -0.5f), -63.0f / 127);
  EXPECT_EQ(border_value(s8, -7), -1.0f);
  EXPECT_EQ(border_value(u16, 0.25f), 16384.0f / 65535);
  EXPECT_EQ(border_value(s16, 1), 1.0f);
  EXPECT_EQ(border_value(f16, 0.3f), 0.2998046875f); // toward zero; the nearest half is above
  EXPECT_EQ(border_value(f16, -1 - 0x3p-12f), -1.0f);
  EXPECT_EQ(border_value(f16, -infinity), -infinity);
  EXPECT_EQ(border_value(f16, 1e30f), 65504.0f);
  EXPECT_EQ(border_value(f32, 0.3f), 0.3f);
}

TEST(TextureUnitBorder, mixes_in_two_dimensions) {
  const Image image = row(f32, {std::bit_cast<std::uint32_t>(2.0f)});
  Effective s = sampler(AddressMode::border, true, FilterMode::linear);
  s.sampler.border_color = {10, 0, 0, 0};
  s.sampler.address = {AddressMode::border, AddressMode::border};
  EXPECT_EQ(value(fetch(texture_of(image, s), 0, 0)[0]), 8.0f);    // three quarters border
  EXPECT_EQ(value(fetch(texture_of(image, s), 0.5f, 0)[0]), 6.0f); // half
  EXPECT_EQ(value(fetch(texture_of(image, s), 0.5f, 0.5f)[0]), 2.0f);
  s.sampler.address = {AddressMode::border, AddressMode::clamp};
  EXPECT_EQ(value(fetch(texture_of(image, s), 0, 0)[0]), 6.0f); // the clamped axis adds none
}

TEST(TextureUnitBorder, element_reads_take_the_low_bits_of_the_float) {
  const auto at = [](ElementFormat format) {
    const Image image = row(format, {0});
    Effective s = sampler(AddressMode::border, true, FilterMode::point);
    s.sampler.read_mode = ReadMode::element;
    s.sampler.border_color = {std::bit_cast<float>(0x3f8081c2u), 0, 0, 0};
    return fetch(texture_of(image, s), 2, 0.5f)[0];
  };
  EXPECT_EQ(at(u8), 0xc2u);
  EXPECT_EQ(at(s8), 0xffffffc2u);
  EXPECT_EQ(at(u16), 0x81c2u);
  EXPECT_EQ(at(s16), 0xffff81c2u);
  EXPECT_EQ(at(u32), 0x3f8081c2u);
}

// Measured: a +0 that contributes without weight makes a sum of -0 positive; one outside the footprint does
// not.
TEST(TextureUnitFilter, sign_of_zero) {
  Image image = Image::create(2, 2, f32);
  for (const auto& [x, y] : {std::array{0, 0}, std::array{1, 0}, std::array{0, 1}})
    *(image.texel(x, y) + 3) = std::byte(0x80);
  const Texture texture = texture_of(image, sampler(AddressMode::clamp, false, FilterMode::linear));
  EXPECT_EQ(fetch(texture, 0.5f + 3.0f / 256, 0.5f + 8.0f / 256)[0], 0u);
  EXPECT_EQ(fetch(texture, 0.5f, 0.5f + 8.0f / 256)[0], 0x80000000u);
}

// A corner texel whose product of weights rounds to 0 (a = 3, b = 8) still brings its NaN and its infinity.
TEST(TextureUnitFilter, what_contributes_without_weight) {
  Image image = Image::create(2, 2, f32);
  const auto corner = [&](std::uint32_t bits, float x, float y) {
    std::memcpy(image.texel(1, 1), &bits, 4);
    return fetch(texture_of(image, sampler(AddressMode::clamp, false, FilterMode::linear)), x, y)[0];
  };
  EXPECT_EQ(corner(0x7fc00000, 0.5f + 3.0f / 256, 0.5f + 8.0f / 256), 0x7fffffffu);
  EXPECT_EQ(corner(0x7f800000, 0.5f + 3.0f / 256, 0.5f + 8.0f / 256), 0x7f800000u);
  EXPECT_EQ(corner(0x7fc00000, 0.5f + 3.0f / 256, 0.5f), 0u);
  EXPECT_EQ(corner(0x42c80000, 0.5f + 3.0f / 256, 0.5f + 8.0f / 256), 0u);
}

TEST(TextureUnitSrgb, decodes_colours_before_the_filter_and_leaves_alpha) {
  const Image image = row({ElementKind::unsigned_int, 8, 4}, {0, 0, 0, 0, 255, 255, 255, 255});
  Effective s = sampler(AddressMode::clamp, false, FilterMode::linear);
  s.sampler.srgb = true;
  const TexelBits middle = fetch(texture_of(image, s), 1, 0.5f);
  EXPECT_EQ(value(middle[0]), 0.5f);
  EXPECT_EQ(value(middle[3]), 32768.0f / 65535);
  s.sampler.filter = FilterMode::point;
  EXPECT_EQ(value(fetch(texture_of(row({ElementKind::unsigned_int, 8, 2}, {1, 1}), s), 0.5f, 0.5f)[0]),
            5 * 0x1p-14f);
  EXPECT_EQ(value(fetch(texture_of(row({ElementKind::unsigned_int, 8, 2}, {1, 1}), s), 0.5f, 0.5f)[1]),
            1.0f / 255);
  const Image gray = row({ElementKind::unsigned_int, 8, 4}, {188, 188, 188, 188});
  const TexelBits components = fetch(texture_of(gray, s), 0.5f, 0.5f);
  EXPECT_NEAR(value(components[0]), 0.5029, 4e-3);
  EXPECT_EQ(value(components[3]), 188.0f / 255);
}

// 249 is 242 / 256, in the segment of 255, whose unit is 1 / 128; 1 is 5 / 16384 and vanishes beside it.
TEST(TextureUnitSrgb, filters_eight_bits_below_the_segments_exponent) {
  const auto mixed = [](std::uint32_t first, std::uint32_t second, int weight) {
    Effective s = sampler(AddressMode::clamp, false, FilterMode::linear);
    s.sampler.srgb = true;
    const Image image = row(u8, {first, second});
    return value(fetch(texture_of(image, s), 0.5f + float(weight) / 256, 0.5f)[0]);
  };
  EXPECT_EQ(mixed(249, 1, 0), 242.0f / 256);
  EXPECT_EQ(mixed(249, 1, 128), 121.0f / 256);
  EXPECT_EQ(mixed(1, 1, 128), 5 * 0x1p-14f);
  EXPECT_EQ(mixed(249, 1, 255), 121.0f / 128 / 256);
}

TEST(TextureUnitSrgb, the_border_is_encoded_and_decoded_again) {
  Effective s = sampler(AddressMode::border, true, FilterMode::point);
  s.sampler.srgb = true;
  s.sampler.border_color = {0.73725f, 0.5f, 2, 0.5f};
  const Image image = row({ElementKind::unsigned_int, 8, 4}, {0, 0, 0, 0});
  const TexelBits components = fetch(texture_of(image, s), 2, 0.5f);
  EXPECT_EQ(value(components[0]), 0.73828125f); // code 223
  EXPECT_EQ(value(components[2]), 1.0f);
  EXPECT_EQ(value(components[3]), 127.0f / 255);
}

} // namespace
} // namespace texelscope
