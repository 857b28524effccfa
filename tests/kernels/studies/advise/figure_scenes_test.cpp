// The standard scenes, and what fetches touch.
#include "kernels/studies/advise/figure_scenes.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "kernels/studies/advise/fetch_footprint.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::advise {

namespace {
constexpr std::size_t mega = 1 << 20;

Scene scene_of(Dimension dimension, std::array<int, 3> size, FilterMode filter, int channels,
               int row = lanes) {
  Scene scene;
  scene.dimension = dimension;
  scene.size = size;
  scene.own = {ElementKind::floating, 32, channels};
  scene.sampler = zeroed_sampler;
  scene.sampler.filter = filter;
  scene.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  scene.fetches = FetchList(scene.axes(), row);
  return scene;
}
// A warp's fetch: lanes lie `apart` texels from each other along x, and its rows one along y.
void add_row(Scene& scene, float x, float y, float apart, int row = lanes) {
  float at[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane)
    at[lane][0] = x + apart * float(lane % row), at[lane][1] = y + float(lane / row), at[lane][2] = 0.5f;
  scene.fetches.add(at, ~std::uint32_t(0));
}

TEST(FetchFootprint, CountsTheSectorsOfAWarp) {
  Scene scene = scene_of(Dimension::d2, {256, 256, 1}, FilterMode::point, 1);
  add_row(scene, 0.5f, 0.5f, 1);
  FetchFootprint found = footprint_of(scene);
  EXPECT_TRUE(found.computed);
  EXPECT_EQ(found.warp_sectors, 4) << "32 floats are 128 bytes";
  EXPECT_EQ(found.warp_squares, 8) << "of 4 x 2 floats";
  EXPECT_EQ(found.fetch_sectors, 4.0 / 32);
  EXPECT_EQ(found.working_set, 128);
  EXPECT_EQ(found.thread_fetches, 1);

  scene.fetches = FetchList(2, 16);
  add_row(scene, 0.5f, 0.5f, 1, 16);
  found = footprint_of(scene);
  EXPECT_EQ(found.warp_sectors, 4);
  EXPECT_EQ(found.warp_squares, 4);

  scene.fetches = FetchList(2);
  add_row(scene, 0.5f, 0.5f, 8);
  found = footprint_of(scene);
  EXPECT_EQ(found.warp_sectors, 32);
  EXPECT_EQ(found.warp_squares, 32);
  EXPECT_EQ(found.working_set, 1024);
}

TEST(FetchFootprint, CountsTheTexelsOfAFilterAndTheirChannels) {
  Scene scene = scene_of(Dimension::d2, {256, 256, 1}, FilterMode::linear, 4);
  add_row(scene, 1, 1, 2); // between two texels each, which all differ
  const FetchFootprint found = footprint_of(scene);
  EXPECT_EQ(found.warp_sectors, 64) << "two rows of 64 texels of 16 bytes";
  EXPECT_EQ(found.warp_squares, 64) << "of 2 x 1 texels";
  EXPECT_EQ(found.working_set, 2048);

  Scene volume = scene_of(Dimension::d3, {64, 64, 64}, FilterMode::linear, 1);
  add_row(volume, 1, 1, 0);
  EXPECT_EQ(footprint_of(volume).warp_sectors, 4) << "two rows of two slices";
}

TEST(FetchFootprint, FollowsAddressModes) {
  Scene scene = scene_of(Dimension::d1, {64, 1, 1}, FilterMode::point, 1);
  scene.sampler.normalized_coords = true;
  const auto working_set = [&](AddressMode mode) {
    scene.sampler.address[0] = mode;
    scene.fetches = FetchList(1);
    add_row(scene, 1 + 1.0f / 128, 0, 1.0f / 64); // texels 64 to 95
    return footprint_of(scene).working_set;
  };
  EXPECT_EQ(working_set(AddressMode::wrap), 128) << "texels 0 to 31";
  EXPECT_EQ(working_set(AddressMode::mirror), 128) << "texels 63 to 32";
  EXPECT_EQ(working_set(AddressMode::clamp), 32) << "texel 63";
  EXPECT_EQ(working_set(AddressMode::border), 32) << "nothing; at least a sector";
}

// Sectors that a block's warps touch again count once.
TEST(FetchFootprint, SeesWhatABlockFetchesAgain) {
  Scene scene = scene_of(Dimension::d2, {256, 256, 1}, FilterMode::point, 1);
  for (int i = 0; i < entries_of_block; ++i)
    add_row(scene, 0.5f, 0.5f, 1);
  const FetchFootprint again = footprint_of(scene);
  EXPECT_EQ(again.fetch_sectors, 4.0 / (entries_of_block * lanes));
  scene.fetches = FetchList(2);
  for (int i = 0; i < entries_of_block; ++i)
    add_row(scene, 0.5f, 0.5f + float(i), 1);
  const FetchFootprint once = footprint_of(scene);
  EXPECT_EQ(once.fetch_sectors, 4.0 / 32);
  EXPECT_EQ(distance(once, once, true), 0);
  EXPECT_EQ(distance(once, again, true), 3)
      << "8 times, as 1/64 of a sector for a fetch is the least to copy";
  EXPECT_EQ(distance(once, again, false), 0) << "1/8 of a sector for a fetch is the least that counts";
  scene.fetches = FetchList(2);
  for (int i = 0; i < entries_of_block; ++i)
    add_row(scene, 0.5f, 0.5f + float(i), 4);
  FetchFootprint wide = footprint_of(scene);
  EXPECT_EQ(wide.fetch_sectors, 0.5);
  wide.warp_sectors = once.warp_sectors, wide.warp_squares = once.warp_squares;
  EXPECT_EQ(distance(once, wide, false), 2) << "4 times";
  EXPECT_EQ(distance(wide, once, false, 0.5), 2);
  EXPECT_EQ(distance(once, wide, false, 0.5), 1) << "less counts half";
}

TEST(FetchFootprint, LanesThatDoNotFetchTouchNothing) {
  Scene scene = scene_of(Dimension::d2, {256, 256, 1}, FilterMode::point, 1);
  float at[lanes][3] = {};
  for (int lane = 0; lane < lanes; ++lane)
    at[lane][0] = float(8 * lane) + 0.5f;
  scene.fetches.add(at, 0b11);
  const FetchFootprint found = footprint_of(scene);
  EXPECT_EQ(found.warp_sectors, 2);
  EXPECT_EQ(found.fetch_sectors, 1);
  EXPECT_EQ(found.working_set, 64);
}

TEST(FigureScenes, AreNamedByWhatTheyAre) {
  std::set<std::string> names;
  for (const FigureScene& scene : figure_scenes())
    EXPECT_TRUE(names.insert(name(scene)).second) << name(scene);
  EXPECT_GT(names.size(), 150u);
  for (const char* one : {"2d.linear.4.turned.8M", "index.point.1.scattered.64K", "1d.linear.2.table.1K",
                          "3d.point.1.turned.64M", "2d.point.4.straight.128M"})
    EXPECT_TRUE(names.contains(one)) << one;
}

// Coordinates lie inside the texture, on planes where the order says so, and touch the texture's bytes.
TEST(FigureScenes, TouchWhatTheySay) {
  for (const FigureScene& figure : figure_scenes()) {
    if (figure.bytes > (figure.channels == 4 ? 8 : 1) * mega) continue; // for the sake of time
    SCOPED_TRACE(name(figure));
    const Scene scene = made_scene(figure);
    const FetchList& list = scene.fetches;
    EXPECT_EQ(scene.values.size() * sizeof(float), figure.bytes);
    bool inside = true;
    for (std::size_t entry = 0; entry < list.entries(); ++entry)
      for (int lane = 0; lane < lanes; ++lane)
        for (int axis = 0; axis < scene.axes(); ++axis) {
          const float at = list.at(entry, lane, axis);
          inside = inside && at >= 0 && at < float(scene.size[std::size_t(axis)]);
        }
    EXPECT_TRUE(inside);
    const FetchFootprint found = footprint_of(scene);
    const bool reads = figure.order == FetchOrder::warped || figure.order == FetchOrder::scattered ||
                       figure.order == FetchOrder::table;
    EXPECT_EQ(found.computed, !reads);
    EXPECT_EQ(found.whole_steps, figure.order == FetchOrder::straight || figure.order == FetchOrder::stencil);
    EXPECT_LE(found.working_set, std::int64_t(figure.bytes));
    EXPECT_GE(found.working_set, std::int64_t(figure.bytes / 5)) << "wide ones leave texels out";
    const bool many = figure.order == FetchOrder::stencil || figure.order == FetchOrder::table;
    EXPECT_EQ(found.thread_fetches, many ? 16 : 1);
  }
}

} // namespace
} // namespace texelscope::advise
