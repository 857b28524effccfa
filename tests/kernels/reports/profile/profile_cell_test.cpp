// The profiler's cells: names, obstacles, their textures, the suites.
#include "kernels/reports/profile/cell/cell.h"

#include <set>

#include <gtest/gtest.h>

#include "kernels/profile_reports.h"
#include "kernels/reports/profile/cell/suites.h"

namespace texelscope::profile {
namespace {

using tests::cell;

std::optional<Obstacle> obstacle_of(std::string_view cell_name) {
  return obstacle(cell(cell_name));
}

TEST(ProfileCell, NameHoldsEveryParameter) {
  const BenchmarkCase all = cell("f32x4.point.2d.pitch.rotated30.1G.load.cold");
  EXPECT_EQ(all.format, (ElementFormat{ElementKind::floating, 32, 4}));
  EXPECT_FALSE(all.srgb);
  EXPECT_EQ(all.filter, Filter::point);
  EXPECT_EQ(all.dimension, Dimension::d2);
  EXPECT_EQ(all.storage, Storage::pitch);
  EXPECT_EQ(all.pattern, Pattern::rotated);
  EXPECT_EQ(all.amount, 30);
  EXPECT_EQ(all.bytes, 1073741824);
  EXPECT_EQ(all.path, Path::load);
  EXPECT_TRUE(all.cold);
  EXPECT_EQ(name(BenchmarkCase()), "u8x4.bilinear.2d.array.tile.256K.tex");
  EXPECT_TRUE(cell("srgb8x4.aniso16.2d.array.tile.64K.tex").srgb);
}

TEST(ProfileCell, BytesTakeTheLargestUnit) {
  EXPECT_EQ(bytes_name(4096), "4K");
  EXPECT_EQ(bytes_name(1536 * 1024), "1536K");
  EXPECT_EQ(bytes_name(5 << 20), "5M");
  EXPECT_EQ(bytes_name(std::int64_t(2) << 30), "2G");
  EXPECT_EQ(bytes_name(1000), "1000");
}

TEST(ProfileCell, InvalidNamesAreRefused) {
  for (const char* cell_name : {"",
                                "u8x4",
                                "u8x4.bilinear.2d.array.tile.256K",
                                "u8x3.bilinear.2d.array.tile.256K.tex",
                                "f8x4.point.2d.array.tile.256K.tex",
                                "srgb16x4.point.2d.array.tile.256K.tex",
                                "u8x4.cubic.2d.array.tile.256K.tex",
                                "u8x4.bilinear.4d.array.tile.256K.tex",
                                "u8x4.bilinear.2d.stack.tile.256K.tex",
                                "u8x4.bilinear.2d.array.tile3.256K.tex",
                                "u8x4.bilinear.2d.array.rotated.256K.tex",
                                "u8x4.bilinear.2d.array.rotated030.256K.tex",
                                "u8x4.bilinear.2d.array.tile.K.tex",
                                "u8x4.bilinear.2d.array.tile.-4K.tex",
                                "u8x4.bilinear.2d.array.tile.1024K.tex",
                                "u8x4.bilinear.2d.array.tile.9999999999999G.tex",
                                "u8x4.bilinear.2d.array.tile.256K.warm",
                                "u8x4.bilinear.2d.array.tile.256K.tex.warm",
                                "u8x4.bilinear.2d.array.tile.256K.tex.cold.",
                                "u8x4..2d.array.tile.256K.tex",
                                " u8x4.bilinear.2d.array.tile.256K.tex"})
    EXPECT_FALSE(parse_cell(cell_name)) << cell_name;
}

TEST(ProfileCell, ObstaclesOfEachKind) {
  using enum Obstacle;
  const std::pair<const char*, Obstacle> wrong[] = {
      {"u32x4.bilinear.2d.array.tile.64K.tex", integers_not_filtered},
      {"srgb8x1.point.2d.array.tile.64K.tex", srgb_format},
      {"u8x4.trilinear.2d.pitch.tile.64K.tex", mips_need_array},
      {"u8x4.bilinear.3d.pitch.tile.64K.tex", storage_dimension},
      {"u8x4.bilinear.2d.shared.tile.64K.tex", storage_dimension},
      {"u8x4.bilinear.1d.linear.row.64K.tex", linear_is_point},
      {"u8x4.aniso2.3d.array.tile.64K.tex", anisotropy_needs_2d},
      {"u8x4.point.1d.array.tile.64K.tex", pattern_needs_2d},
      {"u8x4.point.3d.array.gather.64K.tex", gather_needs_2d},
      {"u8x4.bilinear.2d.array.tile.64K.surface", path_filters},
      {"u8x4.point.2d.pitch.tile.64K.software", path_filters},
      {"u8x4.point.2d.array.tile.64K.load", path_layout},
      {"u8x4.bilinear.2d.pitch.row.64K.shared", path_layout},
      {"u8x4.bilinear.2d.array.rotated90.64K.tex", amount},
      {"u8x4.bilinear.2d.array.strided1.64K.tex", amount},
      {"u8x4.bilinear.2d.array.window48.64K.tex", amount},
      {"f32x4.bilinear.2d.array.column.4K.tex", too_small},
      {"u8x4.bilinear.2d.array.strided64.4K.tex", too_small},
      {"u8x1.point.2d.array.tile.1G.tex", too_large},
      {"u8x4.point.1d.array.row.1M.tex", too_large}};
  for (const auto& [cell_name, why] : wrong) {
    const auto found = obstacle_of(cell_name);
    ASSERT_TRUE(found) << cell_name;
    EXPECT_EQ(identifier(*found), identifier(why)) << cell_name;
  }
  EXPECT_FALSE(obstacle_of("u8x4.point.1d.linear.row.1M.tex"));
  EXPECT_FALSE(obstacle_of("f32x4.point.2d.pitch.divergent.1G.ldg"));
}

TEST(ProfileCell, ShapesHoldTheWorkingSet) {
  EXPECT_EQ(shape_of(cell("u8x4.bilinear.2d.array.tile.256K.tex")), (Shape{256, 256, 1, 1}));
  EXPECT_EQ(shape_of(cell("f32x4.point.2d.array.tile.4K.tex")), (Shape{32, 8, 1, 1}));
  EXPECT_EQ(shape_of(cell("f32x4.point.2d.array.tile.6K.tex")), (Shape{32, 12, 1, 1}));
  EXPECT_EQ(shape_of(cell("u8x4.trilinear.2d.array.tile.1M.tex")), (Shape{512, 512, 1, 2}));
  EXPECT_EQ(shape_of(cell("u8x4.bilinear.3d.array.tile.1M.tex")), (Shape{64, 64, 64, 1}));
  EXPECT_EQ(shape_of(cell("u8x4.bilinear.2d_layered.array.tile.64K.tex")), (Shape{64, 32, 8, 1}));
  EXPECT_EQ(shape_of(cell("u8x4.bilinear.cube.array.tile.96K.tex")), (Shape{64, 64, 6, 1}));
  EXPECT_EQ(shape_of(cell("u8x4.bilinear.1d_layered.array.row.256K.tex")), (Shape{16384, 1, 4, 1}));
}

TEST(ProfileSuites, CellsAreListedOnceAndCanBeMeasured) {
  for (const Suite suite : {Suite::quick, Suite::full, Suite::matrix, Suite::staircase}) {
    std::set<std::string> names;
    for (const BenchmarkCase& one : cells_of(suite)) {
      EXPECT_FALSE(obstacle(one)) << name(one);
      EXPECT_TRUE(names.insert(name(one)).second) << name(one);
      EXPECT_EQ(parse_cell(name(one)), one) << name(one);
    }
  }
}

TEST(ProfileSuites, HoldWhatTheyPromise) {
  const auto quick = cells_of(Suite::quick);
  EXPECT_LE(quick.size(), 100u);
  std::set<Path> paths;
  std::set<Pattern> patterns;
  std::set<Dimension> dimensions;
  std::set<Filter> filters;
  for (const BenchmarkCase& one : quick) {
    paths.insert(one.path);
    patterns.insert(one.pattern);
    dimensions.insert(one.dimension);
    filters.insert(one.filter);
  }
  EXPECT_EQ(paths.size(), 6u);
  EXPECT_EQ(patterns.size(), 9u);
  EXPECT_EQ(dimensions.size(), 7u);
  EXPECT_EQ(filters.size(), 6u); // all but aniso8
  EXPECT_EQ(cells_of(Suite::matrix).size(), 81u);
  EXPECT_GT(cells_of(Suite::full).size(), 1000u);
}

// Whose limit it is, and both numbers; CUDA allows longer rows than the bench has.
TEST(ProfileCells, ATextureThatIsTooLargeNamesTheLimit) {
  const auto why = [](const char* cell_name) {
    const auto cell = parse_cell(cell_name);
    if (!cell || !obstacle(*cell)) return std::string("none");
    return obstacle_text(*cell, *obstacle(*cell));
  };
  EXPECT_EQ(why("u8x1.point.1d.array.row.64K.tex"),
            "The bench's own limit of an axis is 16384 texels; this texture would have 65536.");
  EXPECT_EQ(why("u8x1.point.1d.array.row.16K.tex"), "none");
  EXPECT_EQ(why("u8x4.srgb.1d.linear.row.16K.tex"), std::string("none"));
}

TEST(ProfileSuites, StaircaseClimbs) {
  const auto bytes = staircase_bytes();
  ASSERT_EQ(bytes.size(), 40u);
  EXPECT_EQ(bytes.front(), 4096);
  EXPECT_EQ(bytes.back(), 1073741824);
  for (std::size_t i = 1; i < bytes.size(); ++i)
    EXPECT_GT(bytes[i], bytes[i - 1]);
  EXPECT_EQ(cells_of(Suite::staircase).size(), 40u);
}

} // namespace
} // namespace texelscope::profile
