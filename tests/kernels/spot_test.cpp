// Where a spot of the picture samples, pixels and places between them.
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/fetch_view.h"
#include "kernels/spot.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

constexpr int width = 128, height = 96;

SpotFetch fetch_at(const Session& session, const Spot& spot) {
  return fetch_of(session, resolve(session).effective, width, height, spot);
}

// 64 texels, three pixels each.
Session three_pixels_a_texel() {
  Session session;
  session.view.span = 0.5;
  return session;
}

TEST(Spot, APixelIsThePicturesFetch) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const tests::Setup setup = tests::random_setup(random);
    const FetchView view = make_fetch_view(setup.session, setup.effective, width, height);
    const Pixel pixel = {int(random() % width), int(random() % height)};
    const PixelFetch expected = rules::pixel_fetch(view, pixel.x, pixel.y);
    const SpotFetch found = fetch_of(setup.session, setup.effective, width, height, {pixel});
    ASSERT_EQ(found.fetch.empty, expected.empty) << tests::describe(setup.session);
    if (expected.empty) continue;
    EXPECT_EQ(found.fetch.at.x, expected.at.x);
    EXPECT_EQ(found.fetch.at.y, expected.at.y);
    EXPECT_EQ(found.fetch.at.z, expected.at.z);
    EXPECT_EQ(found.fetch.at.texel, expected.at.texel);
    EXPECT_EQ(found.fetch.at.layer, expected.at.layer);
    EXPECT_EQ(found.fetch.at.lod, expected.at.lod);
    EXPECT_EQ(found.fetch.at.dx.x, expected.at.dx.x);
    EXPECT_EQ(found.place[0], pixel.x + double(view.offset));
  }
}

TEST(Spot, StepsOfNormalizedCoordinatesAreExact) {
  const Session session = three_pixels_a_texel();
  const FetchAt from = fetch_at(session, {{30, 40}}).fetch.at;
  const FetchAt texel = fetch_at(session, {{30, 40}, {256, 0}}).fetch.at;
  EXPECT_EQ(texel.x, from.x + 1 / 64.f);
  EXPECT_EQ(texel.y, from.y);
  const FetchAt fraction = fetch_at(session, {{30, 40}, {-3, 5}}).fetch.at;
  EXPECT_EQ(fraction.x, from.x - 3 / 16384.f);
  EXPECT_EQ(fraction.y, from.y + 5 / 16384.f);
  EXPECT_EQ(fraction.dx.x, from.dx.x) << "the gradients stay the pixel's";
}

TEST(Spot, StepsOfTexelCoordinatesAreExact) {
  Session session = three_pixels_a_texel();
  session.sampler.normalized_coords = false;
  const FetchAt from = fetch_at(session, {{30, 40}}).fetch.at;
  EXPECT_EQ(fetch_at(session, {{30, 40}, {256, 1}}).fetch.at.x, from.x + 1);
  EXPECT_EQ(fetch_at(session, {{30, 40}, {256, 1}}).fetch.at.y, from.y + 1 / 256.f);
}

TEST(Spot, StepsFollowTheTurnedView) {
  Session session = three_pixels_a_texel();
  session.view.rotation = 90;
  const FetchAt from = fetch_at(session, {{30, 40}}).fetch.at;
  const FetchAt right = fetch_at(session, {{30, 40}, {256, 0}}).fetch.at;
  EXPECT_EQ(right.x, from.x);
  EXPECT_EQ(std::fabs(right.y - from.y), 1 / 64.f);
  EXPECT_EQ(right.y > from.y, fetch_at(session, {{31, 40}}).fetch.at.y > from.y) << "as the next pixel lies";
}

TEST(Spot, StepsOfASliceGoAlongThePicturesAxes) {
  Session session = three_pixels_a_texel();
  session.texture.dimension = Dimension::d3;
  session.texture.width = 32, session.texture.height = 16, session.texture.depth = 8;
  session.fetch.slice_axis = Axis::x;
  const FetchAt from = fetch_at(session, {{30, 40}}).fetch.at;
  const FetchAt right = fetch_at(session, {{30, 40}, {256, 0}}).fetch.at;
  EXPECT_EQ(right.x, from.x);
  EXPECT_EQ(right.z, from.z + 1 / 8.f);
  EXPECT_EQ(fetch_at(session, {{30, 40}, {0, 256}}).fetch.at.y, from.y + 1 / 16.f);
}

TEST(Spot, AnIndexMovesByWholeTexels) {
  Session session;
  session.texture.dimension = Dimension::d1;
  session.texture.storage = Storage::linear;
  session.texture.width = 64;
  session.texture.height = 1;
  session.fetch.function = FetchKind::texel;
  session.sampler.filter = FilterMode::point;
  session.sampler.normalized_coords = false;
  const int from = fetch_at(session, {{60, 40}}).fetch.at.texel;
  EXPECT_EQ(fetch_at(session, {{60, 40}, {512, 0}}).fetch.at.texel, from + 2);
}

TEST(Spot, PlaceAndTexelCountPixels) {
  const SpotFetch at = fetch_at(three_pixels_a_texel(), {{30, 40}, {128, -256}});
  EXPECT_DOUBLE_EQ(at.texel[0], 3);
  EXPECT_DOUBLE_EQ(at.place[0], 32);
  EXPECT_DOUBLE_EQ(at.place[1], 37.5);
}

// A texel of other views is measured: a step is one texel of the level that is read there.
TEST(Spot, ATexelOfTheSheetIsThatOfItsLevel) {
  Session session;
  session.texture.levels = 3;
  session.view.projection = Projection::sheet;
  session.view.span = 1;
  for (const Pixel pixel : {Pixel{40, 20}, Pixel{80, 20}, Pixel{40, 70}}) {
    const FetchAt from = fetch_at(session, {pixel}).fetch.at;
    ASSERT_FALSE(fetch_at(session, {pixel}).fetch.empty);
    const FetchAt right = fetch_at(session, {pixel, {256, 0}}).fetch.at;
    EXPECT_NEAR((right.x - from.x) * 64 / std::exp2(from.lod), 1, 1e-4) << from.lod;
    EXPECT_EQ(right.y, from.y);
  }
}

TEST(Spot, NothingFetchedIsNoFault) {
  Session session;
  session.texture.dimension = Dimension::cube;
  session.view.projection = Projection::net;
  session.view.span = 1;
  const SpotFetch corner = fetch_at(session, {{17, 1}, {256, 256}});
  EXPECT_TRUE(corner.fetch.empty);
  EXPECT_EQ(corner.texel[0], 1);
}

} // namespace
} // namespace texelscope
