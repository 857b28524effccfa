#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/random_fetch.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {
namespace {

// 4 x 2 floats: texel (x, y) holds x + 10 y.
Image numbered() {
  Image image = Image::create(4, 2, {ElementKind::floating, 32, 1});
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 4; ++x) {
      const float value = float(x + 10 * y);
      std::memcpy(image.texel(x, y), &value, 4);
    }
  return image;
}

Effective linear_clamp() {
  Effective s;
  s.sampler.normalized_coords = false;
  s.sampler.filter = FilterMode::linear;
  s.sampler.address = {AddressMode::clamp, AddressMode::border};
  s.sampler.border_color = {-6, 0, 0, 0};
  return s;
}

TEST(TextureUnitTrace, reports_every_step_of_a_linear_fetch) {
  const Image image = numbered();
  const Trace t = fetch_traced(texture_of(image, linear_clamp()), 1.3f, 1.75f);
  EXPECT_EQ(t.level[0].axis[0].given, 1.3f);
  EXPECT_EQ(t.level[0].axis[0].position, double(1.3f));
  EXPECT_EQ(t.level[0].axis[0].fraction_bits, 0);
  EXPECT_EQ(t.level[0].axis[0].snapped, 205);
  EXPECT_EQ(t.level[0].axis[0].footprint, (std::array{0, 1}));
  EXPECT_EQ(t.level[0].axis[1].snapped, 320);
  EXPECT_EQ(t.level[0].axis[1].footprint, (std::array{1, 2}));
  EXPECT_EQ(t.level[0].axis[1].texel, (std::array{1, -1}));
  ASSERT_EQ(t.level[0].tap_count, 4);
  // both = (205 * 64 + 128) >> 8 = 51
  EXPECT_EQ(t.level[0].tap[0].weight, 38);
  EXPECT_EQ(t.level[0].tap[1].weight, 154);
  EXPECT_EQ(t.level[0].tap[2].weight, 13);
  EXPECT_EQ(t.level[0].tap[3].weight, 51);
  EXPECT_FALSE(t.level[0].tap[1].border);
  EXPECT_EQ(t.level[0].tap[1].value[0], 11.0);
  EXPECT_EQ(t.level[0].tap[1].x, 1);
  EXPECT_EQ(t.level[0].tap[1].y, 1);
  EXPECT_TRUE(t.level[0].tap[2].border);
  EXPECT_EQ(t.level[0].tap[2].value[0], -6.0);
  EXPECT_EQ(t.level[0].tap[2].stored[0], 0xc0c00000u);
  EXPECT_EQ(std::bit_cast<float>(t.result[0]), float((38 * 10 + 154 * 11 - 64 * 6) / 256.0));
  const double right = double(1.3f) - 0.5;
  EXPECT_DOUBLE_EQ(t.ideal[0], 0.75 * (10 + right) - 0.25 * 6);
}

TEST(TextureUnitTrace, a_point_fetch_has_one_tap) {
  const Image image = numbered();
  Effective s = linear_clamp();
  s.sampler.filter = FilterMode::point;
  s.sampler.normalized_coords = true;
  s.sampler.address[0] = AddressMode::mirror;
  const Trace t = fetch_traced(texture_of(image, s), 1.3f, 0.75f);
  EXPECT_TRUE(t.level[0].axis[0].odd_period);
  EXPECT_EQ(t.level[0].axis[0].fixed, 629145); // 0.3 * 2^21
  EXPECT_EQ(t.level[0].axis[0].footprint[0], 1);
  EXPECT_EQ(t.level[0].axis[0].texel[0], 2);
  ASSERT_EQ(t.level[0].tap_count, 1);
  EXPECT_EQ(t.level[0].tap[0].weight, 256);
  EXPECT_EQ(t.ideal[0], 12.0);
  EXPECT_EQ(std::bit_cast<float>(t.result[0]), 12.0f);
}

TEST(TextureUnitTrace, nan_and_denormals_act_as_zero) {
  const Image image = numbered();
  const Trace t = fetch_traced(texture_of(image, linear_clamp()), std::nanf(""), 1e-40f);
  EXPECT_TRUE(std::isnan(t.level[0].axis[0].given));
  EXPECT_EQ(t.level[0].axis[0].coordinate, 0.0f);
  EXPECT_EQ(t.level[0].axis[1].coordinate, 0.0f);
}

// On textures with moderate values the hardware stays close to the ideal: weights are off by 1/256 at most,
// the position by 1/512 plus the truncation of the coordinate.
TEST(TextureUnitTrace, the_ideal_is_near_and_the_weights_are_whole) {
  tests::RandomFetches random(7);
  int checked = 0;
  for (int i = 0; i < 1500; ++i) {
    const tests::RandomFetch made = random.next();
    const Texture texture = texture_of(made.image, made.sampler);
    const float x = made.map.x0, y = made.map.y0;
    const Trace t = fetch_traced(texture, x, y);
    ASSERT_EQ(t.result, fetch(texture, x, y));
    int sum = 0;
    double spread = 0;
    for (int tap = 0; tap < t.level[0].tap_count; ++tap) {
      sum += t.level[0].tap[std::size_t(tap)].weight;
      for (int other = 0; other < t.level[0].tap_count; ++other)
        spread = std::max(spread, std::fabs(t.level[0].tap[std::size_t(tap)].value[0] -
                                            t.level[0].tap[std::size_t(other)].value[0]));
    }
    ASSERT_EQ(sum, 256);
    const bool small =
        made.image.width < 300 && made.image.height < 300 && std::fabs(x) < 1000 && std::fabs(y) < 1000;
    const bool srgb = made.sampler.sampler.srgb && made.image.format.kind == ElementKind::unsigned_int &&
                      made.image.format.bits == 8;
    const bool integer = made.image.format.kind != ElementKind::floating;
    const bool border = std::any_of(t.level[0].tap.begin(), t.level[0].tap.end(),
                                    [](const TapTrace& tap) { return tap.border; });
    if (!small || !integer || border || made.sampler.sampler.filter == FilterMode::point || srgb ||
        texture.result_type() != ResultType::floating)
      continue;
    ASSERT_NEAR(std::bit_cast<float>(t.result[0]), t.ideal[0], spread * 4 / 256 + 3e-5)
        << made.describe() << " " << x << " " << y;
    ++checked;
  }
  EXPECT_GT(checked, 100);
}

} // namespace
} // namespace texelscope
