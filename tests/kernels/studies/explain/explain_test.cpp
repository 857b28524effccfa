// The explanation of a fetch against the model's bits, the picture's, and numbers worked out by hand.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/explain/explain_components.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/image_io/read_dds.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

constexpr int width = 64, height = 48;

const SamplePosition middle{{0.5, 0.5, 0}, false, 0, {}, 0}; // of the texture, where four texels meet

// A picture by the CPU backend, and the explanation of its pixels.
struct ExplainedPicture {
  explicit ExplainedPicture(tests::Setup made) : setup(std::move(made)), backend(make_cpu_backend(1)) {
    backend->frame({setup.session, setup.effective, setup.image, width, height});
    picture = backend->read_result();
    texels = setup.session.write.mode == WriteMode::off ? *setup.image : backend->read_texture();
  }
  explicit ExplainedPicture(const Session& session) : ExplainedPicture(tests::setup_of(session)) {}

  Explanation at(const FetchTarget& target) const {
    return explain(setup.session, setup.effective, texels.texels.data(), width, height, target);
  }
  TexelBits pixel(Pixel p) const { return picture.pixels[std::size_t(p.y * width + p.x)]; }
  std::string why(const FetchTarget& target) const {
    std::string all;
    for (const std::string& reason : reasons(at(target), resolve(setup.session).notes))
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
  int explained_count = 0, slabs = 0;
  for (int round = 0; round < 120; ++round) {
    const ExplainedPicture picture(tests::random_setup(random));
    for (int i = 0; i < 6; ++i) {
      const Pixel pixel = {int(random() % width), int(random() % height)};
      const Explanation e = picture.at(pixel);
      if (e.empty) continue;
      ++explained_count;
      slabs += e.slab_samples > 0;
      ASSERT_EQ(e.handed, picture.pixel(pixel))
          << pixel.x << "," << pixel.y << tests::describe(picture.setup.session);
    }
  }
  EXPECT_GT(explained_count, 300);
  EXPECT_GT(slabs, 0);
}

// The explained sum gives the result; for normalized channels in the 16 bits that it is rounded to.
TEST(Explain, TheSumsEndInTheResult) {
  std::mt19937 random(12);
  int checked = 0;
  for (int round = 0; round < 80; ++round) {
    const ExplainedPicture picture(tests::random_setup(random));
    const Explanation e = picture.at(Pixel{int(random() % width), int(random() % height)});
    for (std::size_t i = 0; !e.empty && i < std::size_t(e.word_count); ++i) {
      const ExplainedComponent& w = e.components[i];
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
  const ExplainedPicture explained(one_hot());
  const Explanation e = explained.at(Pixel{32, 24});
  ASSERT_EQ(e.parts.size(), 1u);
  const LevelTrace& level = e.parts[0].trace;
  EXPECT_EQ(level.tap_count, 4);
  EXPECT_EQ(level.axis[0].position, 2.03125);
  EXPECT_EQ(level.axis[0].snapped, 392); // 256 * 1.53125
  EXPECT_EQ(level.axis[0].weight, 136);
  EXPECT_EQ(level.axis[1].texel, (std::array{1, 2}));
  EXPECT_EQ(tap_text(e, level.tap[1]), "2,1");
  EXPECT_EQ(level.tap[1].stored[0], 0x3f800000u);
  // 136/256 of the second column, 120/256 of the first row: 63.75, which becomes 63 or 64.
  EXPECT_DOUBLE_EQ(e.parts[0].exact_weight[1], 0.53125 * 0.46875);
  EXPECT_EQ(e.components[0].value, level.tap[1].weight / 256.0);
  EXPECT_EQ(e.components[0].ideal, 0.53125 * 0.46875);
  EXPECT_EQ(e.components[0].weights_error, level.tap[1].weight / 256.0 - 0.53125 * 0.46875);
  EXPECT_EQ(e.components[0].sum_error, 0);
}

TEST(Explain, APositionIsExplainedAtItsCoordinate) {
  const ExplainedPicture explained(one_hot());
  const Explanation e =
      explained.at(SamplePosition{{0.5, 0.5, 0}, false, 0, {}, 0}); // the corner of four texels
  EXPECT_EQ(e.at.x, 0.5f);
  EXPECT_EQ(e.parts[0].trace.axis[0].snapped, 384);
  EXPECT_EQ(e.components[0].value, 0.25);
  EXPECT_EQ(e.components[0].ideal, 0.25);
  EXPECT_FALSE(e.pixel);
  EXPECT_EQ(target_text(e), "Coordinate 0.5, 0.5");
  EXPECT_EQ(target_text(explained.at(Pixel{32, 24})), "Pixel 32,24 of 64 x 48");
}

// No unsigned code is exactly 0.5.
TEST(Explain, WhyNotOneHalf) {
  Session session;
  session.texture.source = Source::ramp;
  session.texture.width = 256, session.texture.height = 4;
  session.texture.format = {ElementKind::unsigned_int, 8, 1};
  session.sampler.filter = FilterMode::point;
  session.view.span = 4;
  session.view.center_x = 127.5 / 256;
  const ExplainedPicture explained(session);
  const Explanation e = explained.at(Pixel{32, 24});
  EXPECT_EQ(e.parts[0].trace.tap[0].x, 127);
  EXPECT_EQ(stored_text(e.effective.format, e.parts[0].trace.tap[0].stored[0]), "7f");
  EXPECT_EQ(e.components[0].bits, 0x3efefeffu);
  EXPECT_NE(explained.why(Pixel{32, 24}).find("Its R holds the code 127, which means 127 / 255 = 0.498039"),
            std::string::npos)
      << explained.why(Pixel{32, 24});
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
    const ExplainedPicture explained(session);
    for (const Pixel pixel : {Pixel{32, 24}, Pixel{20, 30}, Pixel{40, 28}}) {
      const Explanation e = explained.at(pixel);
      if (e.empty) continue;
      const Texture texture = texture_of(explained.texels.texels.data(), explained.setup.effective);
      EXPECT_EQ(e.trace.result, fetch(texture, e.function, e.at));
      EXPECT_EQ(e.handed, explained.pixel(pixel));
      EXPECT_EQ(e.parts.size(), e.anisotropic() ? e.trace.probes.size() : std::size_t(e.trace.level_count));
      parts = std::max(parts, int(e.parts.size()));
    }
  }
  EXPECT_GT(parts, 2) << "some fetches have several probes";
}

TEST(Explain, ReturnedTextCountsUlps) {
  const ExplainedPicture explained(one_hot());
  Explanation e = explained.at(Pixel{32, 24});
  EXPECT_EQ(returned_text(e, 0), "");
  e.returned = e.handed;
  EXPECT_TRUE(returned_same(e));
  EXPECT_EQ(returned_text(e, 0), "the same");
  (*e.returned)[0] += 3;
  EXPECT_FALSE(returned_same(e));
  EXPECT_EQ(returned_text(e, 0), "3 ULPs apart");
}

// Texel t along an axis of one_hot()'s 4 lies 16 pixels from the next: pixel p samples at (p + 0.5) / 16 of
// them in x.
Session clamped() {
  Session session = one_hot();
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  return session;
}

bool holds(const std::string& all, const std::string& sentence) {
  return all.find(sentence) != std::string::npos;
}

TEST(Explain, TheSeamIsNamed) {
  Session session = clamped();
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{60, 24}),
                    "On u, the coordinate lies within half a texel of the edge: clamp reads the edge texel 3 "
                    "alone.\n"));
  const std::string left = ExplainedPicture(session).why(Pixel{3, 24});
  EXPECT_TRUE(holds(
      left,
      "On u, the coordinate lies within half a texel of the edge: clamp reads the edge texel 0 alone.\n"));
  EXPECT_FALSE(holds(left, "texel -1")) << "the footprint is texels 0 and 1, the second with weight 0";
  EXPECT_FALSE(holds(ExplainedPicture(session).why(Pixel{32, 24}), "the edge"));
  session.sampler.address[0] = AddressMode::wrap;
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{60, 24}),
                    "On u, texel 4 lies past the edge: wrap reads texel 0.\n"));
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{3, 24}),
                    "On u, texel -1 lies past the edge: wrap reads texel 3.\n"));
  session.sampler.address[0] = AddressMode::mirror; // measured: it stays in its period
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{60, 24}),
                    "On u, texel 4 lies past the edge: mirror reads 3 again.\n"));
  session.sampler.address[0] = AddressMode::border;
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{60, 24}),
                    "Texels outside the texture have the border color: 2 of 4.\n"));
  session.sampler.filter = FilterMode::point;
  EXPECT_FALSE(holds(ExplainedPicture(session).why(Pixel{60, 24}), "past the edge"));
}

// The border color is no texel that is read.
TEST(Explain, TheBorderColorAloneIsNoTexel) {
  Session session = one_hot();
  session.sampler.address = {AddressMode::border, AddressMode::border, AddressMode::border};
  session.view.center_x = 1.5;
  for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
    session.sampler.filter = filter;
    const std::string why = ExplainedPicture(session).why(SamplePosition{{1.25, 0.5, 0}, false, 0, {}, 0});
    EXPECT_TRUE(holds(why, "The whole footprint lies outside the texture: the result is the border color.\n"))
        << why;
    EXPECT_FALSE(holds(why, "One texel is read")) << why;
  }
}

// -1.25 less its whole part would be -0.25: what is subtracted is -2.
TEST(Explain, WrapSubtractsTheNextLowerWholeNumber) {
  Session session = one_hot();
  session.sampler.filter = FilterMode::point;
  session.sampler.address = {AddressMode::wrap, AddressMode::wrap, AddressMode::wrap};
  const std::string why = ExplainedPicture(session).why(SamplePosition{{-1.25, 0.5, 0}, false, 0, {}, 0});
  EXPECT_TRUE(holds(why, "u = -1.25 lies outside the texture: wrap subtracts the next lower whole number and "
                         "reads at 0.75.\n"))
      << why;
}

// Beyond the edge both columns are the last one: between the rows of a ramp along x nothing is mixed.
TEST(Explain, BeyondTheEdgeNoWeightIsBlamed) {
  Session session = clamped();
  session.texture.source = Source::ramp;
  session.view.center_x = 1.25; // texel 5 in the middle
  const std::string why = ExplainedPicture(session).why(Pixel{32, 21});
  EXPECT_TRUE(holds(why, "lies outside the texture: clamp reads the edge, texel 3.\n")) << why;
  EXPECT_TRUE(holds(why, "Linear filtering mixes 2 texels, all R = 1.\n")) << why;
  EXPECT_FALSE(holds(why, "Weights")) << why;
  EXPECT_FALSE(holds(why, "center of a texel")) << why;
  // One row only: a corner of the texture, beyond both edges.
  session.view.center_y = 1.25;
  const std::string corner = ExplainedPicture(session).why(Pixel{32, 24});
  EXPECT_TRUE(holds(corner, "One texel is read and returned unchanged: R = 1.\n")) << corner;
  EXPECT_FALSE(holds(corner, "center of a texel")) << corner;
  EXPECT_FALSE(holds(corner, "Weights")) << corner;
}

// Pixel (38, 21): 232/256 of the second column, 168/256 of the first row, which is texel 2,1's 152.25/256.
// The others are all 0.
TEST(Explain, TheBlamedWeightIsOfATexelThatMatters) {
  const std::string why = ExplainedPicture(clamped()).why(Pixel{38, 21});
  EXPECT_TRUE(holds(
      why,
      "Weights are rounded to 1/256: 152/256 instead of 152.25/256, which adds -0.000977 to R's error.\n"))
      << why;
}

TEST(Explain, TheSentenceNamesItsChannel) {
  Session session = one_hot();
  session.texture.format.channels = 2;
  const std::string why = ExplainedPicture(session).why(Pixel{32, 24});
  EXPECT_TRUE(holds(why, "Linear filtering mixes 4 texels, R from 0 to 1.\n")) << why;
  session.texture.hot_x = 0; // away from here
  EXPECT_TRUE(
      holds(ExplainedPicture(session).why(Pixel{36, 36}), "Linear filtering mixes 4 texels, all R = 0.\n"));
}

TEST(Explain, ATexelThatIsNoNumberIsNamed) {
  Session session = one_hot();
  session.texture.format.channels = 2;
  ExplainedPicture explained(session);
  explained.texels.texel(2, 1)[4] = std::byte{0}; // G of 2,1
  explained.texels.texel(2, 1)[5] = std::byte{0};
  explained.texels.texel(2, 1)[6] = std::byte{0xc0};
  explained.texels.texel(2, 1)[7] = std::byte{0x7f};
  EXPECT_TRUE(holds(explained.why(Pixel{32, 24}), "Texel 2,1 is NaN in G, so the result is NaN in G.\n"))
      << explained.why(Pixel{32, 24});
  explained.texels.texel(2, 1)[6] = std::byte{0x80};
  EXPECT_TRUE(
      holds(explained.why(Pixel{32, 24}), "Texel 2,1 is infinity in G, so the result is infinity in G.\n"))
      << explained.why(Pixel{32, 24});
}

TEST(Explain, HalfATexelIsTheCure) {
  const ExplainedPicture explained(one_hot());
  EXPECT_TRUE(holds(explained.why(middle),
                    "u = 0.5 is the edge between texels 1 and 2. To read texel 2 itself, ask for 0.625.\n"))
      << explained.why(middle);
  EXPECT_FALSE(holds(explained.why(Pixel{32, 24}), "is the edge between"));
  Session counted = one_hot();
  counted.sampler.normalized_coords = false;
  counted.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  EXPECT_TRUE(holds(ExplainedPicture(counted).why(middle),
                    "x = 2 is the edge between texels 1 and 2. To read texel 2 itself, ask for 2.5.\n"));
}

TEST(Explain, CuresComeLast) {
  Session session;
  session.sampler.normalized_coords = false; // wrap clamps
  const ExplainedPicture explained(session);
  const std::vector<std::string> actual_reasons =
      reasons(explained.at(Pixel{32, 24}), resolve(session).notes);
  const auto cure = std::find(actual_reasons.begin(), actual_reasons.end(),
                              "The cure: set sampler.normalized_coords = true.");
  ASSERT_NE(cure, actual_reasons.end());
  for (auto later = cure; later != actual_reasons.end(); ++later)
    EXPECT_TRUE(later->starts_with("The cure") || holds(*later, "ask for")) << *later;
  const std::string float_weights = "The cure: a software filter with float weights";
  EXPECT_TRUE(holds(ExplainedPicture(clamped()).why(Pixel{38, 21}), float_weights));
  EXPECT_FALSE(holds(ExplainedPicture(clamped()).why(middle), float_weights))
      << "there is no error at that point";
}

TEST(Explain, GatherNamesItsFourTexels) {
  Session session = one_hot();
  session.fetch.function = FetchKind::gather;
  session.texture.storage = Storage::array;
  const ExplainedPicture explained(session);
  ASSERT_EQ(explained.at(Pixel{32, 24}).function, FetchKind::gather);
  EXPECT_EQ(explained.why(Pixel{32, 24}),
            "tex2Dgather returns R of the four texels that linear filtering would mix, unfiltered and "
            "counterclockwise from the lower left one: 1,2; 2,2; 2,1; 1,1.\n");
}

// Rows of 96 texels of 4 bytes lie 512 bytes apart; the descriptor says 544.
TEST(Explain, AWrongPitchReadsWhatLiesThere) {
  Session session;
  session.texture.source = Source::noise;
  session.texture.width = 96, session.texture.height = 64;
  session.texture.storage = Storage::pitch;
  session.texture.pitch_offset = 32;
  session.sampler.filter = FilterMode::point;
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  session.view.span = 1; // 4/3 texels a pixel
  const ExplainedPicture explained(session);
  int moved = 0, gaps = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Explanation e = explained.at(Pixel{x, y});
      const LevelTrace& level = e.parts[0].trace;
      ASSERT_TRUE(e.parts[0].memory[0]);
      const int byte = level.tap[0].y * 544 + level.tap[0].x * 4, row = byte / 512, column = byte % 512 / 4;
      EXPECT_EQ(e.parts[0].memory[0]->byte, byte);
      if (row > 63 || column > 95) {
        EXPECT_FALSE(e.parts[0].memory[0]->texel);
        EXPECT_EQ(level.tap[0].stored[0], 0u);
        ++gaps;
        continue;
      }
      EXPECT_EQ(e.parts[0].memory[0]->texel, (std::array{column, row}));
      EXPECT_EQ(level.tap[0].stored[0], explained.texels.bits_at(column, row, 0))
          << "the reported texel is the one that is read";
      moved += column != level.tap[0].x || row != level.tap[0].y;
    }
  EXPECT_GT(moved, 1000);
  EXPECT_GT(gaps, 100);
  // Pixel (32, 24): texel 48,32 at byte 32 * 544 + 48 * 4 = 17600 = 34 * 512 + 192, texel 48,34.
  const std::string why = explained.why(Pixel{32, 24});
  EXPECT_TRUE(holds(why, "The descriptor says 544 bytes, but the rows are 512 bytes apart, so that rows are "
                         "read from the wrong place.\n"))
      << why;
  EXPECT_TRUE(holds(why, "Texel 48,32 is read at byte 17600, where memory holds texel 48,34.\n")) << why;
  EXPECT_TRUE(holds(why, "The cure: set texture.pitch_offset = 0.\n")) << why;
  EXPECT_EQ(memory_text(*explained.at(Pixel{32, 24}).parts[0].memory[0]),
            "byte 17600 of memory: texel 48,34");
  session.texture.pitch_offset = 3;
  const std::string refused = ExplainedPicture(session).why(Pixel{32, 24});
  EXPECT_TRUE(holds(refused, "A pitch of 515 bytes is refused; the right one is 512.\n")) << refused;
  EXPECT_FALSE(holds(refused, "is read at byte")) << refused;
  EXPECT_TRUE(holds(refused, "The cure: set texture.pitch_offset = 0.\n")) << refused;
}

TEST(Explain, ACureThatEmptiesAFieldSaysSo) {
  Session session;
  session.fetch.body = "return Texel();";
  const std::string why = ExplainedPicture(session).why(Pixel{32, 24});
  EXPECT_TRUE(holds(why, "The cure: set fetch.body = \"\".\n")) << why;
}

// 32 texels by 1: five levels' worth of area over length; the limit of 8 makes it level 2 of the longer axis.
TEST(Explain, AnisotropyShowsTheTrueRatioAndItsLimit) {
  Session session;
  session.texture.levels = 7;
  session.sampler.max_anisotropy = 8;
  session.fetch.function = FetchKind::grad;
  session.fetch.gradients = GradientRule::given;
  session.fetch.dx = {0.5f, 0, 0};      // 32 texels
  session.fetch.dy = {0, 0.015625f, 0}; // 1 texel
  const ExplainedPicture explained(session);
  const Explanation e = explained.at(Pixel{32, 24});
  ASSERT_TRUE(e.lod && e.lod->ratio);
  EXPECT_EQ(*e.lod->ratio, 32);
  EXPECT_EQ(e.lod->anisotropy, 8);
  const std::string count = std::to_string(e.parts.size());
  EXPECT_TRUE(holds(explained.why(Pixel{32, 24}),
                    "The footprint is 32 times as long as wide. Max anisotropy 8 counts it as 8 times: " +
                        count + " linear fetches along it are added up.\n"))
      << explained.why(Pixel{32, 24});
  session.fetch.dy = {0, 0.0625f, 0}; // 4 texels: within the limit
  EXPECT_TRUE(
      holds(ExplainedPicture(session).why(Pixel{32, 24}), "The footprint is 8 times as long as wide: "));
  session.fetch.dy = {0, 0, 0};
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{32, 24}),
                    "The footprint is a line without width. Max anisotropy 8 counts it as 8 times"));
}

// Level 2.585 - 0.25 = 2.335, of which the fraction doubles: 2.67.
TEST(Explain, ASteeperFractionIsTheReasonForAnotherLevel) {
  Session session;
  session.texture.levels = 7;
  session.sampler.max_anisotropy = 8;
  session.fetch.function = FetchKind::grad;
  session.fetch.gradients = GradientRule::given;
  session.fetch.dx = {0.09375f, 0, 0}, session.fetch.dy = {0, 0.09375f, 0}; // 6 texels
  const ExplainedPicture explained(session);
  const Explanation e = explained.at(Pixel{32, 24});
  ASSERT_TRUE(e.lod);
  EXPECT_EQ(e.lod->bias, 0);
  EXPECT_EQ(e.lod->slope, 8);
  EXPECT_EQ(e.lod->taken_bias, -64);
  EXPECT_NEAR(e.lod->exact / 256.0, 2.585, 0.01);
  EXPECT_EQ(e.lod->biased, 512 + 2 * (e.lod->exact - 64 - 512));
  EXPECT_EQ(slope_text(*e.lod), "bias - 0.25, fraction x 2");
  const std::string why = explained.why(Pixel{32, 24});
  EXPECT_TRUE(
      holds(why, "Anisotropy makes the step from one level to the next 2 times as steep about its middle"))
      << why;
  EXPECT_TRUE(holds(why, "disableTrilinearOptimization turns that off.")) << why;
  session.fetch.dx[0] = session.fetch.dy[1] =
      0.004f; // a quarter of a texel: level 0 either way, by one fetch
  const std::string magnified = ExplainedPicture(session).why(Pixel{32, 24});
  EXPECT_FALSE(holds(magnified, "as steep")) << magnified;
  session.fetch.dy[1] = 0.001f;
  EXPECT_FALSE(holds(ExplainedPicture(session).why(Pixel{32, 24}), "are added up"))
      << "four times as long as wide, but small";
  session.fetch.dx[0] = session.fetch.dy[1] = 0.09375f;
  session.sampler.disable_trilinear_optimization = true;
  const Explanation full = ExplainedPicture(session).at(Pixel{32, 24});
  EXPECT_EQ(full.lod->biased, full.lod->exact);
  EXPECT_FALSE(holds(ExplainedPicture(session).why(Pixel{32, 24}), "as steep"));
}

// A block of BC1: end points white and black, index 3 in texel (1, 0) and 0 elsewhere.
TEST(Explain, ACompressedTexelNamesItsBlock) {
  DdsTexture dds;
  dds.width = dds.height = 8;
  dds.format.blocks = bc::Format::bc1;
  const std::array<unsigned char, 8> block = {0xff, 0xff, 0, 0, 0x0c, 0, 0, 0};
  dds.levels.resize(1);
  for (int i = 0; i < 4; ++i)
    for (const unsigned char byte : block)
      dds.levels[0].push_back(std::byte(byte));
  const Image image = image_of(dds);
  ASSERT_TRUE(image.compressed);
  Session session;
  session.texture.width = session.texture.height = 8;
  session.sampler.filter = FilterMode::point;
  session.view.span = 1;
  const Resolution resolution = resolve(session);
  const auto at = [&](const FetchTarget& target) {
    return explain(session, resolution.effective, image.texels.data(), width, height, target, true,
                   image.compressed.get());
  };
  // Six pixels a texel from x = 8 on: pixel 40 is texel 5, the second of block 1; row 1 from the top.
  const Explanation e = at(Pixel{40, 2});
  ASSERT_EQ(tap_text(e, e.parts[0].trace.tap[0]), "5,0");
  ASSERT_TRUE(e.parts[0].block[0]);
  EXPECT_EQ(e.parts[0].block[0]->plane[0].index, 3);
  const std::string description =
      "block 1,0 (BC1): color between the end points 255 255 255 and 0 0 0, index 3 of 0 to 3";
  EXPECT_EQ(block_text(*e.parts[0].block[0]), description);
  const auto found_reasons = reasons(e, resolution.notes);
  EXPECT_NE(
      std::find(found_reasons.begin(), found_reasons.end(), "Texel 5,0 is decoded from " + description + "."),
      found_reasons.end());
  EXPECT_EQ(at(Pixel{46, 2}).parts[0].block[0]->plane[0].index, 0);
  EXPECT_FALSE(explain(session, resolution.effective, image.texels.data(), width, height, Pixel{40, 2})
                   .parts[0]
                   .block[0]);
}

// The picture has what the type makes of the unit's bits, though the bits are the same.
TEST(Explain, AnotherTypeOfTheSameBitsIsHandedOver) {
  Session session = one_hot();
  session.texture.format = {ElementKind::unsigned_int, 32, 1};
  session.sampler.filter = FilterMode::point;
  session.fetch.type = FetchType::f32;
  const ExplainedPicture integers(session);
  const Pixel hot{38, 16}; // texel 2,1
  const Explanation e = integers.at(hot);
  EXPECT_TRUE(e.hands_over_others());
  EXPECT_EQ(component_text(e.components[0]), "4294967295");
  EXPECT_EQ(value_text(e, e.handed[0]), "-nan");
  EXPECT_TRUE(holds(integers.why(hot), "tex<float> takes the bits of R, ffffffff, as -nan."))
      << integers.why(hot);
  EXPECT_TRUE(holds(integers.why(hot), "R = 4294967295.")) << "all digits: " << integers.why(hot);
  session.texture.format.kind = ElementKind::floating;
  session.fetch.type = FetchType::u32;
  const ExplainedPicture floats(session);
  const Explanation reverse = floats.at(hot);
  EXPECT_TRUE(reverse.hands_over_others());
  EXPECT_EQ(component_text(reverse.components[0]), "1");
  EXPECT_EQ(value_text(reverse, reverse.handed[0]), "1065353216");
  EXPECT_TRUE(holds(floats.why(hot), "takes the bits of R, 3f800000, as 1065353216.")) << floats.why(hot);
  session.fetch.type = FetchType::native;
  EXPECT_FALSE(ExplainedPicture(session).at(hot).hands_over_others());
}

TEST(Explain, WholeNumbersHaveAllTheirDigits) {
  EXPECT_EQ(brief_number(4294967295.0, 6), "4294967295");
  EXPECT_EQ(brief_number(-2147483648.0, 6), "-2147483648");
  EXPECT_EQ(brief_number(1234567.5, 6), "1.23457e+06");
  EXPECT_EQ(brief_number(1e30, 6), "1e+30");
}

// At a clamped edge each axis reads its only texel twice.
TEST(Explain, ATexelThatIsReadTwiceIsOneRow) {
  Session session = one_hot();
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  const ExplainedPicture explained(session);
  const SamplePosition beyond{{1.1, 0.53, 0}, false, 0, {}, 0};
  const Explanation e = explained.at(beyond);
  ASSERT_EQ(e.parts.size(), 1u);
  ASSERT_EQ(e.parts[0].texels.size(), 2u);
  double exact = 0;
  int weight = 0;
  for (const ExplainedTexel& texel : e.parts[0].texels) {
    EXPECT_NEAR(texel.weight / 256.0, texel.exact_weight, 1.0 / 256);
    EXPECT_GT(texel.weight, 0);
    exact += texel.exact_weight, weight += texel.weight;
  }
  EXPECT_EQ(weight, 256);
  EXPECT_NEAR(exact, 1, 1e-12);
  for (const SumTrace::Step& step : e.components[0].sum.steps)
    if (step.tap != SumTrace::Step::addition) {
      EXPECT_LT(e.texel_number(step.tap), 2);
    }
  session.texture.width = session.texture.height = 1;
  EXPECT_EQ(ExplainedPicture(session).at(beyond).parts[0].texels.size(), 1u);
  session = one_hot();
  session.texture.storage = Storage::array;
  session.fetch.function = FetchKind::gather;
  session.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
  EXPECT_EQ(ExplainedPicture(session).at(beyond).parts[0].texels.size(), 4u) << "each is a component";
}

// Exact arithmetic adds all of the bias; no weight is to blame.
TEST(Explain, ALimitedBiasIsNoRoundingOfWeights) {
  Session session;
  session.texture.levels = 7;
  session.fetch.function = FetchKind::lod;
  session.fetch.lod = -14.25f;
  session.sampler.mip_bias = 20;
  const std::string why = ExplainedPicture(session).why(Pixel{32, 24});
  EXPECT_TRUE(holds(why, "A sampler holds at most 15 levels of bias either way: 20 acts as 15.")) << why;
  EXPECT_TRUE(
      holds(why, "Exact arithmetic reads at the level of detail 5.75, the texture unit at 0.75, which adds "))
      << why;
  EXPECT_FALSE(holds(why, "Weights are rounded")) << why;
  EXPECT_FALSE(holds(why, "The cure")) << why;
  session.sampler.mip_bias = 15;
  EXPECT_FALSE(holds(ExplainedPicture(session).why(Pixel{32, 24}), "Exact arithmetic reads"));
}

TEST(Explain, PointProbesReadOneTexelEach) {
  Session session;
  session.sampler.filter = FilterMode::point;
  session.sampler.max_anisotropy = 8;
  session.fetch.function = FetchKind::grad;
  session.fetch.gradients = GradientRule::given;
  session.fetch.dx = {0.5f, 0, 0}, session.fetch.dy = {0, 0.0625f, 0};
  const std::string why = ExplainedPicture(session).why(Pixel{30, 22});
  EXPECT_TRUE(holds(why, " fetches of one texel each along it are added up.")) << why;
  EXPECT_TRUE(holds(why, "The sum of the probes mixes ")) << why;
  EXPECT_FALSE(holds(why, "inear")) << why;
  session.sampler.filter = FilterMode::linear;
  EXPECT_TRUE(holds(ExplainedPicture(session).why(Pixel{30, 22}), " linear fetches along it are added up."));
  Session levels;
  levels.sampler.filter = FilterMode::point;
  levels.texture.levels = 4;
  levels.fetch.function = FetchKind::lod;
  levels.fetch.lod = 1.5f;
  EXPECT_TRUE(
      holds(ExplainedPicture(levels).why(Pixel{30, 22}), "The filter between two levels mixes 2 texels"));
}

// Two fifths of the way from 255 to 0 by BC4, and a third of green's by BC1: what the formats specify, beside
// what NVIDIA's decoder makes of them.
TEST(Explain, BlockCompressedTexelsHaveTheirSpecificationBesideThem) {
  struct Case {
    bc::Format format;
    std::vector<unsigned char> block;
    std::size_t channel;
    double specified, decoded; // of 255
    const char* sentence;
  };
  const std::vector<unsigned char> bc4 = {0, 255, 0xdb, 0xb6, 0x6d, 0xdb, 0xb6, 0x6d}; // each index 3
  const std::vector<unsigned char> bc1 = {0xe0, 0x07, 0, 0, 0xaa, 0xaa, 0xaa, 0xaa};   // each index 2
  for (const Case& one :
       {Case{bc::Format::bc4_unorm, bc4, 0, 102, 95.2529,
             "The specification of BC4 unorm makes R = 0.4, 102 of 255; "},
        Case{bc::Format::bc1, bc1, 1, 170, 175, "The specification of BC1 makes G = 0.666667, 170 of 255; "}})
    for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
      DdsTexture dds;
      dds.width = dds.height = 4;
      dds.format.blocks = one.format;
      dds.levels.resize(1);
      for (const unsigned char byte : one.block)
        dds.levels[0].push_back(std::byte(byte));
      const Image image = image_of(dds);
      Session session;
      session.texture.width = session.texture.height = 4;
      session.texture.format = image.format;
      session.sampler.filter = filter;
      const Resolution resolution = resolve(session);
      const Explanation e = explain(session, resolution.effective, image.texels.data(), width, height,
                                    Pixel{32, 24}, true, image.compressed.get());
      const ExplainedComponent& w = e.components[one.channel];
      ASSERT_TRUE(w.specified);
      EXPECT_NEAR(*w.specified * 255, one.specified, 1e-9);
      EXPECT_NEAR(w.ideal * 255, one.decoded, 1e-4);
      std::string why;
      for (const std::string& reason : reasons(e, resolution.notes))
        why += reason + "\n";
      EXPECT_TRUE(holds(why, one.sentence)) << why;
      EXPECT_FALSE(explain(session, resolution.effective, image.texels.data(), width, height, Pixel{32, 24})
                       .components[one.channel]
                       .specified);
    }
}

} // namespace
} // namespace texelscope
