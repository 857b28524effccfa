// Sources of pictures: whole pictures in exact arithmetic, and files.
#include "kernels/studies/compare/values.h"

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

struct Shown {
  explicit Shown(const Session& session, int w = 16, int h = 16)
      : setup(tests::setup_of(session)), view(make_fetch_view(setup.session, setup.effective, w, h)),
        texture(make_texture_view(setup.image->texels.data(), setup.effective, reinterpreted)), width(w),
        height(h) {}
  Values model() const { return model_values(texture, setup.effective, view, width, height); }
  Values ideal() const { return ideal_values(texture, setup.effective, view, width, height); }

  tests::Setup setup;
  FetchView view;
  Image reinterpreted;
  Texture texture;
  int width, height;
};

// Two texels, black and white, seen 16 pixels wide: pixel 5 lies at u = 11/32, 3/16 of the way from one to
// the other.
Session two_texels() {
  Session session;
  session.texture.source = Source::one_hot;
  session.texture.width = 2, session.texture.height = 1;
  session.texture.hot_x = 1;
  session.texture.format = {ElementKind::unsigned_int, 8, 1};
  session.sampler.address.fill(AddressMode::clamp);
  session.view.span = 1;
  return session;
}

TEST(Values, TheIdealOfALineByHand) {
  Session session = two_texels();
  session.texture.dimension = Dimension::d1;
  session.view.span = 1 / 16.0; // a pixel is an eighth of a texel: a row counts as high as it is wide
  const Shown line(session, 16, 1);
  const Values ideal = line.ideal();
  ASSERT_EQ(ideal.size(), 16u);
  for (int x = 0; x < 16; ++x) {
    const double expected = std::clamp((2 * (x + 0.5) / 16 - 0.5), 0.0, 1.0);
    EXPECT_EQ(ideal.number(std::size_t(x), 0), expected) << x;
    EXPECT_EQ(ideal.picture.pixels[std::size_t(x)][0], float_bits(float(expected))) << x;
  }
  EXPECT_EQ(ideal.channels, 1);
}

TEST(Values, IntegersAreNumbersAndRealValues) {
  Session session = two_texels();
  session.sampler.read_mode = ReadMode::element;
  session.sampler.filter = FilterMode::point;
  session.texture.format = {ElementKind::signed_int, 8, 1};
  const Shown shown(session);
  for (const Values& values : {shown.model(), shown.ideal()}) {
    EXPECT_EQ(values.picture.type, ResultType::signed_int);
    EXPECT_EQ(values.number(15, 0), 127);
    EXPECT_EQ(values.real(15, 0), 1);
    EXPECT_EQ(values.picture.pixels[15][0], 127u);
    EXPECT_EQ(values.number(0, 0), 0);
  }
}

TEST(Values, ThePictureOfIdealsIsWhatExplainSays) {
  std::mt19937 random(7);
  int compared = 0;
  for (int i = 0; i < 220; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    if (!no_ideal(setup.effective).empty() || setup.effective.slab != Slab::off) continue;
    const Shown shown(setup.session, 12, 10);
    const Values ideal = shown.ideal();
    for (const Pixel pixel : {Pixel{0, 0}, Pixel{5, 3}, Pixel{11, 9}}) {
      if (setup.effective.is_reinterpreted()) continue; // explain() takes texels as Image has them
      const Explanation e = explain(shown.setup.session, shown.setup.effective,
                                    shown.setup.image->texels.data(), 12, 10, {pixel});
      if (e.empty) continue;
      const std::size_t at = std::size_t(pixel.y * 12 + pixel.x);
      for (int c = 0; c < std::min(e.word_count, shown.view.component_count); ++c) {
        if (shown.view.fills_alpha && c == 3) continue;
        const double here = ideal.number(at, std::size_t(c)), there = e.components[std::size_t(c)].ideal;
        EXPECT_EQ(std::bit_cast<std::uint64_t>(here), std::bit_cast<std::uint64_t>(there))
            << here << " and " << there << tests::describe(setup.session);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 400);
}

TEST(Values, OfASlabTheSamplesFold) {
  Session session = two_texels();
  session.texture.dimension = Dimension::d3;
  session.texture.height = session.texture.width = 1;
  session.texture.depth = 2;
  session.texture.hot_x = 0, session.texture.hot_z = 1;
  session.fetch.slab_samples = 4; // at 1/4, 3/4, 5/4 and 7/4 texels: 0, 1/4, 3/4 and 1 of the white one
  const auto folded = [&](Slab slab) {
    session.fetch.slab = slab;
    return Shown(session, 1, 1).ideal().number(0, 0);
  };
  EXPECT_EQ(folded(Slab::minimum), 0);
  EXPECT_EQ(folded(Slab::maximum), 1);
  EXPECT_EQ(folded(Slab::mean), 0.5);
  session.fetch.slab_samples = 3; // at 1/3, 1 and 5/3
  EXPECT_NEAR(folded(Slab::mean), 0.5, 1e-7);
}

TEST(Values, StoppedThereAreNone) {
  std::stop_source stop;
  stop.request_stop();
  const Shown shown(two_texels());
  EXPECT_TRUE(
      ideal_values(shown.texture, shown.setup.effective, shown.view, 16, 16, stop.get_token()).empty());
}

TEST(Values, AnotherTypesFetchHasNoIdeal) {
  Session session;
  session.fetch.type = FetchType::u32;
  EXPECT_FALSE(no_ideal(resolve(session).effective).empty());
  EXPECT_TRUE(no_ideal(resolve({}).effective).empty());
}

TEST(Values, OfAFile) {
  Image image = Image::create(2, 1, {ElementKind::unsigned_int, 8, 4});
  *image.texel(1, 0) = std::byte(51);
  const Values values = file_values(image);
  EXPECT_EQ(values.picture.width, 2);
  EXPECT_EQ(values.channels, 4);
  EXPECT_EQ(values.real(1, 0), 0.2);
  EXPECT_EQ(values.real(1, 1), 0);
  EXPECT_EQ(values.picture.pixels[1][0], float_bits(0.2f));
}

} // namespace
} // namespace texelscope
