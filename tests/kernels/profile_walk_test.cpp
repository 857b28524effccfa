// The order in which the profiler's threads fetch.
#include "kernels/profile/walk_of.h"

#include <cmath>
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "kernels/profile/check.h"
#include "kernels/profile/repeated_texels.h"
#include "kernels/profile/suites.h"

namespace texelscope::profile {
namespace {

using Visits = std::map<std::tuple<int, int, int>, int>; // plane, y, x

// One pass by so many warps, lane by lane.
Visits visits(const Cell& cell, int warps) {
  const Walk walk = walk_of(cell);
  Visits seen;
  for (int warp = 0; warp < warps; ++warp)
    for (int lane = 0; lane < 32; ++lane) {
      auto w = start_walk<int>(walk, warp, warps, lane);
      for (std::int64_t step = 0; step < tiles_of(walk) / warps; ++step) {
        const PlaneTexel at = texel_of(walk, w);
        ++seen[{w.plane, at.y, at.x}];
        go_on(walk, w);
      }
    }
  return seen;
}

Cell cell(std::string_view words) { return parse_cell(words).value(); }

TEST(ProfileWalk, OnePassReadsEveryTexelOnce) {
  for (const char* words : {"u8x4.bilinear.2d.array.tile.16K.tex", "u8x4.bilinear.2d.array.row.16K.tex",
                            "u8x4.bilinear.2d.array.column.16K.tex", "u8x4.bilinear.2d.array.divergent.16K.tex",
                            "u8x4.bilinear.2d_layered.array.tile.64K.tex", "u8x4.bilinear.3d.array.tile.16K.tex",
                            "u8x4.bilinear.cube.array.tile.6K.tex", "u8x4.point.1d.linear.row.16K.tex"}) {
    const Cell one = cell(words);
    const Shape shape = shape_of(one);
    for (const int warps : {shape.depth, 2 * shape.depth}) {
      const Visits seen = visits(one, warps);
      EXPECT_EQ(std::int64_t(seen.size()), shape.texels()) << words;
      for (const auto& [place, times] : seen) {
        ASSERT_EQ(times, 1) << words;
        ASSERT_LT(std::get<0>(place), shape.depth);
        ASSERT_LT(std::get<1>(place), shape.height);
        ASSERT_LT(std::get<2>(place), shape.width);
      }
    }
  }
}

TEST(ProfileWalk, WarpsTakeTurnsTileByTile) {
  const Walk walk = walk_of(cell("u8x4.bilinear.2d.array.tile.16K.tex")); // 64 x 64: 8 x 16 tiles
  auto w = start_walk<float>(walk, 5, 12, 9);
  const float expected[][2] = {{41.8125f, 1.6875f}, {9.8125f, 9.6875f}, {41.8125f, 13.6875f}, {9.8125f, 21.6875f}};
  for (const auto& [x, y] : expected) {
    const PlanePoint at = point_of(walk, w);
    EXPECT_EQ(at.x, x);
    EXPECT_EQ(at.y, y);
    go_on(walk, w);
  }
}

// Coordinates and texels are of the same places, inside of the texture, and no linear weight is 0.
TEST(ProfileWalk, PointsLieInTheTexelsThatLoadsRead) {
  for (const char* pattern : {"tile", "row", "column", "rotated30", "rotated45", "rotated89", "strided3", "minified4", "window8",
                              "window64", "divergent"}) {
    const Cell one = cell(std::string("u8x4.bilinear.2d.array.") + pattern + ".1M.tex"); // 512 x 512
    const Walk walk = walk_of(one);
    for (int lane = 0; lane < 32; ++lane) {
      auto points = start_walk<float>(walk, 3, 7, lane);
      auto texels = start_walk<int>(walk, 3, 7, lane);
      for (int step = 0; step < 3000; ++step) {
        const PlanePoint p = point_of(walk, points);
        const PlaneTexel t = texel_of(walk, texels);
        ASSERT_EQ(std::floor(p.x), float(t.x)) << pattern;
        ASSERT_EQ(std::floor(p.y), float(t.y)) << pattern;
        ASSERT_TRUE(t.x >= 0 && t.x < 512 && t.y >= 0 && t.y < 512) << pattern;
        ASSERT_NE(std::fmod(p.x, 1.0f), 0.5f) << pattern;
        ASSERT_NE(std::fmod(p.y, 1.0f), 0.5f) << pattern;
        go_on(walk, points);
        go_on(walk, texels);
      }
    }
  }
}

TEST(ProfileWalk, WindowsAreFilledAtRandom) {
  const Walk walk = walk_of(cell("u8x4.bilinear.2d.array.window8.1K.tex")); // 32 x 8
  Visits seen;
  for (int lane = 0; lane < 32; ++lane) {
    auto w = start_walk<int>(walk, 0, 1, lane);
    for (int step = 0; step < 4 * 256; ++step) {
      const PlaneTexel at = texel_of(walk, w);
      ++seen[{0, at.y, at.x}];
      go_on(walk, w);
    }
  }
  ASSERT_EQ(seen.size(), 256u); // 128 visits a texel on average
  for (const auto& [place, times] : seen) {
    EXPECT_GT(times, 60);
    EXPECT_LT(times, 220);
  }
}

TEST(ProfileWalk, CubesAreSeenFromInside) {
  const Cell one = cell("u8x4.bilinear.cube.array.tile.6K.tex"); // 16 x 16
  const Walk walk = walk_of(one);
  const FetchAt right = at_point(walk, start_walk<float>(walk, 0, 6, 0), one.dimension);
  EXPECT_EQ(right.x, 1);
  EXPECT_EQ(right.y, 1 - 2 * 0.6875f / 16);
  EXPECT_EQ(right.z, 1 - 2 * 0.8125f / 16);
  const FetchAt behind = at_point(walk, start_walk<float>(walk, 5, 6, 0), one.dimension);
  EXPECT_EQ(behind.z, -1);
}

TEST(ProfileTexels, RepeatAfterFourMegabytes) {
  const RepeatedTexels texels({}, (std::size_t(9) << 20) + 12);
  const auto word = [&](std::size_t index) { return reinterpret_cast<const std::uint32_t*>(texels.data())[index]; };
  EXPECT_EQ(word(5), texel_word(5, {}));
  EXPECT_EQ(word(texel_period + 5), word(5));
  EXPECT_EQ(word(2 * texel_period + texel_period / 4 + 2), texel_word(texel_period / 4 + 2, {}));
  EXPECT_NE(word(5), word(6));
}

TEST(ProfileTexels, FloatsLieBetweenAHalfAndOne) {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const float value = bits_float(texel_word(i, scrambled_texels({ElementKind::floating, 32, 1})));
    EXPECT_GE(value, 0.5f);
    EXPECT_LT(value, 1.0f);
    const std::uint32_t halves = texel_word(i, scrambled_texels({ElementKind::floating, 16, 2}));
    EXPECT_GE(half_to_float(std::uint16_t(halves)), 0.5f);
    EXPECT_LT(half_to_float(std::uint16_t(halves >> 16)), 1.0f);
  }
}

TEST(ProfileCheck, SumsAreThoseOfTheWalk) {
  const Cell one = cell("f32x1.point.2d.array.tile.16K.tex");
  Texture texture = texture_of(one);
  const RepeatedTexels ones(texels_of_one(one.format), 16384);
  texture.level[0] = ones.data();
  const auto sums = expected_sums(texture, kind_of(one), walk_of(one), {8, 3, 4}, 7);
  ASSERT_EQ(sums.size(), 32u);
  for (const TexelBits& sum : sums)
    EXPECT_EQ(bits_float(sum[0]), 12);
}

TEST(ProfileCheck, ErrorIsTheLargestOfAFetch) {
  const std::vector<TexelBits> expected = {{float_bits(8), 0, 0, 0}, {0, float_bits(1), 0, 0}};
  std::vector<TexelBits> found = expected;
  EXPECT_EQ(largest_error(ResultType::floating, expected, found, 4), 0);
  found[0][0] = float_bits(8.5f);
  found[1][1] = float_bits(0);
  EXPECT_EQ(largest_error(ResultType::floating, expected, found, 4), 0.25);
  EXPECT_EQ(largest_error(ResultType::unsigned_int, expected, found, 4), 1);
  found[1][1] = 0x7fc00000;
  EXPECT_TRUE(std::isinf(largest_error(ResultType::floating, expected, found, 4)));
}

} // namespace
} // namespace texelscope::profile
