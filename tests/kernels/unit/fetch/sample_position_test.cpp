// What a position fetches, where the picture shows it, and that it does not change with the picture.
#include "kernels/unit/fetch/sample_position.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/unit/fetch/fetch_view.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

constexpr int width = 128, height = 96;

Effective effective_of(const Session& session) {
  return resolve(session).effective;
}

TargetFetch fetched(const Session& session, const FetchTarget& target, int w = width, int h = height) {
  return fetch_of(session, effective_of(session), w, h, target);
}

SamplePosition at_pixel(const Session& session, const Pixel& pixel, int w = width, int h = height) {
  return position_of(session, effective_of(session), w, h, pixel).value();
}

SamplePosition step(const Session& session, const SamplePosition& from, int right, int down, StepSize size) {
  return stepped(session, effective_of(session), width, height, from, right, down, size);
}

FetchAt after(const Session& session, const Pixel& pixel, int right, int down, StepSize size, int count = 1) {
  SamplePosition position = at_pixel(session, pixel);
  for (int i = 0; i < count; ++i)
    position = step(session, position, right, down, size);
  return fetched(session, position).fetch.at;
}

// 64 texels, three pixels each.
Session three_pixels_a_texel() {
  Session session;
  session.view.span = 0.5;
  return session;
}

void expect_same(const FetchAt& a, const FetchAt& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.z, b.z);
  EXPECT_EQ(a.texel, b.texel);
  EXPECT_EQ(a.layer, b.layer);
  EXPECT_EQ(a.lod, b.lod);
  EXPECT_EQ(a.dx.x, b.dx.x);
  EXPECT_EQ(a.dy.y, b.dy.y);
}

// Over all dimensions, projections, functions and coordinates.
TEST(SamplePosition, OfAPixelIsThatPixelsFetchToTheLastBit) {
  std::mt19937 random(7);
  int found = 0;
  for (int round = 0; round < 600; ++round) {
    const tests::Setup setup = tests::random_setup(random);
    const FetchView view = make_fetch_view(setup.session, setup.effective, width, height);
    const Pixel pixel = {int(random() % width), int(random() % height)};
    const PixelFetch expected = rules::pixel_fetch(view, pixel.x, pixel.y);
    const auto position = position_of(setup.session, setup.effective, width, height, pixel);
    ASSERT_EQ(position.has_value(), !expected.empty) << tests::describe(setup.session);
    if (!position) continue;
    ++found;
    const TargetFetch of_position = fetch_of(setup.session, setup.effective, width, height, *position);
    ASSERT_TRUE(of_position.pixel) << tests::describe(setup.session);
    EXPECT_EQ(*of_position.pixel, pixel);
    expect_same(of_position.fetch.at, expected.at);
    EXPECT_EQ(pixel_of(setup.session, setup.effective, width, height, *position), pixel);
  }
  EXPECT_GT(found, 300);
}

// The same coordinate, layer and level in a picture of another size, zoomed in, rotated, or moved.
TEST(SamplePosition, StaysWhereItIsWhenThePictureChanges) {
  std::mt19937 random(8);
  int found = 0;
  for (int round = 0; round < 300; ++round) {
    const tests::Setup setup = tests::random_setup(random);
    const Pixel pixel = {int(random() % width), int(random() % height)};
    const auto position = position_of(setup.session, setup.effective, width, height, pixel);
    if (!position) continue;
    ++found;
    const FetchAt before = fetch_of(setup.session, setup.effective, width, height, *position).fetch.at;
    Session other = setup.session;
    other.view.span *= 1.7;
    other.view.rotation = 30;
    other.view.center_x += 0.2;
    const FetchAt after = fetch_of(other, setup.effective, 201, 77, *position).fetch.at;
    EXPECT_EQ(after.x, before.x) << tests::describe(setup.session);
    EXPECT_EQ(after.y, before.y);
    EXPECT_EQ(after.z, before.z);
    EXPECT_EQ(after.layer, before.layer);
    EXPECT_EQ(after.lod, before.lod);
    EXPECT_EQ(after.texel, before.texel);
  }
  EXPECT_GT(found, 150);
}

// The inverse of each projection: the pixel at the found place samples the position to within a hundredth of
// a texel.
TEST(SamplePosition, IsShownWhereThePictureSamplesIt) {
  for (const Projection projection : {Projection::flat, Projection::sheet, Projection::net,
                                      Projection::sphere, Projection::tilted, Projection::grid}) {
    Session session;
    session.view.projection = projection;
    session.view.span = 1;
    session.view.tilt = 60;
    session.view.yaw = 25, session.view.pitch = -20;
    session.texture.levels = projection == Projection::sheet ? 3 : 1;
    const bool cube = projection == Projection::net || projection == Projection::sphere;
    if (cube) session.texture.dimension = Dimension::cube;
    int shown = 0;
    for (int y = 1; y < height; y += 7)
      for (int x = 1; x < width; x += 7) {
        const auto position = position_of(session, effective_of(session), width, height, {x, y});
        if (!position) continue;
        const TargetFetch larger = fetched(session, *position, 5 * width, 5 * height);
        ASSERT_TRUE(larger.place) << identifier(projection) << x << "," << y;
        ++shown;
        EXPECT_NEAR((*larger.place)[0], 5 * (x + 0.5), 0.02) << identifier(projection);
        EXPECT_NEAR((*larger.place)[1], 5 * (y + 0.5), 0.02) << identifier(projection);
      }
    EXPECT_GT(shown, 40) << identifier(projection);
  }
}

TEST(SamplePosition, GradientsAreTheViewsAtThatCoordinate) {
  Session session;
  session.texture.levels = 7;
  session.fetch.function = FetchKind::grad;
  session.view.projection = Projection::tilted;
  session.view.tilt = 70;
  // Between the pixels of a small picture, and a pixel of one three times as large: a third of its gradients.
  const SamplePosition position = at_pixel(session, {100, 200}, 3 * width, 3 * height);
  const FetchAt fine = fetched(session, position, 3 * width, 3 * height).fetch.at;
  const TargetFetch coarse = fetched(session, position);
  EXPECT_EQ(coarse.fetch.at.x, fine.x);
  EXPECT_EQ(coarse.fetch.at.y, fine.y);
  EXPECT_NEAR(coarse.fetch.at.dx.x, 3 * fine.dx.x, 1e-5f * std::fabs(fine.dx.x));
  EXPECT_NEAR(coarse.fetch.at.dy.y, 3 * fine.dy.y, 1e-4f * std::fabs(fine.dy.y));
}

TEST(SamplePosition, FollowsFromNormalizedToTexelsAndBack) {
  Session session;
  const SamplePosition position = at_pixel(session, {37, 11});
  const FetchAt normalized = fetched(session, position).fetch.at;
  session.sampler.normalized_coords = false;
  const FetchAt texels = fetched(session, position).fetch.at;
  EXPECT_EQ(texels.x, normalized.x * 64);
  EXPECT_EQ(texels.y, normalized.y * 64);
}

TEST(SamplePosition, KeepsItsLayerFaceAndSlice) {
  Session layers;
  layers.texture.dimension = Dimension::d2_layered;
  layers.texture.depth = 4;
  layers.fetch.layer = 2;
  const SamplePosition in_layer = at_pixel(layers, {50, 50});
  layers.fetch.layer = 3;
  EXPECT_EQ(fetched(layers, in_layer).fetch.at.layer, 2);
  EXPECT_FALSE(fetched(layers, in_layer).place) << "another layer is shown";
  Session slices;
  slices.texture.dimension = Dimension::d3;
  slices.texture.depth = 8;
  slices.fetch.slice = 0.25;
  const SamplePosition in_slice = at_pixel(slices, {50, 50});
  slices.fetch.slice = 0.75;
  EXPECT_EQ(fetched(slices, in_slice).fetch.at.z, 0.25f);
  EXPECT_FALSE(fetched(slices, in_slice).place);
  Session faces;
  faces.texture.dimension = Dimension::cube;
  faces.fetch.face = CubeFace::negative_y;
  const SamplePosition on_face = at_pixel(faces, {60, 50});
  faces.fetch.face = CubeFace::positive_x;
  EXPECT_EQ(fetched(faces, on_face).fetch.at.y, -1);
}

TEST(SamplePosition, ALevelOfItsOwnIsPassedOn) {
  Session session;
  session.texture.levels = 5;
  session.fetch.function = FetchKind::lod;
  session.fetch.lod = 1.5;
  SamplePosition position = at_pixel(session, {5, 6});
  EXPECT_EQ(fetched(session, position).fetch.at.lod, 1.5f);
  position.lod = 3.25;
  EXPECT_EQ(fetched(session, position).fetch.at.lod, 3.25f);
  EXPECT_FALSE(fetched(session, position).pixel) << "the picture's pixel takes another level";
}

TEST(SamplePosition, APointOfThePlaneIsItsCoordinate) {
  Session session;
  const SamplePosition half = position_in_plane(session, effective_of(session), 0.5, 0.25);
  EXPECT_EQ(fetched(session, half).fetch.at.x, 0.5f);
  EXPECT_EQ(fetched(session, half).fetch.at.y, 0.25f);
  session.texture.dimension = Dimension::cube;
  session.fetch.face = CubeFace::positive_z;
  const FetchAt middle =
      fetched(session, position_in_plane(session, effective_of(session), 0.5, 0.5)).fetch.at;
  EXPECT_EQ(middle.x, 0);
  EXPECT_EQ(middle.z, 1);
}

TEST(Stepped, ByPixelsWithinThePicture) {
  const Session session = three_pixels_a_texel();
  EXPECT_EQ(step(session, at_pixel(session, {30, 40}), 1, 0, StepSize::pixel), at_pixel(session, {31, 40}));
  EXPECT_EQ(step(session, at_pixel(session, {width - 1, 0}), 1, -1, StepSize::pixel),
            at_pixel(session, {width - 1, 0}));
}

TEST(Stepped, APixelFromBetweenIsAPixelAgain) {
  const Session session = three_pixels_a_texel();
  SamplePosition between = step(session, at_pixel(session, {30, 40}), 1, 0, StepSize::fraction);
  EXPECT_FALSE(fetched(session, between).pixel);
  EXPECT_EQ(step(session, between, 1, 0, StepSize::pixel), at_pixel(session, {31, 40}));
}

TEST(Stepped, ByTexelsAndTheirPartsExactly) {
  const Session session = three_pixels_a_texel();
  const FetchAt from = fetched(session, Pixel{30, 40}).fetch.at;
  EXPECT_EQ(after(session, {30, 40}, 1, 0, StepSize::texel).x, from.x + 1 / 64.f);
  EXPECT_EQ(after(session, {30, 40}, 1, 0, StepSize::texel).y, from.y);
  EXPECT_EQ(after(session, {30, 40}, -1, 0, StepSize::fraction, 3).x, from.x - 3 / 16384.f);
  EXPECT_EQ(after(session, {30, 40}, 0, 1, StepSize::fraction, 5).y, from.y + 5 / 16384.f);
  EXPECT_EQ(after(session, {30, 40}, 0, 1, StepSize::fraction).dx.x, from.dx.x);
  Session texels = session;
  texels.sampler.normalized_coords = false;
  const FetchAt counted = fetched(texels, Pixel{30, 40}).fetch.at;
  EXPECT_EQ(after(texels, {30, 40}, 1, 0, StepSize::texel).x, counted.x + 1);
  EXPECT_EQ(after(texels, {30, 40}, 0, 1, StepSize::fraction).y, counted.y + 1 / 256.f);
}

TEST(Stepped, FollowsTheTurnedView) {
  Session session = three_pixels_a_texel();
  session.view.rotation = 90;
  const FetchAt from = fetched(session, Pixel{30, 40}).fetch.at,
                right = after(session, {30, 40}, 1, 0, StepSize::texel);
  EXPECT_EQ(right.x, from.x);
  EXPECT_EQ(std::fabs(right.y - from.y), 1 / 64.f);
  EXPECT_EQ(right.y > from.y, fetched(session, Pixel{31, 40}).fetch.at.y > from.y)
      << "the step leads to the next pixel";
}

TEST(Stepped, OfASliceGoesAlongThePicturesAxes) {
  Session session = three_pixels_a_texel();
  session.texture.dimension = Dimension::d3;
  session.texture.width = 32, session.texture.height = 16, session.texture.depth = 8;
  session.fetch.slice_axis = Axis::x;
  const FetchAt from = fetched(session, Pixel{30, 40}).fetch.at,
                right = after(session, {30, 40}, 1, 0, StepSize::texel);
  EXPECT_EQ(right.x, from.x);
  EXPECT_EQ(right.z, from.z + 1 / 8.f);
  EXPECT_EQ(after(session, {30, 40}, 0, 1, StepSize::texel).y, from.y + 1 / 16.f);
}

TEST(Stepped, AnIndexMovesByWholeTexels) {
  Session session;
  session.texture.dimension = Dimension::d1;
  session.texture.storage = Storage::linear;
  session.texture.width = 64;
  session.texture.height = 1;
  session.fetch.function = FetchKind::texel;
  session.sampler.filter = FilterMode::point;
  session.sampler.normalized_coords = false;
  const int from = fetched(session, Pixel{60, 40}).fetch.at.texel;
  EXPECT_EQ(after(session, {60, 40}, 1, 0, StepSize::texel, 2).texel, from + 2);
}

TEST(Stepped, IsNotMadeOutOfThePicture) {
  const Session session = three_pixels_a_texel();
  const SamplePosition edge = at_pixel(session, {width - 2, 6});
  EXPECT_EQ(step(session, edge, 1, 0, StepSize::texel), edge);
}

// In other views the size of a texel is measured: a step is one texel of the level that is read there.
TEST(Stepped, ATexelOfTheSheetIsThatOfItsLevel) {
  Session session;
  session.texture.levels = 3;
  session.view.projection = Projection::sheet;
  session.view.span = 1;
  for (const Pixel pixel : {Pixel{40, 20}, Pixel{80, 20}, Pixel{40, 70}}) {
    const FetchAt from = fetched(session, pixel).fetch.at,
                  right = after(session, pixel, 1, 0, StepSize::texel);
    EXPECT_NEAR((right.x - from.x) * 64 / std::exp2(from.lod), 1, 1e-4) << from.lod;
    EXPECT_EQ(right.y, from.y);
  }
}

TEST(SamplePosition, WildCoordinatesAreFetchedAndShownNowhere) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   infinite = std::numeric_limits<double>::infinity();
  for (const Projection projection :
       {Projection::flat, Projection::sheet, Projection::tilted, Projection::grid}) {
    Session session;
    session.view.projection = projection;
    for (const double wild : {nan, infinite, -infinite}) {
      const TargetFetch found = fetched(session, SamplePosition{{wild, 0.5, 0}, false, 0, {}, 0});
      EXPECT_FALSE(found.place) << identifier(projection);
      EXPECT_FALSE(found.pixel);
      EXPECT_FALSE(found.fetch.empty) << "the function takes no gradients";
      EXPECT_FALSE(std::isfinite(found.fetch.at.x));
      EXPECT_EQ(found.fetch.at.y, 0.5f);
    }
  }
}

TEST(SamplePosition, WhereNothingIsFetchedThereIsNone) {
  Session session;
  session.texture.dimension = Dimension::cube;
  session.view.projection = Projection::net;
  session.view.span = 1;
  EXPECT_FALSE(position_of(session, effective_of(session), width, height, {17, 1}));
  EXPECT_TRUE(fetched(session, Pixel{17, 1}).fetch.empty);
  session.view.projection = Projection::sphere;
  session.texture.levels = 4;
  session.fetch.function = FetchKind::grad;
  const SamplePosition behind{{0, 0, -1}, false, 0, {}, 0};
  EXPECT_TRUE(fetched(session, behind).fetch.empty) << "the view has no gradients there";
  session.fetch.function = FetchKind::plain;
  EXPECT_EQ(fetched(session, behind).fetch.at.z, -1) << "the function takes no gradients";
}

} // namespace
} // namespace texelscope
