// The table of a fetch's picture against numbers worked out by hand.
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/fetch_picture.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

// 8 x 8 floats of which (2, 1) is 1.
Session one_of_64() {
  Session session;
  TextureSpec& t = session.texture;
  t.source = Source::one_hot;
  t.width = t.height = 8;
  t.hot_x = 2, t.hot_y = 1;
  t.format = {ElementKind::floating, 32, 1};
  session.sampler.read_mode = ReadMode::element;
  session.sampler.filter = FilterMode::linear;
  return session;
}

Session addressed(AddressMode mode) {
  Session session = one_of_64();
  session.sampler.address = {mode, mode, mode};
  return session;
}

FetchPicture picture_of(const Session& session, double u, double v, double w = 0, double lod = 0) {
  const tests::Setup setup = tests::setup_of(session);
  SamplePosition at{{u, v, w}, false, 0, {}, 0};
  if (session.fetch.function == FetchKind::lod) at.lod = lod;
  return fetch_picture(explain(session, setup.effective, setup.image->texels.data(), 64, 64, at),
                       session.view);
}

double total(const FetchPicture& picture) {
  double sum = 0;
  for (const PictureFootprint& footprint : picture.footprints) {
    sum += footprint.more_weight;
    for (const PictureTexel& texel : footprint.texels)
      sum += texel.weight;
  }
  return sum;
}

// u = 1 + 2.75 / 8: a quarter of a texel beyond the center of texel 2. v = 3 / 8: between texels 2 and 3.
TEST(FetchPicture, FourTexelsLieInAGrid) {
  const FetchPicture picture = picture_of(addressed(AddressMode::wrap), 1.34375, 0.375);
  ASSERT_EQ(picture.axes.size(), 2u);
  EXPECT_EQ(picture.axes[0].name, "u");
  EXPECT_EQ(picture.axes[0].given, 1.34375);
  EXPECT_EQ(picture.axes[0].action, "wrap");
  EXPECT_EQ(picture.axes[0].landed, 0.34375);
  EXPECT_EQ(picture.axes[0].texel_name, "x");
  EXPECT_EQ(picture.axes[0].position, 2.75);
  EXPECT_EQ(picture.axes[1].action, "");
  EXPECT_FALSE(picture.axes[1].landed);
  EXPECT_EQ(picture.axes[1].position, 3);
  ASSERT_EQ(picture.footprints.size(), 1u);
  const PictureFootprint& grid = picture.footprints[0];
  EXPECT_EQ(grid.columns, 2u);
  EXPECT_EQ(grid.rows, 2u);
  EXPECT_EQ(grid.slices, 1u);
  ASSERT_EQ(grid.texels.size(), 4u);
  const char* places[] = {"2,2", "3,2", "2,3", "3,3"};
  const double weights[] = {96, 32, 96, 32};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(grid.texels[i].place, places[i]);
    EXPECT_EQ(grid.texels[i].weight, weights[i]);
    EXPECT_EQ(grid.texels[i].exact, weights[i]);
    EXPECT_EQ(grid.texels[i].column, i % 2);
    EXPECT_EQ(grid.texels[i].row, i / 2);
    EXPECT_EQ(grid.texels[i].largest, i == 0);
  }
  EXPECT_EQ(grid.column_weight(0), 192);
  EXPECT_EQ(grid.column_weight(1), 64);
  EXPECT_EQ(grid.row_weight(1), 128);
  EXPECT_TRUE(picture.levels.empty());
  EXPECT_EQ(picture.function, "tex2D");
  EXPECT_EQ(texels_title(picture), "4 texels");
}

TEST(FetchPicture, TexelsReadTwiceAreOneCell) {
  const FetchPicture picture = picture_of(addressed(AddressMode::clamp), 1.1, 0.375);
  EXPECT_EQ(picture.axes[0].action, "clamp");
  EXPECT_EQ(picture.axes[0].landed, 1);
  EXPECT_EQ(picture.axes[0].position, 8);
  const PictureFootprint& grid = picture.footprints.at(0);
  EXPECT_EQ(grid.columns, 1u);
  EXPECT_EQ(grid.rows, 2u);
  ASSERT_EQ(grid.texels.size(), 2u);
  EXPECT_EQ(grid.texels[0].place, "7,2");
  EXPECT_EQ(grid.texels[0].weight, 128);
  EXPECT_EQ(grid.texels[1].place, "7,3");
  EXPECT_EQ(grid.texels[1].weight, 128);
}

// Measured: clamp takes the footprint of the texels 0 and 1 there, the second without weight.
TEST(FetchPicture, ATexelWithoutWeightStaysInTheGrid) {
  const FetchPicture picture = picture_of(addressed(AddressMode::clamp), -0.1, 0.375);
  EXPECT_EQ(picture.axes[0].landed, 0);
  const PictureFootprint& grid = picture.footprints.at(0);
  ASSERT_EQ(grid.texels.size(), 4u);
  EXPECT_EQ(grid.column_weight(0), 256);
  EXPECT_EQ(grid.column_weight(1), 0);
}

TEST(FetchPicture, MirrorLandsInsideAndBorderDoesNot) {
  const PictureAxis mirrored = picture_of(addressed(AddressMode::mirror), 1.25, 0.375).axes.at(0);
  EXPECT_EQ(mirrored.action, "mirror");
  EXPECT_EQ(mirrored.landed, 0.75);
  EXPECT_EQ(mirrored.position, 6);
  const FetchPicture outside = picture_of(addressed(AddressMode::border), -0.5, 0.375);
  EXPECT_EQ(outside.axes[0].action, "border");
  EXPECT_FALSE(outside.axes[0].landed);
  ASSERT_EQ(outside.footprints.at(0).texels.size(), 1u);
  EXPECT_TRUE(outside.footprints[0].texels[0].border);
  EXPECT_EQ(outside.footprints[0].texels[0].place, "border");
  EXPECT_EQ(outside.footprints[0].texels[0].weight, 256);
  // At the corner itself three of four cells are the border's, each with its own weight.
  const FetchPicture corner = picture_of(addressed(AddressMode::border), 0, 0);
  EXPECT_EQ(corner.axes[0].action, "") << "0 is inside";
  ASSERT_EQ(corner.footprints.at(0).texels.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(corner.footprints[0].texels[i].border, i != 3);
    EXPECT_EQ(corner.footprints[0].texels[i].weight, 64);
  }
}

TEST(FetchPicture, PointIsOneTexelUnchanged) {
  Session session = one_of_64();
  session.sampler.filter = FilterMode::point;
  session.texture.format = {ElementKind::unsigned_int, 8, 1};
  session.sampler.read_mode = ReadMode::normalized_float;
  const FetchPicture picture = picture_of(session, 2.5 / 8, 1.5 / 8);
  ASSERT_EQ(picture.footprints.at(0).texels.size(), 1u);
  EXPECT_EQ(picture.footprints[0].texels[0].weight, 256);
  EXPECT_EQ(picture.footprints[0].texels[0].shown, "") << "it would be taken for the value";
  EXPECT_EQ(picture.footprints[0].texels[0].color, (Rgb{255, 255, 255}));
  EXPECT_FALSE(picture.footprints[0].texels[0].largest) << "there is no other";
  EXPECT_EQ(picture.color, (Rgb{255, 255, 255}));
  EXPECT_FALSE(picture.sum.added);
  EXPECT_EQ(sum_line(picture), "R = 255 / 255 = 1");
  EXPECT_EQ(sum_title(picture), "what its code means");
  EXPECT_EQ(picture.error.cause, ErrorCause::unchanged);
  EXPECT_EQ(picture.error.sentence, "One texel has all of the weight, and its value is returned: R = 1.");
}

TEST(FetchPicture, TwoLevelsShareTheResult) {
  Session session;
  session.texture.width = session.texture.height = 64;
  session.texture.levels = 4;
  session.fetch.function = FetchKind::lod;
  session.sampler.mip_filter = FilterMode::linear;
  session.sampler.mip_max = 15;
  const FetchPicture picture = picture_of(session, 0.3, 0.4, 0, 1.25);
  EXPECT_EQ(picture.lod, 1.25);
  EXPECT_EQ(levels_title(picture), "level 1.25");
  ASSERT_EQ(picture.levels.size(), 2u);
  EXPECT_EQ(picture.levels[0].level, 1);
  EXPECT_EQ(picture.levels[0].weight, 192);
  EXPECT_EQ(picture.levels[1].level, 2);
  EXPECT_EQ(picture.levels[1].weight, 64);
  ASSERT_EQ(picture.footprints.size(), 2u);
  EXPECT_EQ(total(picture), 256);
  EXPECT_EQ(texels_title(picture), "8 texels");
  int largest = 0;
  for (const PictureFootprint& footprint : picture.footprints)
    for (const PictureTexel& texel : footprint.texels) {
      largest += texel.largest;
      EXPECT_EQ(texel.level, footprint.level);
    }
  EXPECT_EQ(largest, 1) << "one of both levels";
}

TEST(FetchPicture, AVolumeHasSlices) {
  Session session;
  session.texture.dimension = Dimension::d3;
  session.texture.width = session.texture.height = session.texture.depth = 8;
  const FetchPicture picture = picture_of(session, 0.375, 0.375, 0.375);
  const PictureFootprint& grid = picture.footprints.at(0);
  EXPECT_EQ(grid.slices, 2u);
  ASSERT_EQ(grid.texels.size(), 8u);
  EXPECT_EQ(grid.texels[7].place, "3,3,3");
  EXPECT_EQ(grid.texels[7].slice, 1u);
  EXPECT_EQ(total(picture), 256);
}

TEST(FetchPicture, AGatherNumbersItsComponents) {
  Session session = one_of_64();
  session.fetch.function = FetchKind::gather;
  session.texture.storage = Storage::array;
  const FetchPicture picture = picture_of(session, 0.375, 0.375);
  ASSERT_EQ(picture.words.size(), 4u);
  const PictureFootprint& grid = picture.footprints.at(0);
  ASSERT_EQ(grid.texels.size(), 4u);
  const std::size_t components[] = {3, 2, 0, 1}; // counterclockwise from the lower left
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(grid.texels[i].component, components[i]);
  EXPECT_EQ(picture.error.cause, ErrorCause::gathered);
}

TEST(FetchPicture, ProbesNameTheirHeaviestTexels) {
  Session session;
  session.texture.levels = 7;
  session.sampler.max_anisotropy = 8;
  session.sampler.filter = FilterMode::linear;
  session.sampler.mip_filter = FilterMode::linear;
  session.sampler.mip_max = 15;
  session.fetch.function = FetchKind::grad;
  session.fetch.gradients = GradientRule::given;
  session.fetch.dx = {0.25f, 0, 0};
  session.fetch.dy = {0, 1.0f / 64, 0};
  const FetchPicture picture = picture_of(session, 0.3, 0.4);
  ASSERT_FALSE(picture.footprints.empty());
  for (const PictureFootprint& footprint : picture.footprints) {
    EXPECT_EQ(footprint.columns, 0u);
    EXPECT_EQ(footprint.texels.size(), named_probe_texels);
    EXPECT_GT(footprint.more, 0u);
    for (std::size_t i = 1; i < footprint.texels.size(); ++i)
      EXPECT_LE(footprint.texels[i].weight, footprint.texels[i - 1].weight);
  }
  EXPECT_NEAR(total(picture), 256, 1e-9);
  EXPECT_EQ(picture.error.cause, ErrorCause::probes);
  const int level = picture.levels.at(0).level; // the coordinate's place, not that of a probe
  EXPECT_NEAR(picture.axes.at(0).position, std::ldexp(0.3 * 64, -level), 1e-4);
  EXPECT_NEAR(picture.axes.at(1).position, std::ldexp(0.4 * 64, -level), 1e-4);
}

// 2.40625 of 8 texels: the exact weights 152.25 and so on are rounded to whole 256ths.
TEST(FetchPicture, TheClosingSentenceNamesTheWeights) {
  Session session = addressed(AddressMode::clamp);
  const FetchPicture picture = picture_of(session, (2.5 + 24.0 / 256 + 0.001) / 8, 1.5 / 8);
  EXPECT_EQ(picture.error.cause, ErrorCause::weights);
  EXPECT_EQ(picture.footprints[0].texels[0].weight, 232);
  EXPECT_NEAR(picture.footprints[0].texels[0].exact, 232 - 0.256, 1e-3);
  EXPECT_NEAR(picture.error.error, 0.001, 1e-5);
  EXPECT_TRUE(picture.error.float_weights_help);
  EXPECT_EQ(picture.error.sentence,
            "Ideal 0.90525. R's error, +0.001, comes from rounding the weights to 1/256.")
      << picture.error.sentence;
}

TEST(FetchPicture, NothingHelpsASmallError) {
  const FetchPicture picture =
      picture_of(addressed(AddressMode::clamp), (2.5 + 24.0 / 256 + 0.0001) / 8, 1.5 / 8);
  EXPECT_EQ(picture.error.cause, ErrorCause::weights);
  EXPECT_FALSE(picture.error.float_weights_help) << picture.error.error;
}

TEST(FetchPicture, TheSentenceIsAboutTheShownChannel) {
  Session session;
  session.texture.source = Source::noise;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    session.view.show_channel = {channel == 0, channel <= 1, true, true};
    const FetchPicture picture = picture_of(session, 0.301, 0.402);
    const std::string name(1, "RGB"[channel]);
    EXPECT_EQ(picture.shown, channel);
    EXPECT_EQ(picture.component, name);
    EXPECT_TRUE(sum_line(picture).starts_with(name + " = ")) << sum_line(picture);
    EXPECT_NE(picture.error.sentence.find(name + "'s error"), std::string::npos) << picture.error.sentence;
  }
}

// Whatever the session: the weights are the whole, and each of them is some texel's.
TEST(FetchPicture, WeightsAreWholeForAnySession) {
  std::mt19937 random(50);
  int seen = 0;
  for (int round = 0; round < 150; ++round) {
    const tests::Setup setup = tests::random_setup(random);
    const Explanation e = explain(setup.session, setup.effective, setup.image->texels.data(), 64, 48,
                                  Pixel{int(random() % 64), int(random() % 48)});
    const FetchPicture picture = fetch_picture(e, setup.session.view);
    EXPECT_FALSE(picture.error.sentence.empty());
    if (e.empty || e.function == FetchKind::gather || e.function == FetchKind::texel) continue;
    ++seen;
    EXPECT_NEAR(total(picture), 256, 1e-6) << tests::describe(setup.session);
  }
  EXPECT_GT(seen, 60);
}

} // namespace
} // namespace texelscope
