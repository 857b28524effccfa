// The order in which the profiler's threads fetch.
#include "kernels/reports/profile/cell/access_pattern_of.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "kernels/profile_reports.h"
#include "kernels/reports/profile/cell/repeated_texels.h"
#include "kernels/reports/profile/cell/suites.h"
#include "kernels/reports/profile/measure/check.h"

namespace texelscope::profile {
namespace {

using tests::cell;

using Visits = std::map<std::tuple<int, int, int>, int>; // plane, y, x

// All fetches of `blocks` blocks of a launch in `steps` steps.
Visits visits(AccessPattern pattern, int blocks, int steps, bool stay = true) {
  if (stay)
    set_blocks(pattern, blocks);
  else
    set_regions_of_block(pattern, steps);
  Visits seen;
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < threads_of_block; ++thread) {
      auto w = start_access<int>(pattern, block, thread);
      for (int step = 0; step < steps; ++step, advance(pattern, w))
        for (int chain = 0; chain < max_chains; ++chain, draw(pattern, w)) {
          const PlaneTexel at = texel_of(pattern, w, chain);
          ++seen[{w.plane, at.y, at.x}];
        }
    }
  return seen;
}

// As many blocks as needed, the last ones starting again from the first region.
TEST(ProfileAccessPattern, BlocksWithSeveralRegionsReadEveryTexel) {
  for (const char* cell_name :
       {"u8x4.bilinear.2d.array.tile.256K.tex", "u8x4.bilinear.2d.array.column.64K.tex",
        "u8x1.point.2d.pitch.tile.100K.load", "u8x4.bilinear.3d.array.tile.256K.tex"})
    for (const Layout layout : {Layout::strips, Layout::interleaved, Layout::across, Layout::stacked})
      for (const int each : {4, 16}) {
        const BenchmarkCase one = cell(cell_name);
        const Shape shape = shape_of(one);
        const AccessPattern pattern = access_pattern_of(one, layout);
        const auto regions = int(regions_of(pattern) / shape.depth);
        const Visits seen = visits(pattern, shape.depth * ((regions + each - 1) / each), each, false);
        EXPECT_EQ(std::int64_t(seen.size()), shape.texels())
            << cell_name << " " << int(layout) << " " << each;
        for (const auto& [place, times] : seen) {
          ASSERT_LT(std::get<0>(place), shape.depth);
          ASSERT_LT(std::get<1>(place), shape.height);
          ASSERT_LT(std::get<2>(place), shape.width);
        }
      }
}

TEST(ProfileAccessPattern, OnePassReadsEveryTexelEquallyOften) {
  for (const char* cell_name :
       {"u8x4.bilinear.2d.array.tile.16K.tex", "u8x4.bilinear.2d.array.row.16K.tex",
        "u8x4.bilinear.2d.array.column.16K.tex", "u8x4.bilinear.2d.array.divergent.16K.tex",
        "u8x4.bilinear.2d.array.divergent.256K.tex", "u8x4.bilinear.2d_layered.array.tile.64K.tex",
        "u8x4.bilinear.3d.array.tile.16K.tex", "u8x4.bilinear.cube.array.tile.6K.tex",
        "u8x4.point.1d.linear.row.16K.tex", "f32x4.point.2d.array.tile.4K.tex"})
    for (const Layout layout : {Layout::strips, Layout::interleaved, Layout::across, Layout::stacked}) {
      const BenchmarkCase one = cell(cell_name);
      const Shape shape = shape_of(one);
      const AccessPattern pattern = access_pattern_of(one, layout);
      const auto regions = int(regions_of(pattern) / shape.depth);
      for (const auto& [steps, stay] : {std::pair(1, true), std::pair(1, false), std::pair(regions, true),
                                        std::pair(regions % 2 ? 1 : 2, false)}) {
        const Visits seen = visits(pattern, shape.depth * regions / steps, steps, stay);
        EXPECT_EQ(std::int64_t(seen.size()), shape.texels()) << cell_name;
        const int each = int(regions_of(pattern) * threads_of_block * max_chains / shape.texels());
        for (const auto& [place, times] : seen) {
          ASSERT_EQ(times, each) << cell_name;
          ASSERT_LT(std::get<0>(place), shape.depth);
          ASSERT_LT(std::get<1>(place), shape.height);
          ASSERT_LT(std::get<2>(place), shape.width);
        }
      }
    }
}

TEST(ProfileAccessPattern, LastRegionsOverlap) {
  const BenchmarkCase one =
      cell("u8x4.bilinear.2d.array.rotated30.256K.tex"); // 256 x 256; lanes span 8 x 7: 32 x 63 tiles
  const AccessPattern pattern = access_pattern_of(one);
  EXPECT_EQ(pattern.columns, 16); // of 2 x 32 tiles
  EXPECT_EQ(pattern.rows, 2);
  EXPECT_EQ(pattern.texels.last_x, 30 * 8);
  EXPECT_EQ(pattern.texels.last_y, 31 * 4);
  const Visits seen = visits(pattern, 32, 1);
  for (const auto& [place, times] : seen) {
    ASSERT_TRUE(std::get<1>(place) >= 0 && std::get<1>(place) < 256);
    ASSERT_TRUE(std::get<2>(place) >= 0 && std::get<2>(place) < 256);
  }
}

TEST(ProfileAccessPattern, BlocksTakeTurnsRegionByRegion) {
  const BenchmarkCase one = cell("u8x4.bilinear.2d.array.tile.256K.tex"); // 256 x 256
  const auto corner = [&](Layout layout, int block, int warp, int steps, int chain) {
    AccessPattern pattern = access_pattern_of(one, layout);
    set_blocks(pattern, 12);
    auto w = start_access<float>(pattern, block, 32 * warp + 9);
    for (int step = 0; step < steps; ++step)
      advance(pattern, w);
    const PlanePoint at = point_of(pattern, w, chain);
    return std::pair(at.x - 1.78125f, at.y - 1.65625f); // of lane 9, column 1 and row 1
  };
  using enum Layout;
  // Regions of 16 x 128 texels, 16 x 2 of them.
  EXPECT_EQ(corner(strips, 5, 0, 0, 0), std::pair(80.0f, 0.0f));
  EXPECT_EQ(corner(strips, 5, 0, 0, 1), std::pair(80.0f, 4.0f));
  EXPECT_EQ(corner(strips, 5, 1, 0, 0), std::pair(88.0f, 0.0f));
  EXPECT_EQ(corner(strips, 5, 2, 0, 7), std::pair(80.0f, 60.0f));
  EXPECT_EQ(corner(strips, 5, 0, 1, 0), std::pair(16.0f, 128.0f));
  EXPECT_EQ(corner(strips, 5, 0, 2, 0), std::pair(208.0f, 128.0f));
  EXPECT_EQ(corner(strips, 5, 0, 3, 0), std::pair(144.0f, 0.0f));
  // Regions of 32 x 64 texels, 8 x 4 of them.
  EXPECT_EQ(corner(interleaved, 5, 0, 0, 0), std::pair(160.0f, 0.0f));
  EXPECT_EQ(corner(interleaved, 5, 3, 0, 0), std::pair(184.0f, 0.0f));
  EXPECT_EQ(corner(interleaved, 5, 4, 0, 0), std::pair(160.0f, 4.0f));
  EXPECT_EQ(corner(interleaved, 5, 0, 0, 1), std::pair(160.0f, 8.0f));
  EXPECT_EQ(corner(interleaved, 5, 0, 1, 0), std::pair(32.0f, 128.0f));
  // Of 64 x 32, and of 8 x 256.
  EXPECT_EQ(corner(across, 1, 7, 0, 0), std::pair(120.0f, 0.0f));
  EXPECT_EQ(corner(across, 1, 7, 0, 7), std::pair(120.0f, 28.0f));
  EXPECT_EQ(corner(stacked, 5, 1, 0, 0), std::pair(40.0f, 4.0f));
  EXPECT_EQ(corner(stacked, 5, 1, 0, 7), std::pair(40.0f, 228.0f));
}

TEST(ProfileAccessPattern, DivergentLanesAreInRegionsOfTheirOwn) {
  const AccessPattern pattern = access_pattern_of(cell("u8x4.bilinear.2d.array.divergent.1M.tex"));
  std::set<std::pair<int, int>> regions;
  for (int lane = 0; lane < 32; ++lane) {
    const auto w = start_access<int>(pattern, 0, lane);
    regions.insert({w.column, w.row});
  }
  EXPECT_EQ(regions.size(), 32u);
}

// Coordinates and texels are those of the same positions, inside the texture, and no linear weight is 0.
TEST(ProfileAccessPattern, PointsLieInTheTexelsThatLoadsRead) {
  for (const char* pattern : {"tile", "row", "column", "rotated30", "rotated45", "rotated89", "strided3",
                              "minified4", "window8", "window64", "divergent"}) {
    const BenchmarkCase one = cell(std::string("u8x4.bilinear.2d.array.") + pattern + ".1M.tex"); // 512 x 512
    AccessPattern access = access_pattern_of(one, Layout::interleaved);
    set_blocks(access, 7);
    for (int thread = 0; thread < threads_of_block; ++thread) {
      auto points = start_access<float>(access, 3, thread);
      auto texels = start_access<int>(access, 3, thread);
      for (int fetch = 0; fetch < 600; ++fetch) {
        const PlanePoint p = point_of(access, points, fetch % max_chains);
        const PlaneTexel t = texel_of(access, texels, fetch % max_chains);
        ASSERT_EQ(std::floor(p.x), float(t.x)) << pattern;
        ASSERT_EQ(std::floor(p.y), float(t.y)) << pattern;
        ASSERT_TRUE(t.x >= 0 && t.x < 512 && t.y >= 0 && t.y < 512) << pattern;
        ASSERT_NE(std::fmod(p.x, 1.0f), 0.5f) << pattern;
        ASSERT_NE(std::fmod(p.y, 1.0f), 0.5f) << pattern;
        draw(access, points);
        draw(access, texels);
        if (fetch % max_chains < max_chains - 1) continue;
        advance(access, points);
        advance(access, texels);
      }
    }
  }
}

TEST(ProfileAccessPattern, WindowsAreFilledAtRandom) {
  const Visits seen =
      visits(access_pattern_of(cell("u8x4.bilinear.2d.array.window8.1K.tex")), 1, 16); // 32 x 8
  ASSERT_EQ(seen.size(), 256u); // 128 visits a texel on average
  for (const auto& [place, times] : seen) {
    EXPECT_GT(times, 60);
    EXPECT_LT(times, 220);
  }
}

TEST(ProfileAccessPattern, CubesAreSeenFromInside) {
  const BenchmarkCase one = cell("u8x4.bilinear.cube.array.tile.6K.tex"); // 16 x 16
  const AccessPattern pattern = access_pattern_of(one);
  const FetchAt right = at_point(pattern, start_access<float>(pattern, 0, 0), 0, one.dimension);
  EXPECT_EQ(right.x, 1);
  EXPECT_EQ(right.y, 1 - 2 * 0.65625f / 16);
  EXPECT_EQ(right.z, 1 - 2 * 0.78125f / 16);
  const FetchAt behind = at_point(pattern, start_access<float>(pattern, 5, 0), 0, one.dimension);
  EXPECT_EQ(behind.z, -1);
}

TEST(ProfileAccessPattern, DividersDivide) {
  for (const int side : {1, 3, 7, 31, 61, 1023}) { // textures whose counts of regions are no powers of two
    AccessPattern pattern;
    pattern.columns = side;
    limit_rows(pattern, 5);
    for (const unsigned value : {0u, 1u, unsigned(5 * side - 1), unsigned(5 * side), 123456789u, 0x7fffffffu})
      EXPECT_EQ(pattern.by_regions(value), value / unsigned(5 * side)) << side << " " << value;
  }
}

TEST(ProfileTexels, RepeatAfterFourMegabytes) {
  const RepeatedTexels texels({}, (std::size_t(9) << 20) + 12);
  const auto word = [&](std::size_t index) {
    return reinterpret_cast<const std::uint32_t*>(texels.data())[index];
  };
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

TEST(ProfileCheck, SumsAreThoseOfTheAccessPattern) {
  const BenchmarkCase one = cell("f32x1.point.2d.array.tile.16K.tex");
  Texture texture = texture_of(one);
  const RepeatedTexels ones(texels_of_one(one.format), 16384);
  texture.level[0] = ones.data();
  const auto sums = expected_sums(texture, kind_of(one), access_pattern_of(one), {1, 3, 4}, 0, 7);
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
