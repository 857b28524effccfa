#include <gtest/gtest.h>

#include <cstring>

#include "kernels/half.h"
#include "kernels/mips.h"
#include "kernels/patterns.h"

namespace texelscope {
namespace {

Image image_of(Dimension dimension, int width, int height, int planes, int levels, ElementFormat format) {
  return Image::create_like({width, height, format, {}, dimension, planes, levels});
}

TEST(Mips, LevelsLieBehindEachOther) {
  const Image image = image_of(Dimension::d3, 5, 4, 3, 3, {ElementKind::unsigned_int, 16, 2});
  EXPECT_EQ(image.size_of(1), (std::array{2, 2, 1}));
  EXPECT_EQ(image.size_of(2), (std::array{1, 1, 1}));
  EXPECT_EQ(image.level_offset(1), 5u * 4 * 3 * 4);
  EXPECT_EQ(image.level_offset(2), image.level_offset(1) + 2u * 2 * 4);
  EXPECT_EQ(image.size_bytes(), image.level_offset(2) + 4u);
  EXPECT_EQ(image_of(Dimension::d1_layered, 8, 1, 5, 4, {}).size_of(3), (std::array{1, 1, 5}));
  EXPECT_EQ(image_of(Dimension::cube, 8, 8, 6, 4, {}).size_of(1), (std::array{4, 4, 6}));
}

TEST(Mips, IntegersAreAveragedAndRoundedUpAtHalves) {
  Image image = image_of(Dimension::d2, 4, 2, 1, 3, {ElementKind::unsigned_int, 8, 1});
  const std::uint8_t texels[] = {0, 1, 10, 11, 0, 1, 12, 12};
  std::memcpy(image.texels.data(), texels, sizeof texels);
  fill_mips(image, MipSource::box);
  EXPECT_EQ(image.bits_at(0, 0, 0, 1, 0), 1u);  // 0.5
  EXPECT_EQ(image.bits_at(1, 0, 0, 1, 0), 11u); // 11.25
  EXPECT_EQ(image.bits_at(0, 0, 0, 2, 0), 6u);
  fill_mips(image, MipSource::drop);
  EXPECT_EQ(image.bits_at(1, 0, 0, 1, 0), 10u);
}

TEST(Mips, SignedCodesRoundHalvesUpToo) {
  Image image = image_of(Dimension::d1, 4, 1, 1, 2, {ElementKind::signed_int, 8, 1});
  const std::int8_t texels[] = {-3, -2, -128, -128};
  std::memcpy(image.texels.data(), texels, sizeof texels);
  fill_mips(image, MipSource::box);
  EXPECT_EQ(std::int8_t(image.bits_at(0, 0, 0, 1, 0)), -2);
  EXPECT_EQ(std::int8_t(image.bits_at(1, 0, 0, 1, 0)), -128);
}

TEST(Mips, SlicesAreMixedButLayersAreNot) {
  for (const Dimension dimension : {Dimension::d3, Dimension::d2_layered}) {
    Image image = image_of(dimension, 2, 2, 2, 2, {ElementKind::floating, 32, 1});
    for (int i = 0; i < 8; ++i) {
      const float value = float(i);
      std::memcpy(image.texels.data() + i * 4, &value, 4);
    }
    fill_mips(image, MipSource::box);
    const bool deep = dimension == Dimension::d3;
    EXPECT_EQ(image.size_of(1)[2], deep ? 1 : 2);
    EXPECT_EQ(bits_float(image.bits_at(0, 0, 0, 1, 0)), deep ? 3.5f : 1.5f);
    if (deep) continue;
    EXPECT_EQ(bits_float(image.bits_at(0, 0, 1, 1, 0)), 5.5f);
  }
}

TEST(Mips, TintsTellLevelsApart) {
  TextureSpec spec;
  spec.levels = 7;
  spec.mips = MipSource::tinted;
  const Image image = make_pattern(spec);
  spec.mips = MipSource::box;
  const Image plain = make_pattern(spec);
  EXPECT_EQ(std::memcmp(image.texels.data(), plain.texels.data(), image.level_offset(1)), 0);
  for (int level = 1; level < 7; ++level)
    for (int c = 0; c < 3; ++c) {
      const double expected =
          (plain.bits_at(0, 0, 0, level, c) / 255.0 + level_tint(level)[std::size_t(c)]) / 2;
      EXPECT_NEAR(image.bits_at(0, 0, 0, level, c) / 255.0, expected, 0.5 / 255 + 1e-9) << level;
    }
  EXPECT_EQ(image.bits_at(0, 0, 0, 3, 3), 255u);
}

TEST(Patterns, PlanesTellThemselvesApart) {
  for (const Source source : {Source::checkerboard, Source::ramp, Source::zone_plate, Source::uv_grid,
                              Source::noise, Source::one_hot}) {
    TextureSpec spec;
    spec.source = source;
    spec.dimension = Dimension::d2_layered;
    spec.depth = 2;
    const Image image = make_pattern(spec);
    EXPECT_NE(
        std::memcmp(image.texels.data(), image.texels.data() + image.plane_bytes(), image.plane_bytes()), 0)
        << int(source);
    spec.dimension = Dimension::d2;
    const Image first = make_pattern(spec);
    if (source == Source::ramp || source == Source::zone_plate) continue;
    EXPECT_EQ(std::memcmp(image.texels.data(), first.texels.data(), first.size_bytes()), 0) << int(source);
  }
}

} // namespace
} // namespace texelscope
