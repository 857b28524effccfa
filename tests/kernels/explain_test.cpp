// The story of a fetch against the model's bits, the picture's, and numbers worked out by hand.
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/explain.h"
#include "kernels/explain_words.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

constexpr int width = 64, height = 48;

// A picture by the CPU backend, and the story of its pixels.
struct Told {
  explicit Told(tests::Setup made) : setup(std::move(made)), backend(make_cpu_backend(1)) {
    backend->frame({setup.session, setup.effective, setup.image, width, height});
    picture = backend->read_result();
    texels = setup.session.write.mode == WriteMode::off ? *setup.image : backend->read_texture();
  }
  explicit Told(const Session& session) : Told(tests::setup_of(session)) {}

  Explanation at(const Spot& spot) const {
    return explain(setup.session, setup.effective, texels.texels.data(), width, height, spot);
  }
  TexelBits pixel(Pixel p) const { return picture.pixels[std::size_t(p.y * width + p.x)]; }
  std::string why(const Spot& spot) const {
    std::string all;
    for (const std::string& reason : reasons(at(spot), resolve(setup.session).notes))
      all += reason + "\n";
    return all;
  }

  tests::Setup setup;
  std::unique_ptr<Backend> backend;
  Picture picture;
  Image texels;
};

TEST(Explain, IsThePicturesBitsForAnySession) {
  std::mt19937 random(11);
  int told = 0, slabs = 0;
  for (int round = 0; round < 120; ++round) {
    const Told picture(tests::random_setup(random));
    for (int i = 0; i < 6; ++i) {
      const Pixel pixel = {int(random() % width), int(random() % height)};
      const Explanation e = picture.at({pixel});
      if (e.empty) continue;
      ++told;
      slabs += e.slab_samples > 0;
      ASSERT_EQ(e.handed, picture.pixel(pixel))
          << pixel.x << "," << pixel.y << tests::describe(picture.setup.session);
    }
  }
  EXPECT_GT(told, 300);
  EXPECT_GT(slabs, 0);
}

// What is told of the sum leads to the result: of normalized channels the 16 bits that it is brought to.
TEST(Explain, TheSumsEndInTheResult) {
  std::mt19937 random(12);
  int checked = 0;
  for (int round = 0; round < 80; ++round) {
    const Told picture(tests::random_setup(random));
    const Explanation e = picture.at({{int(random() % width), int(random() % height)}});
    for (std::size_t i = 0; !e.empty && i < std::size_t(e.word_count); ++i) {
      const ExplainedWord& w = e.words[i];
      if (w.sum.largest_wide == 0) continue;
      EXPECT_EQ(float(w.value), float(double(w.sum.wide) / w.sum.largest_wide))
          << tests::describe(picture.setup.session);
      EXPECT_LT(std::fabs(w.sum_error), 2.0 / w.sum.largest_wide) << tests::describe(picture.setup.session);
      ++checked;
    }
  }
  EXPECT_GT(checked, 10);
}

// 4 x 4 floats of which (2, 1) is 1, sixteen pixels a texel.
Session one_hot() {
  Session session;
  TextureSpec& t = session.texture;
  t.source = Source::one_hot;
  t.width = t.height = 4;
  t.hot_x = 2, t.hot_y = 1;
  t.format = {ElementKind::floating, 32, 1};
  session.sampler.read_mode = ReadMode::element;
  session.sampler.filter = FilterMode::linear;
  session.view.span = 0.75;
  return session;
}

TEST(Explain, LinearByHand) {
  // Pixel (32, 24) samples at 32.5, 24.5: 0.5 / 16 texels from the middle, texel (2, 2).
  const Told told(one_hot());
  const Explanation e = told.at({{32, 24}});
  ASSERT_EQ(e.parts.size(), 1u);
  const LevelTrace& level = e.parts[0].trace;
  EXPECT_EQ(level.tap_count, 4);
  EXPECT_EQ(level.axis[0].position, 2.03125);
  EXPECT_EQ(level.axis[0].snapped, 392); // 256 * 1.53125
  EXPECT_EQ(level.axis[0].weight, 136);
  EXPECT_EQ(level.axis[1].texel, (std::array{1, 2}));
  EXPECT_EQ(tap_words(e, level.tap[1]), "2,1");
  EXPECT_EQ(level.tap[1].stored[0], 0x3f800000u);
  // 136/256 of the second column, 120/256 of the first row: 63.75, which is cut to 63 or 64.
  EXPECT_DOUBLE_EQ(e.parts[0].exact_weight[1], 0.53125 * 0.46875);
  EXPECT_EQ(e.words[0].value, level.tap[1].weight / 256.0);
  EXPECT_EQ(e.words[0].ideal, 0.53125 * 0.46875);
  EXPECT_EQ(e.words[0].weights_error, level.tap[1].weight / 256.0 - 0.53125 * 0.46875);
  EXPECT_EQ(e.words[0].sum_error, 0);
}

TEST(Explain, BetweenPixelsIsTheCoordinateSteppedTo) {
  const Told told(one_hot());
  // Half a pixel back is 8/256 of a texel: the corner of four texels.
  const Explanation e = told.at({{32, 24}, {-8, -8}});
  EXPECT_EQ(e.at.x, 0.5f);
  EXPECT_EQ(e.parts[0].trace.axis[0].snapped, 384);
  EXPECT_EQ(e.words[0].value, 0.25);
  EXPECT_EQ(e.words[0].ideal, 0.25);
  EXPECT_EQ(steps_words(e.spot), ", -8/256 texels right and -8/256 texels down of it");
  const Explanation texel = told.at({{32, 24}, {120, -136}});
  EXPECT_EQ(texel.words[0].value, 1) << "its middle";
}

// Unsigned codes know no 0.5.
TEST(Explain, WhyNotOneHalf) {
  Session session;
  session.texture.source = Source::ramp;
  session.texture.width = 256, session.texture.height = 4;
  session.texture.format = {ElementKind::unsigned_int, 8, 1};
  session.sampler.filter = FilterMode::point;
  session.view.span = 4;
  session.view.center_x = 127.5 / 256;
  const Told told(session);
  const Explanation e = told.at({{32, 24}});
  EXPECT_EQ(e.parts[0].trace.tap[0].x, 127);
  EXPECT_EQ(stored_words(e.effective.format, e.parts[0].trace.tap[0].stored[0]), "7f");
  EXPECT_EQ(e.words[0].bits, 0x3efefeffu);
  EXPECT_NE(told.why({{32, 24}}).find("It holds the code 127, which means 127 / 255 = 0.498039"),
            std::string::npos)
      << told.why({{32, 24}});
}

TEST(Explain, SrgbVolumesCubesGathersAndProbesAreTheModels) {
  Session srgb;
  srgb.sampler.srgb = true;
  Session volume;
  volume.texture.dimension = Dimension::d3;
  volume.texture.width = volume.texture.height = volume.texture.depth = 8;
  Session cube;
  cube.texture.dimension = Dimension::cube;
  cube.view.projection = Projection::sphere;
  cube.view.span = 1;
  Session gather;
  gather.fetch.function = FetchKind::gather;
  Session probes;
  probes.texture.levels = 7;
  probes.fetch.function = FetchKind::grad;
  probes.sampler.max_anisotropy = 8;
  probes.sampler.mip_filter = FilterMode::linear;
  probes.sampler.mip_max = 15;
  probes.view.projection = Projection::tilted;
  probes.view.tilt = 75;
  int parts = 0;
  for (const Session& session : {Session(), srgb, volume, cube, gather, probes}) {
    const Told told(session);
    for (const Pixel pixel : {Pixel{32, 24}, Pixel{20, 30}, Pixel{40, 28}}) {
      const Explanation e = told.at({pixel});
      if (e.empty) continue;
      const Texture texture = texture_of(told.texels.texels.data(), told.setup.effective);
      EXPECT_EQ(e.trace.result, fetch(texture, e.function, e.at));
      EXPECT_EQ(e.handed, told.pixel(pixel));
      EXPECT_EQ(e.parts.size(), e.anisotropic() ? e.trace.probes.size() : std::size_t(e.trace.level_count));
      parts = std::max(parts, int(e.parts.size()));
    }
  }
  EXPECT_GT(parts, 2) << "there were probes";
}

TEST(Explain, ReturnedWordsTellFloatsApart) {
  const Told told(one_hot());
  Explanation e = told.at({{32, 24}});
  EXPECT_EQ(returned_words(e, 0), "");
  e.returned = e.handed;
  EXPECT_TRUE(returned_same(e));
  EXPECT_EQ(returned_words(e, 0), "the same");
  (*e.returned)[0] += 3;
  EXPECT_FALSE(returned_same(e));
  EXPECT_EQ(returned_words(e, 0), "3 floats apart");
}

} // namespace
} // namespace texelscope
