#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image/mips.h"
#include "kernels/unit/image/patterns.h"

namespace texelscope {
namespace {

Image image_of(Dimension dimension, int width, int height, int planes, int levels, ElementFormat format) {
  return Image::create({width, height, format, dimension, planes, levels});
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
  fill_mips(image, MipSource::subsample);
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

TEST(Mips, TintsDistinguishLevels) {
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

TEST(Patterns, PlanesDiffer) {
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

// The plane sizes that the header documents, as numbers.
TEST(Patterns, PlanesHaveTheStatedTexels) {
  TextureSpec spec;
  spec.width = 8, spec.height = 6, spec.depth = 9;
  spec.format = {ElementKind::floating, 32, 4};
  spec.cell = 2;
  const auto made = [&](Source source, Dimension dimension) {
    spec.source = source;
    spec.dimension = dimension;
    return make_pattern(spec);
  };
  const auto value = [](const Image& image, int x, int y, int plane, int c) {
    return bits_float(image.bits_at(x, y, plane, 0, c));
  };
  const Image slices = made(Source::checkerboard, Dimension::d3),
              layers = made(Source::checkerboard, Dimension::d2_layered);
  const Image ramp = made(Source::ramp, Dimension::d2_layered),
              zones = made(Source::zone_plate, Dimension::d3);
  const Image grid = made(Source::uv_grid, Dimension::d2_layered);
  spec.hot_x = 5, spec.hot_y = 2, spec.hot_z = 7;
  const Image hot = made(Source::one_hot, Dimension::d3);
  constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
  for (int plane = 0; plane < 9; ++plane)
    for (int y = 0; y < 6; ++y)
      for (int x = 0; x < 8; ++x) {
        const int cells = x / 2 + y / 2;
        ASSERT_EQ(value(slices, x, y, plane, 0), float((cells + plane / 2 + 1) % 2)) << plane;
        ASSERT_EQ(value(layers, x, y, plane, 0), float((cells + plane + 1) % 2)) << plane;
        ASSERT_EQ(value(ramp, x, y, plane, 0), float(x / 7.0));
        ASSERT_EQ(value(ramp, x, y, plane, 1), float(y / 5.0));
        ASSERT_EQ(value(ramp, x, y, plane, 2), float(plane / 8.0));
        ASSERT_EQ(value(hot, x, y, plane, 3), x == 5 && y == 2 && plane == 7 ? 1.0f : 0.0f);
        const double t =
            (x - 4) * (x - 4) / 16.0 + (y - 3) * (y - 3) / 12.0 + (plane - 4.5) * (plane - 4.5) / 18.0;
        ASSERT_NEAR(value(zones, x, y, plane, 0), 0.5 + 0.5 * std::cos(2 * M_PI * t), 1e-6) << plane;
        for (int c = 0; c < 3; ++c)
          ASSERT_EQ(value(grid, x, y, plane, orders[plane % 6][c]), value(grid, x, y, 0, c)) << plane;
      }
}

// One texel after the other, in the order of slices, rows and columns in which sums of floats are rounded.
template <class Add>
void each_source(const Image& image, int level, int x, int y, int z, Add&& add) {
  const auto above = image.size_of(level - 1), here = image.size_of(level);
  const bool deep = image.dimension == Dimension::d3;
  const int nx = above[0] > here[0] ? 2 : 1, ny = above[1] > here[1] ? 2 : 1,
            nz = deep && above[2] > here[2] ? 2 : 1;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        add(x * nx + i, y * ny + j, z * nz + k);
}

TEST(Mips, EveryFormatAndShapeHasThePlainAverage) {
  unsigned seed = 1;
  for (const Dimension dimension :
       {Dimension::d1_layered, Dimension::d2, Dimension::d2_layered, Dimension::d3})
    for (const int bits : {8, 16, 32})
      for (const ElementKind kind :
           {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
        for (const int channels : {1, 2, 4}) {
          if (kind == ElementKind::floating && bits == 8) continue;
          const bool row = dimension == Dimension::d1_layered;
          Image image = image_of(dimension, 13, row ? 1 : 7, dimension == Dimension::d2 ? 1 : 6, 4,
                                 {kind, bits, channels});
          for (std::size_t i = 0; i < image.level_offset(1); ++i) // floats of all exponents
            image.texels[i] = std::byte((seed = seed * 1664525 + 1013904223) >> 24);
          fill_mips(image, MipSource::box);
          for (int level = 1; level < 4; ++level) {
            const auto [w, h, d] = image.size_of(level);
            for (int z = 0; z < d; ++z)
              for (int y = 0; y < h; ++y)
                for (int x = 0; x < w; ++x)
                  for (int c = 0; c < channels; ++c) {
                    double sum = 0, count = 0;
                    each_source(image, level, x, y, z, [&](int i, int j, int k) {
                      const std::uint32_t word = image.bits_at(i, j, k, level - 1, c);
                      const int left = 32 - bits;
                      sum += kind == ElementKind::floating     ? real_value(image.format, word)
                             : kind == ElementKind::signed_int ? double(std::int32_t(word << left) >> left)
                                                               : double(word);
                      ++count;
                    });
                    const std::uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
                    const std::uint32_t expected =
                        kind == ElementKind::floating
                            ? encode_real(image.format, sum / count)
                            : std::uint32_t(std::int64_t(std::floor(sum / count + 0.5))) & mask;
                    const std::uint32_t found = image.bits_at(x, y, z, level, c);
                    if (kind == ElementKind::floating && std::isnan(sum)) {
                      ASSERT_TRUE(std::isnan(real_value(image.format, found)));
                      continue;
                    }
                    ASSERT_EQ(found, expected) << int(dimension) << " " << int(kind) << " " << bits << " x "
                                               << channels << " level " << level;
                  }
          }
        }
}

TEST(Mips, SrgbIsAveragedAsLight) {
  Image image = image_of(Dimension::d2, 4, 2, 1, 3, {ElementKind::unsigned_int, 8, 1});
  for (const int at : {1, 3, 5, 7})
    image.texels[std::size_t(at)] = std::byte(255); // columns of 0 and 255
  fill_mips(image, {MipSource::box, true});
  EXPECT_EQ(image.bits_at(0, 0, 0, 1, 0), 188u);
  EXPECT_EQ(image.bits_at(1, 0, 0, 1, 0), 188u);
  EXPECT_EQ(image.bits_at(0, 0, 0, 2, 0), 188u);
  fill_mips(image, MipSource::box);
  EXPECT_EQ(image.bits_at(0, 0, 0, 1, 0), 128u);
  fill_mips(image, {MipSource::subsample, true});
  EXPECT_EQ(image.bits_at(0, 0, 0, 1, 0), 0u);
}

TEST(Mips, OnlyWhatTheUnitDecodesIsLight) {
  const auto of_two = [](int channels, int bits = 8, ElementKind kind = ElementKind::unsigned_int) {
    Image image = image_of(Dimension::d1, 2, 1, 1, 2, {kind, bits, channels});
    std::fill_n(image.texels.data() + image.format.texel_bytes(), image.format.texel_bytes(), std::byte(255));
    fill_mips(image, {MipSource::box, true});
    std::vector<std::uint32_t> found;
    for (int c = 0; c < channels; ++c)
      found.push_back(image.bits_at(0, 0, 0, 1, c));
    return found;
  };
  using Values = std::vector<std::uint32_t>;
  EXPECT_EQ(of_two(1), (Values{188}));
  EXPECT_EQ(of_two(2), (Values{188, 128})) << "the second of two channels is not decoded";
  EXPECT_EQ(of_two(4), (Values{188, 188, 188, 128})) << "nor is alpha";
  EXPECT_EQ(of_two(1, 16), (Values{32768}));
  EXPECT_EQ(of_two(1, 8, ElementKind::signed_int), (Values{0})) << "of 0 and -1";
}

// Every pair of codes, and all codes with themselves, against the curve in doubles.
TEST(Mips, TheMeanOfLightIsTheNearestCode) {
  Image image = image_of(Dimension::d2_layered, 2, 1, 65536, 2, {ElementKind::unsigned_int, 8, 1});
  for (int i = 0; i < 65536; ++i)
    image.texels[std::size_t(2 * i)] = std::byte(i), image.texels[std::size_t(2 * i + 1)] = std::byte(i >> 8);
  fill_mips(image, {MipSource::box, true});
  const auto light = [](int code) {
    const double v = code / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  for (int i = 0; i < 65536; ++i) {
    const double mean = (light(i & 255) + light(i >> 8)) / 2;
    const double code = 255 * (mean <= 0.0031308 ? mean * 12.92 : 1.055 * std::pow(mean, 1 / 2.4) - 0.055);
    ASSERT_EQ(image.bits_at(0, 0, i, 1, 0), std::uint32_t(std::floor(code + 0.5 + 1e-9)))
        << (i & 255) << " " << (i >> 8);
  }
}

TEST(Mips, ProgressRunsThroughAllLevelsAndCanStop) {
  for (const MipSource source : {MipSource::box, MipSource::tinted}) {
    Image image = image_of(Dimension::d2_layered, 512, 512, 4, 10, {});
    double last = 0;
    int calls = 0;
    EXPECT_TRUE(fill_mips(image, source, [&](double share) {
      EXPECT_LE(share, 1);
      last = std::max(last, share);
      ++calls;
      return true;
    }));
    EXPECT_GE(calls, 9);
    EXPECT_GT(last, 0.99);
    int requested = 0;
    EXPECT_FALSE(fill_mips(image, source, [&](double) { return ++requested < 3; }));
    EXPECT_EQ(requested, 3);
  }
}

TEST(Patterns, StopWhileLevelsAreMade) {
  TextureSpec spec;
  spec.width = spec.height = 1024;
  spec.levels = 11;
  double stopped_at = 0;
  const Image stopped = make_pattern(spec, [&](double share) {
    stopped_at = share;
    return share <= 0.8; // the first level is three quarters
  });
  EXPECT_EQ(stopped.width, 0);
  EXPECT_GT(stopped_at, 0.8);
}

} // namespace
} // namespace texelscope
