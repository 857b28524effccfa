// The oscilloscope's samples: where they lie, the steps of the weights, and the picture's own bits.
#include "kernels/studies/compare/scope.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/machines/cpu/view_fetch.h"
#include "kernels/studies/compare/values.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

using scope::Line;

// 64 x 64 texels viewed without a transform, one texel per pixel; the texel (10, 10) is 1, the others are 0.
Session one_hot() {
  Session session;
  session.texture.source = Source::one_hot;
  session.texture.hot_x = session.texture.hot_y = 10;
  session.texture.format = {ElementKind::floating, 32, 1};
  session.view.span = 1;
  return session;
}

struct Scoped {
  explicit Scoped(const Session& session) : setup(tests::setup_of(session)), bound(subject()) {}
  scope::Subject subject() const {
    return {setup.session, setup.effective, {setup.image, setup.image->texels.data()}};
  }
  scope::Axis axis(const Line& line) const {
    return scope::axis_of(setup.session, setup.effective, 64, 64, line);
  }
  scope::Samples samples(const Line& line, int count) const {
    return {setup.session, setup.effective, 64, 64, line, count};
  }
  tests::Setup setup;
  scope::Bound bound;
};

float as_float(const TexelBits& components) {
  return bits_float(components[0]);
}

TEST(Scope, EachOfThe256WeightsHasTwoSamples) {
  const Scoped scoped(one_hot());
  const Line line = {8.5, 10.5, 12.5, 10.5};
  const scope::Axis axis = scoped.axis(line);
  EXPECT_TRUE(axis.in_texels);
  EXPECT_STREQ(axis.name, "x");
  EXPECT_EQ(axis.start, 8.5);
  EXPECT_EQ(axis.end, 12.5);
  const scope::Steps steps = scope::whole_steps(line, axis, 512);
  ASSERT_EQ(steps.count, 2048);
  EXPECT_EQ(steps.line, line);
  const scope::Samples samples = scoped.samples(steps.line, 2048);
  const auto results = scope::model(scoped.bound.texture(), samples);
  for (int i = 0; i < 512; ++i) {
    const float weight = float((i + 1) / 2) / 256;
    ASSERT_EQ(as_float(results[std::size_t(i)]), 0) << i;
    ASSERT_EQ(as_float(results[std::size_t(512 + i)]), weight) << i;
    ASSERT_EQ(as_float(results[std::size_t(1535 - i)]), weight) << i;
    ASSERT_EQ(as_float(results[std::size_t(1536 + i)]), 0) << i;
    ASSERT_EQ(scope::ideal(scoped.bound.texture(), samples, 512 + i)[0], (i + 0.5) / 512) << i;
  }
}

// 512 samples in the texel's middle half: sixteen times closer than the weights.
TEST(Scope, StepsStayStepsWhenEnlarged) {
  const Scoped scoped(one_hot());
  const scope::Samples samples = scoped.samples({9.75, 10.5, 9.8125, 10.5}, 512); // 16 weights
  const auto results = scope::model(scoped.bound.texture(), samples);
  int changes = 0;
  for (std::size_t i = 1; i < results.size(); ++i) {
    const float step = as_float(results[i]) - as_float(results[i - 1]);
    changes += step != 0;
    EXPECT_TRUE(step == 0 || step == 1.0f / 256) << i;
  }
  EXPECT_EQ(changes, 16);
  EXPECT_EQ(as_float(results[0]), 64.0f / 256);
  EXPECT_EQ(as_float(results[511]), 80.0f / 256);
}

TEST(Scope, TheAxisIsTheCoordinateThatChangesMost) {
  const Scoped scoped(one_hot());
  const scope::Axis up = scoped.axis({3, 40, 3, 8});
  EXPECT_STREQ(up.name, "y");
  EXPECT_EQ(up.start, 40);
  EXPECT_EQ(up.end, 8);
  EXPECT_EQ(up.length(), 32);
  EXPECT_EQ(up.at(0.25), 32);
  EXPECT_STREQ(scoped.axis({0, 0, 10, 9}).name, "x");
  Session session = one_hot();
  session.texture.dimension = Dimension::d3;
  session.texture.depth = 32;
  session.fetch.slice_axis = Axis::x;
  session.view.span = 2; // of 64 rows: two texels a pixel
  const scope::Axis deep = Scoped(session).axis({32, 32, 40, 32});
  EXPECT_STREQ(deep.name, "z");
  EXPECT_EQ(deep.start, 16);
  EXPECT_EQ(deep.end, 32);
  session = one_hot();
  session.view.projection = Projection::tilted;
  const scope::Axis tilted = Scoped(session).axis({1, 2, 4, 6});
  EXPECT_FALSE(tilted.in_texels);
  EXPECT_EQ(tilted.length(), 5);
}

TEST(Scope, WholeStepsLeaveOutTheRest) {
  const scope::Axis axis = {true, "x", 0, 1.999};
  const scope::Steps steps = scope::whole_steps({0, 0, 1.999, 0}, axis, 2);
  EXPECT_EQ(steps.count, 3);
  EXPECT_DOUBLE_EQ(steps.line.x1, 1.5);
  EXPECT_EQ(scope::whole_steps({0, 0, 1.999, 0}, axis, 0.25).count, 1) << "at least one";
  EXPECT_EQ(scope::whole_steps({5, 5, 5, 5}, {true, "x", 5, 5}, 512).count, 1);
  EXPECT_GT(scope::whole_steps({0, 0, 1e6, 0}, {true, "x", 0, 1e12}, 65536).count, scope::Samples::max_count);
}

// In any session the centers of a row's pixels have the picture's bits, gradients included.
TEST(Scope, ARowOfPixelsIsThePicturesRow) {
  std::mt19937 random(20261122);
  constexpr int width = 48, height = 32, row = 11;
  int views[2] = {}, kinds[2] = {};
  for (int round = 0; round < 1400; ++round) {
    const Scoped scoped(tests::random_setup(random).session);
    const auto& [session, effective, image] = scoped.setup;
    const FetchView view = make_fetch_view(session, effective, width, height);
    std::vector<TexelBits> picture(width * height);
    cpu::fetch_view(scoped.bound.texture(), view, width, height, picture.data()->data());
    const scope::Samples samples(session, effective, width, height, {0, row + 0.5, width, row + 0.5}, width);
    const auto results = scope::model(scoped.bound.texture(), samples);
    ++views[samples.row() == nullptr];
    ++kinds[effective.slab != Slab::off];
    if (session.fetch.sample_at == SampleAt::corner) continue; // those samples lie between the pixels
    for (std::size_t i = 0; i < width; ++i)
      ASSERT_EQ(results[i], picture[row * width + i]) << i << tests::describe(session);
  }
  EXPECT_GT(views[1], 10) << "some views are in perspective";
  EXPECT_GT(kinds[1], 20) << "some sessions have slabs";
}

// Fetching from a list gives what the picture's own path gives, as on a device.
TEST(Scope, AListOfFetchesIsFoldedAsThePictureDoes) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const Scoped scoped(tests::random_setup(random).session);
    const Texture& texture = scoped.bound.texture();
    const scope::Samples samples(scoped.setup.session, scoped.setup.effective, 40, 30, {3.25, 20, 31.5, 4},
                                 23);
    const auto one_by_one = [&](std::span<const FetchAt> all) {
      std::vector<TexelBits> results;
      for (const FetchAt& at : all)
        results.push_back(fetch(texture, samples.function(), at));
      return results;
    };
    ASSERT_EQ(scope::fetched_by(one_by_one, samples), scope::model(texture, samples))
        << tests::describe(scoped.setup.session);
  }
}

TEST(Scope, TheIdealIsTheTracesAndASlabsIsFolded) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const Scoped scoped(tests::random_setup(random).session);
    const scope::Samples samples = scoped.samples({0, 1, 60, 50}, 17);
    if (scoped.setup.effective.slab != Slab::off || !no_ideal(scoped.setup.effective).empty()) continue;
    for (int i = 0; i < 17; ++i) {
      const PixelFetch at = samples.at(i);
      if (at.empty || samples.rule().fills_alpha) continue;
      const auto expected = fetch_traced(scoped.bound.texture(), samples.function(), at.at).ideal;
      const auto found = scope::ideal(scoped.bound.texture(), samples, i);
      for (std::size_t c = 0; c < 4; ++c)
        ASSERT_TRUE(found[c] == expected[c] || (std::isnan(found[c]) && std::isnan(expected[c])))
            << tests::describe(scoped.setup.session);
    }
  }
  Session session = one_hot();
  session.texture.dimension = Dimension::d3;
  session.texture.depth = 8;
  session.fetch.slab = Slab::mean;
  session.fetch.slab_samples = 4;
  session.fetch.slice = 0.5;
  session.texture.hot_z = 3;
  session.sampler.filter = FilterMode::point;
  session.sampler.address[2] = AddressMode::clamp;
  const Scoped slab(session);
  const scope::Samples samples = slab.samples({10, 10.5, 11, 10.5}, 1);
  EXPECT_EQ(scope::ideal(slab.bound.texture(), samples, 0)[0], 0.25) << "one of slices 1, 3, 5, 7";
  EXPECT_EQ(as_float(scope::model(slab.bound.texture(), samples)[0]), 0.25f);
}

TEST(Scope, ColumnsHoldEveryFiniteValue) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const double values[] = {1, 5, -2, 3, nan, infinity, 7, 7, -infinity};
  const auto value = [&](std::size_t i) { return std::array<double, 4>{values[i], 0, 0, 0}; };
  const auto columns = scope::columns_of(9, 3, value);
  ASSERT_EQ(columns.size(), 3u);
  const scope::Extent first = columns[0][0], second = columns[1][0], third = columns[2][0];
  EXPECT_EQ(first.low, -2);
  EXPECT_EQ(first.high, 5);
  EXPECT_EQ(first.first, 1);
  EXPECT_EQ(first.last, -2);
  EXPECT_EQ(second.low, 3);
  EXPECT_EQ(second.high, 3);
  EXPECT_EQ(third.last, 7);
  EXPECT_TRUE(std::isnan(scope::columns_of(2, 1,
                                           [&](auto) {
                                             return std::array{nan, nan, nan, nan};
                                           })[0][0]
                             .low));
}

} // namespace
} // namespace texelscope
