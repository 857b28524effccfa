#include "kernels/unit/image/patterns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/base/half.h"
#include "kernels/state/session/enums.h"

namespace texelscope {
namespace {

using enum ElementKind;

TextureSpec pattern(Source source, int width, int height, ElementFormat format = {}) {
  TextureSpec spec;
  spec.source = source;
  spec.width = width;
  spec.height = height;
  spec.format = format;
  return spec;
}

double real_at(const Image& image, int x, int y, int channel) {
  return real_value(image.format, image.bits_at(x, y, channel));
}

constexpr Source all_sources[] = {Source::checkerboard, Source::ramp,  Source::zone_plate,
                                  Source::uv_grid,      Source::noise, Source::one_hot};

std::vector<ElementFormat> all_formats() {
  std::vector<ElementFormat> formats;
  for (const ElementKind kind : {unsigned_int, signed_int, floating})
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 4})
        if (kind != floating || bits != 8) formats.push_back({kind, bits, channels});
  return formats;
}

TEST(Patterns, EveryFormatHoldsTheSameRealValues) {
  for (const Source source : all_sources)
    for (int channels : {1, 2, 4}) {
      const Image exact = make_pattern(pattern(source, 13, 7, {floating, 32, channels}));
      for (const ElementFormat& format : all_formats()) {
        if (format.channels != channels) continue;
        const Image image = make_pattern(pattern(source, 13, 7, format));
        EXPECT_EQ(image.format, format);
        const double step = format.kind == floating
                                ? (format.bits == 16 ? 0x1p-11 : 1e-7)
                                : 1 / (std::ldexp(1.0, format.bits - (format.kind == signed_int)) - 1);
        for (int y = 0; y < 7; ++y)
          for (int x = 0; x < 13; ++x)
            for (int c = 0; c < channels; ++c)
              ASSERT_NEAR(real_at(image, x, y, c), real_at(exact, x, y, c), step * 0.5 + 1e-7)
                  << identifier(source) << " " << format.bits << " at " << x << ", " << y << ", " << c;
      }
    }
}

TEST(Patterns, ValuesLieBetweenZeroAndOneAndAlphaIsOne) {
  for (const Source source : all_sources) {
    const Image image = make_pattern(pattern(source, 31, 17, {floating, 32, 4}));
    for (int y = 0; y < 17; ++y)
      for (int x = 0; x < 31; ++x)
        for (int c = 0; c < 4; ++c) {
          const double value = real_at(image, x, y, c);
          ASSERT_GE(value, 0) << identifier(source);
          ASSERT_LE(value, 1) << identifier(source);
          if (c == 3 && source != Source::one_hot) {
            ASSERT_EQ(value, 1) << identifier(source);
          }
        }
  }
}

TEST(Patterns, OneTexelAndOneRow) {
  for (const Source source : all_sources)
    for (const ElementFormat& format : all_formats()) {
      EXPECT_EQ(make_pattern(pattern(source, 1, 1, format)).size_bytes(), std::size_t(format.texel_bytes()));
      EXPECT_EQ(make_pattern(pattern(source, 16384, 1, format)).width, 16384);
      EXPECT_EQ(make_pattern(pattern(source, 1, 127, format)).height, 127);
    }
}

TEST(Checkerboard, AlternatesByCells) {
  TextureSpec spec = pattern(Source::checkerboard, 7, 5);
  spec.cell = 3;
  const Image image = make_pattern(spec);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x)
      EXPECT_EQ(image.bits_at(x, y, 0), (x / 3 + y / 3) % 2 ? 0u : 255u);
  EXPECT_EQ(image.bits_at(0, 0, 1), 230u); // 0.9, 0.7
  EXPECT_EQ(image.bits_at(0, 0, 2), 178u);
  EXPECT_EQ(image.bits_at(3, 0, 1), 38u); // 0.15, 0.35
  EXPECT_EQ(image.bits_at(3, 0, 2), 89u);
}

TEST(Ramp, EncodesTheCoordinate) {
  const Image image = make_pattern(pattern(Source::ramp, 101, 11, {floating, 32, 4}));
  for (int y = 0; y < 11; ++y)
    for (int x = 0; x < 101; ++x) {
      ASSERT_EQ(bits_float(image.bits_at(x, y, 0)), float(x / 100.0));
      ASSERT_EQ(bits_float(image.bits_at(x, y, 1)), float(y / 10.0));
      ASSERT_EQ(bits_float(image.bits_at(x, y, 2)), float(1 - x / 100.0));
    }
  const Image wide = make_pattern(pattern(Source::ramp, 65, 1, {unsigned_int, 32, 1}));
  EXPECT_EQ(wide.bits_at(0, 0, 0), 0u);
  EXPECT_EQ(wide.bits_at(1, 0, 0), 67108864u); // (2^32 - 1) / 64
  EXPECT_EQ(wide.bits_at(64, 0, 0), 0xffffffffu);
  EXPECT_EQ(make_pattern(pattern(Source::ramp, 1, 1, {floating, 32, 2})).bits_at(0, 0, 0), 0u);
}

TEST(ZonePlate, IsTheStatedCosine) {
  for (const auto& [w, h] : {std::pair(64, 64), std::pair(37, 53), std::pair(1, 2), std::pair(2048, 3)}) {
    const Image image = make_pattern(pattern(Source::zone_plate, w, h, {floating, 32, 4}));
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int c = 0; c < 3; ++c) {
          const double dx = x - w / 2.0, dy = y - h / 2.0;
          const double turns = dx * dx / (2 * w) + dy * dy / (2 * h) - c / 12.0;
          ASSERT_NEAR(real_at(image, x, y, c), 0.5 + 0.5 * std::cos(2 * M_PI * turns), 1e-7)
              << x << ", " << y;
        }
  }
  const Image image = make_pattern(pattern(Source::zone_plate, 64, 64));
  EXPECT_EQ(image.bits_at(32, 32, 0), 255u);
  EXPECT_EQ(image.bits_at(32, 32, 1), 238u); // (1 + cos 30 degrees) / 2
  EXPECT_EQ(image.bits_at(32, 32, 2), 191u); // (1 + cos 60 degrees) / 2
  EXPECT_EQ(image.bits_at(40, 32, 0), 0u);   // 8^2 / 128: half a turn
}

// Beyond the edge the formula gives the texel of the next repeat: wrap has no seam.
TEST(ZonePlate, RepeatsWithoutASeam) {
  for (int size : {64, 61}) {
    const Image image = make_pattern(pattern(Source::zone_plate, size, size, {floating, 32, 1}));
    const auto formula = [&](double dx, double dy) {
      return 0.5 + 0.5 * std::cos(M_PI * (dx * dx + dy * dy) / size);
    };
    for (int beyond = 0; beyond < 3; ++beyond)
      EXPECT_NEAR(real_at(image, beyond, 7, 0), formula(size + beyond - size / 2.0, 7 - size / 2.0), 1e-6);
  }
}

TEST(UvGrid, CellsLinesAndEdges) {
  const Image image = make_pattern(pattern(Source::uv_grid, 64, 64, {floating, 32, 4}));
  EXPECT_NEAR(real_at(image, 5, 0, 0), 0.06, 1e-6);
  EXPECT_NEAR(real_at(image, 0, 5, 2), 0.06, 1e-6);
  EXPECT_NEAR(real_at(image, 8, 5, 1), 0.96, 1e-6);
  EXPECT_NEAR(real_at(image, 5, 16, 0), 0.96, 1e-6);
  // Inside the first cell: its place is 1/16 of the way.
  EXPECT_NEAR(real_at(image, 3, 4, 0), 0.08 + 0.9 / 16, 1e-6);
  EXPECT_NEAR(real_at(image, 3, 4, 1), 0.12 + 0.76 / 16, 1e-6);
  EXPECT_NEAR(real_at(image, 3, 4, 2), 0.95 - 0.8 / 16, 1e-6);
  EXPECT_NEAR(real_at(image, 11, 4, 0), 0.78 * (0.08 + 0.9 * 3 / 16), 1e-6) << "every second cell is darker";
  std::set<std::array<std::uint32_t, 3>> colors;
  for (int y = 4; y < 64; y += 8)
    for (int x = 4; x < 64; x += 8)
      colors.insert({image.bits_at(x, y, 0), image.bits_at(x, y, 1), image.bits_at(x, y, 2)});
  EXPECT_EQ(colors.size(), 64u) << "no two cells look alike";
}

TEST(UvGrid, OneChannelIsTheLuminance) {
  const Image color = make_pattern(pattern(Source::uv_grid, 40, 24, {floating, 32, 4}));
  const Image gray = make_pattern(pattern(Source::uv_grid, 40, 24, {floating, 32, 1}));
  for (int y = 0; y < 24; ++y)
    for (int x = 0; x < 40; ++x)
      ASSERT_NEAR(real_at(gray, x, y, 0),
                  0.25 * real_at(color, x, y, 0) + 0.6 * real_at(color, x, y, 1) +
                      0.15 * real_at(color, x, y, 2),
                  1e-6);
}

TEST(UvGrid, SmallCellsHaveNoLines) {
  TextureSpec spec = pattern(Source::uv_grid, 8, 8);
  spec.cell = 1;
  const Image image = make_pattern(spec);
  EXPECT_LT(image.bits_at(0, 0, 0), 60u);
  EXPECT_GT(image.bits_at(0, 0, 2), 200u);
}

TEST(Noise, IsUniformAndDependsOnTheSeedAlone) {
  TextureSpec spec = pattern(Source::noise, 256, 256, {floating, 32, 4});
  const Image image = make_pattern(spec);
  EXPECT_EQ(image.texels, make_pattern(spec).texels);
  spec.seed = 2;
  EXPECT_NE(image.texels, make_pattern(spec).texels);
  double sum = 0, squares = 0, neighbors = 0, channels = 0;
  for (int y = 0; y < 256; ++y)
    for (int x = 0; x < 255; ++x) {
      const double a = real_at(image, x, y, 0) - 0.5;
      sum += a;
      squares += a * a;
      neighbors += a * (real_at(image, x + 1, y, 0) - 0.5);
      channels += a * (real_at(image, x, y, 1) - 0.5);
    }
  const double count = 256 * 255; // standard errors: 0.0011, 0.0003, 0.0003
  EXPECT_NEAR(sum / count, 0, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 12, 0.002);
  EXPECT_NEAR(neighbors / count, 0, 0.002);
  EXPECT_NEAR(channels / count, 0, 0.002);
}

TEST(Noise, TexelsDoNotDependOnTheSize) {
  const Image large = make_pattern(pattern(Source::noise, 50, 40)),
              small = make_pattern(pattern(Source::noise, 7, 9));
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 7; ++x)
      for (int c = 0; c < 4; ++c)
        EXPECT_EQ(small.bits_at(x, y, c), large.bits_at(x, y, c));
}

TEST(OneHot, OneTexelIsOne) {
  TextureSpec spec = pattern(Source::one_hot, 9, 6, {signed_int, 16, 2});
  spec.hot_x = 4;
  spec.hot_y = 5;
  const Image image = make_pattern(spec);
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 9; ++x)
      for (int c = 0; c < 2; ++c)
        EXPECT_EQ(image.bits_at(x, y, c), x == 4 && y == 5 ? 32767u : 0u);
  spec.hot_x = spec.hot_y = 16383;
  EXPECT_EQ(make_pattern(spec).bits_at(8, 5, 0), 32767u) << "a position outside selects the nearest texel";
}

TEST(Patterns, BitsDoNotDependOnThreads) {
  for (const Source source : all_sources) {
    const TextureSpec spec = pattern(source, 1021, 509);
    const Image many = make_pattern(spec);
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_EQ(make_pattern(spec).texels, many.texels) << identifier(source);
  }
}

TEST(Patterns, ProgressRunsToTheEndAndCanStop) {
  const TextureSpec spec = pattern(Source::noise, 2048, 2048);
  int calls = 0;
  double last = 0;
  const Image whole = make_pattern(spec, [&](double share) {
    ++calls;
    last = std::max(last, share);
    return true;
  });
  EXPECT_EQ(whole.width, 2048);
  EXPECT_GT(calls, 3);
  EXPECT_GT(last, 0.5);
  EXPECT_LE(last, 1.0);
  int after = 0;
  const Image stopped = make_pattern(spec, [&](double) { return ++after < 2; });
  EXPECT_EQ(stopped.width, 0);
  EXPECT_TRUE(stopped.texels.empty());
  EXPECT_EQ(after, 2) << "progress is not called again after a stop";
}

TEST(ExactSincos, AgreesWithTheLibraryAndIsExactAtQuarters) {
  for (int part = -3000; part < 9000; ++part) {
    const Turn turn = turn_of(part, 7919);
    ASSERT_NEAR(turn.cosine, std::cos(2 * M_PI * part / 7919), 1e-14);
    ASSERT_NEAR(turn.sine, std::sin(2 * M_PI * part / 7919), 1e-14);
  }
  EXPECT_EQ(turn_of(1, 4).cosine, 0);
  EXPECT_EQ(turn_of(1, 4).sine, 1);
  EXPECT_EQ(turn_of(-1, 2).cosine, -1);
  EXPECT_EQ(turn_of(3, 4).sine, -1);
}

} // namespace
} // namespace texelscope
