// OpenGL's own weights, by llvmpipe or a GPU, beside the model's.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/gl_fetches.h"
#include "kernels/studies/sources/weight_machines.h"
#include "kernels/unit/fetch/sample_position.h"
#include "tests/program.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

WeightMachines& machines() {
  static WeightMachines machines;
  return machines;
}
MeasuredWeights measured(const Session& session, const FetchAt& at) {
  const Effective effective = resolve(session).effective;
  EXPECT_EQ(no_machine_weights(WeighedMachine::opengl, effective), "");
  return machines().measure(WeighedMachine::opengl, effective, effective.function, at, "").value().found;
}
bool is_llvmpipe() {
  return machines().opengl().renderer().starts_with("llvmpipe");
}

Session clamped_session(Dimension dimension, ElementFormat format) {
  Session session;
  session.texture.width = session.texture.height = 8;
  session.texture.depth = 4;
  session.texture.dimension = dimension;
  session.texture.format = format;
  session.texture.storage = Storage::array;
  session.sampler.address.fill(AddressMode::clamp);
  return session;
}
constexpr ElementFormat singles = {ElementKind::floating, 32, 1}, bytes = {ElementKind::unsigned_int, 8, 4};

TEST(GlWeights, PointsReadTheModelsTexelWhole) {
  for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d3, Dimension::d1_layered,
                                    Dimension::d2_layered, Dimension::cube, Dimension::cube_layered})
    for (const ElementFormat& format : {singles, bytes, ElementFormat{ElementKind::signed_int, 16, 2}}) {
      Session session = clamped_session(dimension, format);
      session.sampler.filter = FilterMode::point;
      const MeasuredWeights found = measured(session, {.x = 0.3f, .y = 0.8f, .z = 0.55f, .layer = 2});
      ASSERT_EQ(found.texels.size(), 1u);
      EXPECT_EQ(found.texels[0].weight, 1) << int(dimension);
      EXPECT_TRUE(found.equal()) << int(dimension);
    }
}

TEST(GlWeights, LinearWeightsOfFloatsAreNearTheModels) {
  for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d3, Dimension::d2_layered}) {
    const MeasuredWeights found =
        measured(clamped_session(dimension, singles), {.x = 0.331f, .y = 0.817f, .z = 0.55f, .layer = 1});
    EXPECT_FALSE(found.searched) << "the same texels";
    EXPECT_NEAR(found.sum, 1, 1e-5);
    EXPECT_NEAR(found.total, 1, 1e-6);
    double largest = 0;
    for (const MeasuredTexel& texel : found.texels)
      largest = std::max(largest, std::abs(texel.weight * 256 - texel.model_weight));
    EXPECT_LT(largest, 2.5) << "an axis is off by at most half a step, and products are rounded";
    if (!is_llvmpipe()) continue;
    EXPECT_GT(largest, 0.01) << "it does not round the weights of floats";
    EXPECT_FALSE(found.equal());
  }
}

// u = 0.331 * 8 - 0.5 = 2.148: llvmpipe computes in floats.
TEST(GlWeights, LlvmpipesWeightsOfFloatsAreExact) {
  if (!is_llvmpipe()) GTEST_SKIP() << machines().opengl().renderer();
  const MeasuredWeights found = measured(clamped_session(Dimension::d1, singles), {.x = 0.331f});
  ASSERT_EQ(found.texels.size(), 2u);
  for (const MeasuredTexel& texel : found.texels) {
    const double exact = texel.place->x == 2 ? 0.852 : 0.148;
    EXPECT_NEAR(texel.weight, exact, 1e-5);
  }
}

TEST(GlWeights, TheBorderHasAWeightToo) {
  for (const ElementFormat& format : {singles, bytes}) {
    Session session = clamped_session(Dimension::d2, format);
    session.sampler.address.fill(AddressMode::border);
    session.sampler.border_color = {-3, 8, 0.5f, 0};
    const MeasuredWeights found = measured(session, {.x = 0.03125f, .y = 0.5625f}); // x: -0.25, y: 4
    const auto border = std::ranges::find(found.texels, std::optional<TexelPlace>(), &MeasuredTexel::place);
    ASSERT_NE(border, found.texels.end());
    EXPECT_EQ(border->model_weight, 64);
    EXPECT_NEAR(border->weight, 0.25, 1.0 / 256);
    EXPECT_NEAR(found.total, 1, 1e-6);
  }
}

TEST(GlWeights, MeasuresAnySessionThatOpenGlHas) {
  std::mt19937 random(9);
  int compared = 0, searched = 0;
  for (int round = 0; round < 300; ++round) {
    const tests::Setup setup = tests::random_setup(random);
    if (!no_machine_weights(WeighedMachine::opengl, setup.effective).empty()) continue;
    const Pixel pixel = {int(random() % 64), int(random() % 48)};
    const TargetFetch target = fetch_of(setup.session, setup.effective, 64, 48, pixel);
    if (target.fetch.empty) continue;
    try {
      const auto found = machines().measure(WeighedMachine::opengl, setup.effective, target.view.function,
                                            target.fetch.at, "");
      ASSERT_TRUE(found);
      // The weights of a step can be lost where each texel alone is rounded to the format.
      EXPECT_NEAR(found->found.sum, found->found.total, 0.05 * std::max(1.0, found->found.total))
          << tests::describe(setup.session);
      ++compared;
      searched += found->found.searched;
    } catch (const MachineError&) { // more anisotropy than this OpenGL has
    }
  }
  EXPECT_GT(compared, 80);
  EXPECT_LT(searched, compared / 2);
}

// OpenGL shades quads of pixels: a fetch must not depend on the one beside it, nor on its place in the
// target.
TEST(GlWeights, EachFetchHasItsOwnQuad) {
  Session session = clamped_session(Dimension::d2, bytes);
  session.texture.levels = 4;
  session.fetch.function = FetchKind::grad;
  session.sampler.max_anisotropy = 8;
  const Texture like = weights::probed_texture(resolve(session).effective);
  const FetchAt stretched = {.x = 0.5f, .y = 0.4f, .dx = {0.02f, 0, 0}, .dy = {0, 0.3f, 0}},
                far = {.x = 0.1f, .y = 0.9f, .dx = {0.5f, 0, 0}, .dy = {0, 0.5f, 0}};
  machines().opengl().use(like, FetchKind::grad);
  const weights::Probe level = {false, {weights::texels_of_level(like, 0)}, false};
  const std::vector<weights::Probe> probes(3, level);
  const std::vector<FetchAt> at = {far, stretched, stretched, far};
  const auto returned = machines().opengl().fetch(FetchKind::grad, at, probes);
  ASSERT_EQ(returned.size(), 12u);
  const auto alone = machines().opengl().fetch(FetchKind::grad, {&stretched, 1}, {&level, 1});
  EXPECT_GT(bits_float(alone[0][0]), 0);
  for (std::size_t probe = 0; probe < 3; ++probe) {
    EXPECT_EQ(returned[4 * probe + 1], alone[0]) << probe;
    EXPECT_EQ(returned[4 * probe + 2], alone[0]) << probe;
    EXPECT_EQ(returned[4 * probe], returned[0]) << probe;
    EXPECT_EQ(returned[4 * probe + 3], returned[0]) << probe;
  }
}

TEST(GlWeights, TheSharesOfTwoLevels) {
  Session session = clamped_session(Dimension::d2, singles);
  session.texture.levels = 4;
  const auto shares = machines().measure_levels(WeighedMachine::opengl, resolve(session).effective,
                                                std::vector{0.0f, 1.25f, 2.0f, 7.0f});
  ASSERT_EQ(shares.size(), 4u);
  const double near = 1.0 / 128;
  for (std::size_t level = 0; level < 4; ++level) {
    EXPECT_NEAR(shares[level][0], level == 0, near);
    EXPECT_NEAR(shares[level][1], level == 1 ? 0.75 : level == 2 ? 0.25 : 0, near);
    EXPECT_NEAR(shares[level][2], level == 2, near);
    EXPECT_NEAR(shares[level][3], level == 3, near);
  }
}

// A page in a browser has GLSL ES 3.00: no storage buffers, no bindings, no textures of one dimension.
TEST(GlFetches, TheShaderIsOfGles3WhereGles3HasTheTexture) {
  for (const Dimension dimension : {Dimension::d2, Dimension::d3, Dimension::d2_layered, Dimension::cube})
    for (const FetchKind kind : {FetchKind::plain, FetchKind::lod, FetchKind::grad}) {
      Texture texture;
      texture.dimension = dimension;
      texture.sampler.normalized_coords = true;
      const std::string shader = gl_fetch_shader(texture, kind, 0);
      EXPECT_TRUE(shader.starts_with("#version 300 es\n")) << shader;
      for (const char* newer : {"buffer", "binding", "textureGather", "image2D", "location = 0) uniform"})
        EXPECT_EQ(shader.find(newer), std::string::npos) << newer;
    }
}

TEST(ExplainVerb, MeasuresOpenGlsWeights) {
  const Program program = {};
  const std::vector<std::string> fetch = {
      "explain", "--coord", "0.331,0.817", "--texture.width", "8", "--texture.height", "8"};
  const auto explained = [&](std::vector<std::string> more) {
    more.insert(more.begin(), fetch.begin(), fetch.end());
    return program.run(more);
  };
  const Ran json = explained({"--backend", "opengl", "--json"});
  ASSERT_EQ(json.code, 0) << json.err;
  const Json all = Json::parse(json.out), &weights = all.at("measured_weights");
  EXPECT_EQ(weights.at("texels").size(), 4u);
  EXPECT_EQ(weights.at("device"), machines().opengl().renderer());
  EXPECT_EQ(all.at("device"), machines().opengl().renderer());
  EXPECT_NEAR(weights.at("sum"), 1, 0.02);
  EXPECT_EQ(weights.at("total"), 1);
  EXPECT_EQ(weights.at("searched"), false);
  int model = 0;
  for (const Json& texel : weights.at("texels"))
    model += texel.at("model_weight").get<int>();
  EXPECT_EQ(model, 256);
  EXPECT_TRUE(all.at("result")[0].contains("returned"));
  const Ran text_out = explained({"--backend", "opengl"});
  EXPECT_NE(text_out.out.find(say(Text::explain_measured, {machines().opengl().renderer()})),
            std::string::npos)
      << text_out.out;
  EXPECT_EQ(Json::parse(explained({"--backend", "cpu", "--json"}).out).count("measured_weights"), 0u);
  EXPECT_EQ(program.run({"explain", "--backend", "opengl"}).code, 2) << "no fetch was named";
  EXPECT_EQ(explained({"--backend", "opengl", "--texture.storage", "pitch"}).code, 2);
}

} // namespace
} // namespace texelscope
