// What the LOD scope shows of a pixel's gradients, worked out by hand from the rules in docs/texture-unit.md,
// and what dragging one of them sets.
#include <gtest/gtest.h>

#include "kernels/studies/explain/lod_scope.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope {
namespace {

// 64 x 64 texels with all levels, viewed untransformed, one texel per pixel; gradients in texels of level 0.
struct Scoped {
  explicit Scoped(Dimension dimension = Dimension::d2, int texels = 64, int levels = 7) : side(texels) {
    session.texture.width = session.texture.height = side;
    session.texture.dimension = dimension;
    session.texture.levels = levels;
    session.fetch.function = FetchKind::grad;
    session.view.span = 1;
  }
  void give(std::array<float, 2> dx, std::array<float, 2> dy) {
    session.fetch.gradients = GradientRule::given;
    session.fetch.dx = {dx[0] / float(side), dx[1] / float(side), 0};
    session.fetch.dy = {dy[0] / float(side), dy[1] / float(side), 0};
  }
  std::optional<LodScope> at(Pixel pixel) const {
    const Effective effective = resolve(session).effective;
    const Image image = Image::create(effective.memory_shape());
    const Texture texture = texture_of(image.texels.data(), effective);
    return lod_scope(texture, make_fetch_view(session, effective, side, side), pixel);
  }
  LodScope operator()() const { return at({side / 2, side / 2}).value(); }

  Session session;
  int side;
};

using Vector = LodScope::Vector;

TEST(LodScope, BiasAndClampsComeAfterTheLongerAxis) {
  Scoped scoped;
  scoped.give({4, 0}, {0, 4});
  scoped.session.sampler.mip_bias = 0.5f;
  scoped.session.sampler.mip_max = 2.25f;
  const LodScope scope = scoped();
  EXPECT_EQ(scope.vectors[0], (Vector{4, 0}));
  EXPECT_EQ(scope.vectors[1], (Vector{0, 4}));
  EXPECT_EQ(scope.gradients.log_major, 512);
  EXPECT_EQ(scope.gradients.log_minor, 512); // 16 texels over 4
  EXPECT_EQ(scope.gradients.log_ratio, 0);
  EXPECT_EQ(scope.lod.given, 512);
  EXPECT_EQ(scope.lod.biased, 640);
  EXPECT_EQ(scope.lod.limited, 576);
  EXPECT_EQ(scope.rule.highest, 576);
  ASSERT_EQ(scope.fetch.level_count, 2);
  EXPECT_EQ(scope.fetch.level[0].level, 2);
  EXPECT_EQ(scope.fetch.level[1].level, 3);
  EXPECT_EQ(scope.fetch.level[1].weight, 64);
}

TEST(LodScope, ProbesMakeUpForTheRatio) {
  Scoped scoped;
  scoped.give({16, 0}, {0, 4});
  scoped.session.sampler.max_anisotropy = 8;
  scoped.session.sampler.disable_trilinear_optimization = true;
  const LodScope scope = scoped();
  EXPECT_EQ(scope.gradients.log_major, 1024);
  EXPECT_EQ(scope.gradients.log_minor, 512);
  EXPECT_EQ(scope.gradients.log_ratio, 512);
  EXPECT_EQ(scope.gradients.axis, (std::array{64, 0}));
  EXPECT_EQ(scope.lod.given, 512);
  EXPECT_EQ(scope.lod.limited, 512);
  ASSERT_EQ(scope.fetch.probes.size(), 4u); // four texels of level 2 side by side, a quarter each
  int sum = 0;
  for (const LevelTrace& probe : scope.fetch.probes) {
    EXPECT_EQ(probe.level, 2);
    EXPECT_EQ(probe.weight << (10 - probe.weight_bits), 256);
    EXPECT_TRUE(std::abs(probe.offset[0]) == 128 || std::abs(probe.offset[0]) == 384) << probe.offset[0];
    EXPECT_EQ(probe.offset[1], 0);
    sum += probe.offset[0];
  }
  EXPECT_EQ(sum, 0);
}

// With the trilinear optimization, from 8 on: 2.375 is lowered by a quarter, and its fraction doubled.
TEST(LodScope, AnisotropyMakesTheFractionSteeper) {
  Scoped scoped;
  scoped.give({16, 0}, {0, 4});
  scoped.session.sampler.max_anisotropy = 8;
  scoped.session.sampler.mip_bias = 0.375f;
  EXPECT_EQ(scoped().lod.given, 512);
  EXPECT_EQ(scoped().lod.biased, 512 + 2 * 32);
  scoped.session.sampler.disable_trilinear_optimization = true;
  EXPECT_EQ(scoped().lod.biased, 512 + 96);
}

// Level 1 of the array is the view's first: half as many texels.
TEST(LodScope, AViewCountsItsOwnTexels) {
  Scoped scoped;
  scoped.give({16, 0}, {0, 4});
  scoped.session.texture.view = {.on = true, .format = scoped.session.texture.format, .first_level = 1};
  const LodScope scope = scoped();
  EXPECT_EQ(scope.vectors[0], (Vector{8, 0}));
  EXPECT_EQ(scope.vectors[1], (Vector{0, 2}));
  EXPECT_EQ(scope.gradients.log_major, 768);
  EXPECT_EQ(scope.gradients.log_minor, 256);
  EXPECT_EQ(scope.lod.given, 768);
  give_gradient(scoped.session, scope, 0, {4, 0});
  EXPECT_EQ(scoped.session.fetch.dx[0], 0.125f);
  EXPECT_EQ(scoped().vectors[0], (Vector{4, 0}));
}

TEST(LodScope, OtherFunctionsHaveTheirOwnLevel) {
  Scoped scoped;
  scoped.session.fetch.function = FetchKind::lod;
  scoped.session.fetch.lod = 1.5f;
  scoped.session.sampler.mip_bias = 1;
  LodScope scope = scoped();
  EXPECT_EQ(scope.called, FetchKind::lod);
  EXPECT_EQ(scope.lod.given, 384);
  EXPECT_EQ(scope.lod.biased, 640);
  EXPECT_EQ(scope.vectors[0], (Vector{1, 0})); // the view's, one texel per pixel
  EXPECT_EQ(scope.gradients.log_major, 0);
  scoped.session.fetch.function = FetchKind::plain;
  scope = scoped();
  EXPECT_EQ(scope.lod.biased, 0);
  EXPECT_EQ(scope.fetch.lod, 0);
}

TEST(LodScope, ThePixelsOwnGradientsAndNothingBeyondTheHorizon) {
  Scoped scoped;
  scoped.session.view.projection = Projection::tilted;
  scoped.session.view.tilt = 60;
  const LodScope far = scoped.at({32, 20}).value(), near = scoped.at({32, 60}).value();
  EXPECT_GT(far.vectors[0][0], near.vectors[0][0]);
  EXPECT_GT(far.gradients.log_major, near.gradients.log_major);
  scoped.session.view.tilt = 85;
  EXPECT_FALSE(scoped.at({32, 0}).has_value());
}

// A texel of a face of 16 is an eighth of the direction; on +x columns run against z, rows against y.
TEST(LodScope, CubesCountTexelsOnTheFace) {
  Scoped scoped(Dimension::cube, 16, 5);
  scoped.session.fetch.gradients = GradientRule::given;
  scoped.session.fetch.dx = {0, 0, -0.25f};
  scoped.session.fetch.dy = {0, 0.125f, 0};
  LodScope scope = scoped();
  EXPECT_EQ(scope.fetch.face, 0);
  EXPECT_EQ(scope.vectors[0], (Vector{2, 0}));
  EXPECT_EQ(scope.vectors[1], (Vector{0, -1}));
  give_gradient(scoped.session, scope, 0, {4, -2});
  EXPECT_EQ(scoped.session.fetch.dx, (std::array{0.0f, 0.25f, -0.5f}));
  scope = scoped();
  EXPECT_EQ(scope.vectors[0], (Vector{4, -2}));
  EXPECT_EQ(scope.vectors[1], (Vector{0, -1}));
}

TEST(LodScope, DraggingGivesTheViewsGradients) {
  Scoped scoped;
  scoped.session.fetch.function = FetchKind::plain;
  scoped.session.fetch.dx = scoped.session.fetch.dy = {9, 9, 9};
  give_gradient(scoped.session, scoped(), 1, {0, 8});
  EXPECT_EQ(scoped.session.fetch.function, FetchKind::grad);
  EXPECT_EQ(scoped.session.fetch.gradients, GradientRule::given);
  EXPECT_EQ(scoped.session.fetch.dx, (std::array{1 / 64.0f, 0.0f, 0.0f}));
  EXPECT_EQ(scoped.session.fetch.dy, (std::array{0.0f, 0.125f, 0.0f}));
  give_gradient(scoped.session, scoped(), 0, {-3, 2});
  EXPECT_EQ(scoped.session.fetch.dx, (std::array{-3 / 64.0f, 2 / 64.0f, 0.0f}));
  EXPECT_EQ(scoped.session.fetch.dy, (std::array{0.0f, 0.125f, 0.0f}));
  EXPECT_EQ(scoped().vectors[0], (Vector{-3, 2}));
}

TEST(LodScope, OneRowHasOneAxis) {
  Scoped scoped(Dimension::d1);
  give_gradient(scoped.session, scoped(), 0, {4, 7});
  EXPECT_EQ(scoped.session.fetch.dx[0], 4 / 64.0f);
  const LodScope scope = scoped();
  EXPECT_EQ(scope.vectors[0], (Vector{4, 0}));
  EXPECT_EQ(scope.lod.given, 512);
  EXPECT_EQ(scope.axes[1].texels, 0);
}

} // namespace
} // namespace texelscope
