// What a warp touches: the numbers follow from the memory layout; one warp's L1 sectors are as an H200
// counted them.
#include "kernels/reports/profile/live/warp_footprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "kernels/unit/image/patterns.h"

namespace texelscope::profile {
namespace {

constexpr ElementFormat bytes4 = {ElementKind::unsigned_int, 8, 4}, floats4 = {ElementKind::floating, 32, 4};

// A texture of 64 x 64 texels, one a pixel.
Session one_to_one(const ElementFormat& format, FilterMode filter, Storage storage = Storage::array) {
  Session s;
  s.texture.format = format;
  s.texture.storage = storage;
  s.sampler.filter = filter;
  s.view.span = 1;
  return s;
}

// Pixels sample between four texels.
Session between(Session s) {
  s.view.center_x = s.view.center_y = 0.5 + 0.5 / 64;
  return s;
}

WarpFootprint touched(const Session& s, Pixel pixel = {8, 4}, int width = 64, int height = 64) {
  const Effective effective = resolve(s).effective;
  return warp_footprint(s, effective, Image::create(effective), width, height, pixel);
}

TEST(WarpFootprint, PointsOfAWholeTileAreItsTexels) {
  const WarpFootprint found = touched(one_to_one(bytes4, FilterMode::point), {13, 6});
  EXPECT_EQ(found.tile, (Pixel{8, 4}));
  EXPECT_EQ(found.lanes, 32);
  EXPECT_EQ(found.quads, 8);
  EXPECT_EQ(found.fetched, 32);
  EXPECT_EQ(found.texels, 32);
  EXPECT_EQ(found.sectors, 4) << "16 bytes of two rows";
  EXPECT_EQ(found.lines, 1) << "32 bytes of four rows";
  EXPECT_DOUBLE_EQ(found.used, 1);
  EXPECT_EQ(found.requests, 8);
  EXPECT_EQ(found.quad_sectors, 8);
  EXPECT_EQ(found.quad_lines, 8);
  ASSERT_EQ(found.moved.size(), 32u);
  EXPECT_EQ(found.moved.front(), (TouchedTexel{0, 0, 8, 4, 1, found.moved.front().sector}));
  EXPECT_EQ(found.moved.back().lanes, 1u << 31);
}

TEST(WarpFootprint, WideTexelsTakeMoreSectors) {
  const WarpFootprint found = touched(one_to_one(floats4, FilterMode::point));
  EXPECT_EQ(found.texels, 32);
  EXPECT_EQ(found.sectors, 16);
  EXPECT_EQ(found.lines, 4);
  EXPECT_EQ(found.quad_sectors, 32);
  EXPECT_DOUBLE_EQ(found.used, 1);
}

TEST(WarpFootprint, LinearFootprintsOverlap) {
  const WarpFootprint found = touched(between(one_to_one(bytes4, FilterMode::linear)));
  EXPECT_EQ(found.fetched, 128);
  EXPECT_EQ(found.texels, 9 * 5);
  EXPECT_EQ(found.sectors, 3 * 3);
  EXPECT_EQ(found.lines, 2 * 2);
  EXPECT_EQ(found.quad_sectors, 24);
  EXPECT_EQ(found.requests, 8);
  EXPECT_DOUBLE_EQ(found.used, 45 * 4 / (9 * 32.0));
  EXPECT_EQ(found.moved.size(), 12u * 6u) << "whole sectors";
}

TEST(WarpFootprint, TexelsWithoutWeightAreNotRead) {
  const WarpFootprint found = touched(one_to_one(bytes4, FilterMode::linear));
  EXPECT_EQ(found.fetched, 32);
  EXPECT_EQ(found.sectors, 4);
}

TEST(WarpFootprint, RowsOfPitchMemoryAreLinesOfTheirOwn) {
  const WarpFootprint points = touched(one_to_one(bytes4, FilterMode::point, Storage::pitch));
  EXPECT_EQ(points.sectors, 4) << "32 bytes of a row";
  EXPECT_EQ(points.lines, 4);
  EXPECT_EQ(points.quad_sectors, 8);
  EXPECT_DOUBLE_EQ(points.used, 1);
  const WarpFootprint bytes =
      touched(one_to_one({ElementKind::unsigned_int, 8, 1}, FilterMode::point, Storage::pitch));
  EXPECT_EQ(bytes.sectors, 4);
  EXPECT_DOUBLE_EQ(bytes.used, 0.25);
}

TEST(WarpFootprint, LinearTexelsOfSixteenBytesAreRequestedInParts) {
  EXPECT_EQ(touched(between(one_to_one(floats4, FilterMode::linear))).quad_sectors, 144);
  EXPECT_EQ(touched(between(one_to_one(floats4, FilterMode::linear, Storage::pitch))).quad_sectors, 128);
}

TEST(WarpFootprint, MinifiedTilesMoveWhatTheyDoNotRead) {
  const WarpFootprint found = touched(one_to_one(bytes4, FilterMode::point), {0, 0}, 32, 32);
  EXPECT_EQ(found.texels, 32);
  EXPECT_EQ(found.sectors, 16);
  EXPECT_EQ(found.lines, 4);
  EXPECT_DOUBLE_EQ(found.used, 0.25);
  EXPECT_EQ(found.quad_sectors, 16);
  EXPECT_EQ(found.moved.size(), 16u * 8u);
  EXPECT_EQ(std::ranges::count_if(found.moved, [](const TouchedTexel& t) { return t.lanes != 0; }), 32);
}

TEST(WarpFootprint, TurnedTilesHaveUprightQuads) {
  Session s = one_to_one(bytes4, FilterMode::point);
  s.view.rotation = 90;
  const WarpFootprint found = touched(s);
  EXPECT_EQ(found.sectors, 4);
  EXPECT_EQ(found.lines, 2);
  EXPECT_EQ(found.quad_sectors, 16);
}

TEST(WarpFootprint, LevelsAndSlicesArePlanesOfTheirOwn) {
  Session levels = one_to_one(bytes4, FilterMode::point);
  levels.texture.levels = 2;
  levels.fetch.function = FetchKind::lod;
  levels.fetch.lod = 0.5f;
  const WarpFootprint two = touched(levels);
  EXPECT_EQ(two.texels, 32 + 8);
  EXPECT_EQ(two.sectors, 4 + 1);
  EXPECT_EQ(two.quad_sectors, 8 + 8);
  EXPECT_EQ(two.requests, 8);
  Session volume = between(one_to_one(bytes4, FilterMode::linear));
  volume.texture.dimension = Dimension::d3;
  const WarpFootprint slices = touched(volume);
  EXPECT_EQ(slices.fetched, 256);
  EXPECT_EQ(slices.texels, 90);
  EXPECT_EQ(slices.sectors, 18);
  EXPECT_EQ(slices.quad_sectors, 72) << "two lanes at a time";
}

TEST(WarpFootprint, GathersReadFourTexelsWhateverTheirWeight) {
  Session s = one_to_one(bytes4, FilterMode::point);
  s.fetch.function = FetchKind::gather;
  const WarpFootprint found = touched(s);
  EXPECT_EQ(found.fetched, 128);
  EXPECT_EQ(found.texels, 45);
  EXPECT_EQ(found.quad_sectors, 24);
}

TEST(WarpFootprint, PixelsBeyondThePictureDoNotFetch) {
  const WarpFootprint found = touched(one_to_one(bytes4, FilterMode::point), {56, 60}, 60, 62);
  EXPECT_EQ(found.lanes, 8);
  EXPECT_EQ(found.quads, 2);
  EXPECT_EQ(found.requests, 2);
  EXPECT_EQ(found.fetched, 8);
}

TEST(WarpFootprint, TheBorderIsNoTexel) {
  Session s = one_to_one(bytes4, FilterMode::point);
  s.sampler.address = {AddressMode::border, AddressMode::border, AddressMode::border};
  s.view.center_x = 3;
  const WarpFootprint found = touched(s);
  EXPECT_EQ(found.lanes, 32);
  EXPECT_EQ(found.fetched, 0);
  EXPECT_EQ(found.sectors, 0);
  EXPECT_DOUBLE_EQ(found.used, 0);
  EXPECT_TRUE(found.moved.empty());
}

TEST(WarpFootprint, SlabsFetchEachSample) {
  Session s = one_to_one(bytes4, FilterMode::point);
  s.texture.dimension = Dimension::d3;
  s.fetch.slab = Slab::maximum;
  s.fetch.slab_samples = 8;
  const WarpFootprint found = touched(s);
  EXPECT_EQ(found.fetched, 32 * 8);
  EXPECT_EQ(found.texels, 32 * 8) << "a slice each";
  EXPECT_EQ(found.requests, 8 * 8);
  EXPECT_EQ(found.quads, 8);
}

} // namespace
} // namespace texelscope::profile
