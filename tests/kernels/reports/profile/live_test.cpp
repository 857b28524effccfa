// The live measurement: its launches, the CPU's slices, the bytes of a fetch, the nearest cell.
#include "kernels/reports/profile/live/live_reading.h"

#include <gtest/gtest.h>

#include "kernels/machines/backend/backend.h"
#include "kernels/reports/profile/live/nearest.h"
#include "kernels/unit/image/patterns.h"

namespace texelscope::profile {
namespace {

LiveSample launch(std::int64_t texels, double ms, double clock_mhz = 0) {
  return {1, texels, ms, clock_mhz};
}

TEST(LiveReading, MediansOfATexelsTimeWhateverTheLaunchesLength) {
  // 1, 2 and 4 ns a texel: 500 million texels a second is the median.
  const std::vector<LiveSample> launches = {launch(1'000'000, 1), launch(500'000, 1), launch(1'000'000, 4)};
  const auto reading = read_launches(launches, {}, 4, 132);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->launches, 3);
  EXPECT_EQ(reading->dropped, 0);
  EXPECT_DOUBLE_EQ(reading->texels_per_second, 5e8);
  EXPECT_DOUBLE_EQ(reading->bytes_per_second, 2e9);
  EXPECT_DOUBLE_EQ(reading->ms, 1);
  EXPECT_FALSE(reading->range) << "three launches are too few";
  EXPECT_FALSE(reading->texels_per_clock_sm);
  EXPECT_FALSE(reading->roof_share);
}

TEST(LiveReading, TheMiddleOfFiveLaunches) {
  const std::vector<LiveSample> launches = {launch(1'000'000, 1), launch(1'000'000, 2), launch(1'000'000, 4),
                                            launch(1'000'000, 5), launch(1'000'000, 10)};
  const auto reading = read_launches(launches, {}, 4, 132);
  ASSERT_TRUE(reading && reading->range);
  // 1000, 500, 250, 200 and 100 million a second; the quantiles at 10 and 90 % lie between two of them.
  EXPECT_DOUBLE_EQ(reading->range->median, 250e6);
  EXPECT_NEAR(reading->range->low, 140e6, 1);
  EXPECT_NEAR(reading->range->high, 800e6, 1);
}

TEST(LiveReading, SlowClocksDoNotCountUnlessAllAreSlow) {
  const SamplingPolicy policy{.top_clock_mhz = 2000};
  const std::vector<LiveSample> mixed = {launch(1'000'000, 1, 2000), launch(1'000'000, 2, 1000),
                                         launch(1'000'000, 1, 1980)};
  const auto reading = read_launches(mixed, policy, 1, 100);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->launches, 2);
  EXPECT_EQ(reading->dropped, 1);
  EXPECT_DOUBLE_EQ(reading->texels_per_second, 1e9);
  EXPECT_DOUBLE_EQ(reading->clock_mhz, 1990);
  EXPECT_NEAR(*reading->texels_per_clock_sm, 1e9 / 1990e6 / 100, 1e-12);
  const std::vector<LiveSample> slow = {launch(1'000'000, 2, 1000)};
  EXPECT_EQ(read_launches(slow, policy, 1, 100)->launches, 1);
}

TEST(LiveReading, NothingOfNothing) {
  EXPECT_FALSE(read_launches({}, {}, 4, 132));
  const std::vector<LiveSample> empty = {launch(0, 1), launch(100, 0)};
  EXPECT_FALSE(read_launches(empty, {}, 4, 132));
}

Effective effective_of(const Session& session) {
  return resolve(session).effective;
}

TEST(LiveReading, BytesThatAFetchReadsAndReturns) {
  Session s;
  EXPECT_EQ(texels_read(effective_of(s)), 4);
  EXPECT_EQ(delivered_bytes(effective_of(s)), 4);
  s.sampler.filter = FilterMode::point;
  EXPECT_EQ(texels_read(effective_of(s)), 1);
  s.sampler.filter = FilterMode::linear;
  s.texture.dimension = Dimension::d1;
  EXPECT_EQ(texels_read(effective_of(s)), 2);
  s.texture.dimension = Dimension::d3;
  s.texture.levels = 4;
  EXPECT_EQ(texels_read(effective_of(s)), 8) << "tex3D reads one level";
  s.fetch.function = FetchKind::lod;
  EXPECT_EQ(texels_read(effective_of(s)), 16);
  s = Session();
  s.texture.levels = 4;
  s.fetch.function = FetchKind::grad;
  s.sampler.max_anisotropy = 8;
  EXPECT_EQ(texels_read(effective_of(s)), 4 * 2 * 8);
  s = Session();
  s.texture.storage = Storage::array;
  s.texture.format = {ElementKind::unsigned_int, 8, 1};
  s.fetch.function = FetchKind::gather;
  EXPECT_EQ(texels_read(effective_of(s)), 4);
  EXPECT_EQ(delivered_bytes(effective_of(s)), 4) << "a channel of four texels";
}

std::string nearest(const Session& session, int height = 512, bool cold = false) {
  const auto cell = nearest_cell(session, resolve(session).effective, height, height, cold);
  return cell ? name(*cell) : "none";
}

TEST(NearestCell, OfAFlatView) {
  Session s; // 64 x 64 u8x4
  s.view.span = 1;
  EXPECT_EQ(nearest(s), "u8x4.bilinear.2d.array.tile.16K.tex");
  EXPECT_EQ(nearest(s, 512, true), "u8x4.bilinear.2d.array.tile.16K.tex.cold");
  s.view.rotation = -30;
  EXPECT_EQ(nearest(s), "u8x4.bilinear.2d.array.rotated60.16K.tex");
  s.view.rotation = 180;
  EXPECT_EQ(nearest(s), "u8x4.bilinear.2d.array.tile.16K.tex");
  s.view.span = 32; // 4 texels a pixel
  EXPECT_EQ(nearest(s), "u8x4.bilinear.2d.array.minified4.16K.tex");
  s.view.span = 1e6;
  EXPECT_EQ(nearest(s), "u8x4.bilinear.2d.array.minified64.512K.tex")
      << "the smallest texture for 8 lanes 64 texels apart";
  s.view.span = 1;
  s.texture.width = s.texture.height = 600; // 1.44 MB
  s.sampler.filter = FilterMode::point;
  s.texture.format = {ElementKind::floating, 32, 4};
  EXPECT_EQ(nearest(s, 600), "f32x4.point.2d.array.tile.8M.tex");
}

TEST(NearestCell, HasWhatThePictureReachesOfATexture) {
  Session s;
  s.texture.storage = Storage::array;
  s.texture.width = s.texture.height = 4096;
  const auto near = [&](double texels_a_pixel) {
    s.view.span = texels_a_pixel * 256 / s.texture.height;
    return name(nearest_cell(s, resolve(s).effective, 512, 256, false).value_or(BenchmarkCase()));
  };
  EXPECT_EQ(near(1), "u8x4.bilinear.2d.array.tile.512K.tex") << "512 x 256 of its texels";
  EXPECT_EQ(near(0.25), "u8x4.bilinear.2d.array.tile.32K.tex");
  EXPECT_EQ(near(4), "u8x4.bilinear.2d.array.minified4.8M.tex");
  EXPECT_EQ(near(16), "u8x4.bilinear.2d.array.minified16.64M.tex") << "the whole texture";
  Session resized = s;
  resized.view.mapping = Mapping::resize;
  resized.view.rotation = 30; // a resize has none
  EXPECT_EQ(
      name(nearest_cell(resized, resolve(resized).effective, 4096, 256, false).value_or(BenchmarkCase())),
      "u8x4.bilinear.2d.array.minified4.64M.tex")
      << "1 texel right and 16 down";
  EXPECT_EQ(
      name(nearest_cell(resized, resolve(resized).effective, 8192, 4096, false).value_or(BenchmarkCase())),
      "u8x4.bilinear.2d.array.tile.64M.tex");
  s.texture.dimension = Dimension::d2_layered;
  s.texture.depth = 16;
  EXPECT_EQ(near(1), "u8x4.bilinear.2d_layered.array.tile.512K.tex") << "one layer alone";
  s.texture.dimension = Dimension::d2;
  s.view.projection = Projection::tilted;
  EXPECT_EQ(near(0.25), "u8x4.bilinear.2d.array.tile.64M.tex") << "the view is not affine";
}

TEST(NearestCell, AndOthersThatMayBeAsFast) {
  Session s; // 64 x 64 u8x4: a span of 8 is one texel per pixel
  const auto about = [&](double texels_a_pixel) {
    s.view.span = 8 * texels_a_pixel;
    return cells_about(s, resolve(s).effective, 512, 512);
  };
  const auto names = [&](double texels_a_pixel) {
    std::string all;
    for (const BenchmarkCase& cell : about(texels_a_pixel).cells)
      all += name(cell) + " ";
    return all;
  };
  const std::string tile = "u8x4.bilinear.2d.array.tile.16K.tex ",
                    twice = "u8x4.bilinear.2d.array.minified2.16K.tex ",
                    thrice = "u8x4.bilinear.2d.array.minified3.16K.tex ";
  EXPECT_EQ(names(0.3), tile);
  EXPECT_EQ(names(1), tile);
  EXPECT_EQ(names(1.4), tile + twice);
  EXPECT_EQ(names(1.6), tile + twice);
  EXPECT_EQ(names(2), twice + tile);
  EXPECT_EQ(names(2.4), twice + thrice + tile);
  EXPECT_EQ(names(1 + 1e-15), tile) << "one to one, multiplied again";
  EXPECT_EQ(names(2 - 1e-15), twice + tile);
  EXPECT_FALSE(about(1).between);
  EXPECT_FALSE(about(2).between);
  EXPECT_NEAR(about(1.5).between.value_or(0), 1.25 / 3, 1e-12);
  EXPECT_NEAR(about(2.5).between.value_or(0), 2.25 / 5, 1e-12);
  s.texture.dimension = Dimension::d1;
  EXPECT_NEAR(about(1.5).between.value_or(0), 0.5, 1e-12) << "a 1-D texture";
  s.texture.dimension = Dimension::d2;
  s.texture.width = s.texture.height = 1024;
  s.view.span = 1;
  const std::vector<BenchmarkCase> large = cells_about(s, resolve(s).effective, 512, 512).cells;
  ASSERT_EQ(large.size(), 2u);
  EXPECT_EQ(name(large[0]), "u8x4.bilinear.2d.array.minified2.4M.tex");
  EXPECT_EQ(name(large[1]), "u8x4.bilinear.2d.array.tile.128K.tex");
}

TEST(NearestCell, OfEachDimensionFunctionAndStorage) {
  Session s;
  s.view.span = 1;
  s.texture.dimension = Dimension::d1;
  EXPECT_EQ(nearest(s), "u8x4.bilinear.1d.array.row.4K.tex");
  s.texture.storage = Storage::linear;
  s.fetch.function = FetchKind::texel;
  EXPECT_EQ(nearest(s), "u8x4.point.1d.linear.row.4K.tex");
  s = Session();
  s.view.span = 1;
  s.texture.storage = Storage::pitch;
  EXPECT_EQ(nearest(s), "u8x4.bilinear.2d.pitch.tile.16K.tex");
  s.texture.storage = Storage::array;
  s.fetch.function = FetchKind::gather;
  EXPECT_EQ(nearest(s), "u8x4.point.2d.array.gather.16K.tex");
  s = Session();
  s.view.span = 1;
  s.texture.levels = 7;
  s.fetch.function = FetchKind::lod;
  EXPECT_EQ(nearest(s), "u8x4.trilinear.2d.array.tile.16K.tex");
  s.fetch.function = FetchKind::grad;
  s.sampler.max_anisotropy = 12;
  EXPECT_EQ(nearest(s), "u8x4.aniso8.2d.array.tile.16K.tex");
  s.texture.dimension = Dimension::cube;
  EXPECT_EQ(nearest(s), "u8x4.trilinear.cube.array.tile.16K.tex") << "the face that a flat view shows";
}

TEST(NearestCell, TooSmallTexturesTakeTheSmallestThatFits) {
  Session s;
  s.texture.width = s.texture.height = 1;
  s.texture.format = {ElementKind::unsigned_int, 8, 1};
  EXPECT_EQ(nearest(s), "u8x1.bilinear.2d.array.tile.4K.tex");
  s.view.span = 1e6;
  const auto cell = parse_cell(nearest(s));
  ASSERT_TRUE(cell);
  EXPECT_FALSE(obstacle(*cell));
  EXPECT_EQ(cell->pattern, Pattern::minified);
}

TEST(CpuLive, SlicesArePixelsOfThePictureAndAPassIsThePicture) {
  Session session;
  const Effective effective = resolve(session).effective;
  const auto image = std::make_shared<const Image>(make_pattern(session.texture));
  const auto live = make_cpu_live();
  const LiveScene scene{session, effective, image, 300, 200, {.tag = 7}};
  std::vector<LiveSample> all;
  for (int i = 0; i < 40; ++i) {
    live->launch(scene);
    for (const LiveSample& sample : live->collect())
      all.push_back(sample);
  }
  ASSERT_GE(all.size(), 10u);
  for (const LiveSample& sample : all) {
    EXPECT_EQ(sample.tag, 7u);
    EXPECT_EQ(sample.texels % 300, 0) << "whole rows";
    EXPECT_LE(sample.texels, 300 * 200);
    EXPECT_GT(sample.texels, 0);
    EXPECT_GT(sample.ms, 0);
    EXPECT_LT(sample.ms, 100) << "slices are short";
    EXPECT_EQ(sample.clock_mhz, 0);
  }
  EXPECT_TRUE(live->collect().empty());
  const auto backend = make_cpu_backend(1);
  backend->frame({session, effective, image, 300, 200});
  EXPECT_EQ(live->pass(scene), sums_of(backend->read_result()));
}

TEST(CpuLive, TheBackendMeasuresOnlyOnRequest) {
  Session session;
  const Effective effective = resolve(session).effective;
  const auto image = std::make_shared<const Image>(make_pattern(session.texture));
  const auto backend = make_cpu_backend(1);
  FrameRequest request{session, effective, image, 300, 200};
  EXPECT_TRUE(backend->frame(request).launches.empty());
  request.live = LiveRequest{.due = false};
  for (int i = 0; i < 10; ++i)
    EXPECT_TRUE(backend->frame(request).launches.empty());
  request.live = LiveRequest{.tag = 3};
  std::size_t launches = 0;
  for (int i = 0; i < 20; ++i) {
    const FrameResult result = backend->frame(request);
    launches += result.launches.size();
    EXPECT_FALSE(result.heat);
    EXPECT_EQ(result.live_failure, "");
  }
  EXPECT_GT(launches, 5u);
}

} // namespace
} // namespace texelscope::profile
