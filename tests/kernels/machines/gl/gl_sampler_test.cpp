// OpenGL's sampler, in software or hardware, against the model: the same texels with point, weights within
// one step with linear.
#include "kernels/machines/gl/gl_sampler.h"

#include <cmath>
#include <future>

#include <gtest/gtest.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/compare/values.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

constexpr int side = 64; // four pixels a texel, none on an edge between two

Session session_of(Dimension dimension, ElementFormat format = {}) {
  Session session;
  session.texture.source = Source::noise;
  session.texture.width = session.texture.height = 8;
  session.texture.depth = 5;
  session.texture.dimension = dimension;
  session.texture.format = format;
  session.texture.storage = Storage::array;
  session.fetch.layer = 3;
  session.fetch.slice = 0.7;
  session.sampler.filter = FilterMode::point;
  session.view.span = 2;
  return session;
}

struct Both {
  explicit Both(const Session& session) : setup(tests::setup_of(session)) {
    const FetchView view = make_fetch_view(setup.session, setup.effective, side, side);
    Image reinterpreted;
    const Texture texture = make_texture_view(setup.image->texels.data(), setup.effective, reinterpreted);
    model = model_values(texture, setup.effective, view, side, side);
    gl = sampler().fetch(texture, setup.effective, view, side, side);
  }
  // As in a process: one context for all.
  static GlSampler& sampler() {
    static GlSampler sampler;
    return sampler;
  }
  int different() const {
    int count = 0;
    for (std::size_t i = 0; i < model.size(); ++i)
      count += model.picture.pixels[i] != gl.picture.pixels[i];
    return count;
  }
  double largest() const {
    double largest = 0;
    for (std::size_t i = 0; i < model.size(); ++i)
      for (std::size_t c = 0; c < 4; ++c)
        largest = std::max(largest, std::abs(model.number(i, c) - gl.number(i, c)));
    return largest;
  }
  tests::Setup setup;
  Values model, gl;
};

constexpr Dimension dimensions[] = {Dimension::d1,          Dimension::d2,         Dimension::d3,
                                    Dimension::d1_layered,  Dimension::d2_layered, Dimension::cube,
                                    Dimension::cube_layered};
constexpr AddressMode modes[] = {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror,
                                 AddressMode::border};

TEST(GlSampler, PointsOfEveryDimensionAndAddressModeAreTheModels) {
  for (const Dimension dimension : dimensions)
    for (const AddressMode mode : modes) {
      Session session = session_of(dimension, {ElementKind::floating, 32, 4});
      session.sampler.address.fill(mode);
      session.sampler.border_color = {0.25f, -2, 7, 1};
      if (is_cube(dimension)) session.view.span = 1; // beyond a face the next one begins
      const Both both(session);
      EXPECT_EQ(both.different(), 0) << tests::describe(session);
      EXPECT_FALSE(both.gl.maker.empty());
    }
}

TEST(GlSampler, PointsOfEveryFormatAreTheModels) {
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
    for (const int bits : {8, 16, 32})
      for (const int channels : {1, 4})
        for (const ReadMode read : {ReadMode::element, ReadMode::normalized_float}) {
          if (kind == ElementKind::floating && bits == 8) continue;
          Session session = session_of(Dimension::d2, {kind, bits, channels});
          session.sampler.read_mode = read;
          const Both both(session);
          // A software OpenGL divides codes by the largest code in a separate operation.
          const bool divided =
              both.model.picture.type == ResultType::floating && kind != ElementKind::floating;
          EXPECT_LE(both.largest(), divided ? 0x1p-23 : 0.0) << tests::describe(session);
          EXPECT_EQ(both.gl.picture.type, both.model.picture.type);
        }
}

TEST(GlSampler, LinearWeightsAreWithinAStep) {
  for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d3, Dimension::d2_layered}) {
    Session session = session_of(dimension, {ElementKind::floating, 32, 1});
    session.sampler.filter = FilterMode::linear;
    const Both both(session);
    const int axes = dimension == Dimension::d1 ? 1 : dimension == Dimension::d3 ? 3 : 2;
    EXPECT_LE(both.largest(), axes / 512.0 + 0x1p-12) << tests::describe(session); // values are from 0 to 1
    EXPECT_GT(both.gl.number(0, 0), 0) << "noise";
  }
}

TEST(GlSampler, LevelsAndGradientsChooseTheModelsTexels) {
  for (const FetchKind function : {FetchKind::lod, FetchKind::grad}) {
    Session session = session_of(Dimension::d2, {ElementKind::floating, 32, 4});
    session.texture.levels = 4;
    session.texture.mips = MipSource::tinted;
    session.sampler.mip_filter = FilterMode::point;
    session.fetch.function = function;
    session.fetch.gradients = GradientRule::given;
    session.fetch.dx = {0.3f, 0, 0}, session.fetch.dy = {0, 0.3f, 0}; // 2.4 texels: level 1.26
    session.fetch.lod = 0.2f;
    session.sampler.mip_bias = 1; // 1.2 and 2.26
    const Both both(session);
    EXPECT_EQ(both.different(), 0) << tests::describe(session);
    session.sampler.mip_bias = 0;
    EXPECT_NE(Both(session).gl.picture.pixels, both.gl.picture.pixels) << "the bias has an effect";
  }
}

Session anisotropic_session(Dimension dimension, ElementKind kind, FetchKind function) {
  Session session = session_of(dimension, {kind, 8, 4});
  if (kind == ElementKind::floating) session.texture.format.bits = 32;
  session.texture.width = is_1d(dimension) ? 17 : 1;
  session.texture.height = 17;
  session.texture.levels = 3;
  session.sampler.read_mode = ReadMode::element;
  session.sampler.mip_filter = FilterMode::point;
  session.sampler.max_anisotropy = 2;
  session.fetch.function = function;
  return session;
}

// A driver may compile such a sampler or say that it cannot; Mesa's software renderer ended the process.
TEST(GlSampler, AnisotropicSamplersWorkOrAreRefused) {
  for (const Dimension dimension : {Dimension::d1, Dimension::d1_layered, Dimension::d2})
    for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
      for (const FetchKind function : {FetchKind::plain, FetchKind::lod, FetchKind::grad}) {
        const Session session = anisotropic_session(dimension, kind, function);
        const bool known = dimension == Dimension::d2 && kind == ElementKind::floating;
        try {
          const Both both(session);
          EXPECT_EQ(both.gl.picture.type, both.model.picture.type) << tests::describe(session);
        } catch (const MachineError& error) {
          EXPECT_FALSE(known) << "every OpenGL has it";
          EXPECT_EQ(std::string(error.what()), say(Text::gl_anisotropy, {"1"})) << tests::describe(session);
        }
      }
}

TEST(GlSampler, GathersInTheModelsOrder) {
  Session session = session_of(Dimension::d2, {ElementKind::floating, 32, 4});
  session.sampler.filter = FilterMode::linear;
  session.fetch.function = FetchKind::gather;
  session.fetch.component = 2;
  const Both both(session);
  EXPECT_EQ(both.setup.effective.function, FetchKind::gather);
  EXPECT_EQ(both.different(), 0);
}

TEST(GlSampler, CoordinatesInTexelsTakeARectangleOrADivision) {
  Session session = session_of(Dimension::d2, {ElementKind::floating, 32, 4});
  session.sampler.normalized_coords = false;
  Both both(session);
  EXPECT_EQ(both.different(), 0);
  EXPECT_EQ(both.gl.remark, text(Text::gl_rectangle));
  session.texture.dimension = Dimension::d3;
  both = Both(session);
  EXPECT_EQ(both.different(), 0);
  EXPECT_EQ(both.gl.remark, text(Text::gl_divides));
}

TEST(GlSampler, TenBitsAndEmptyPixels) {
  Session session = session_of(Dimension::d2, {ElementKind::unsigned_int, 16, 4});
  session.texture.channel_kind = ChannelKind::packed;
  EXPECT_LE(Both(session).largest(), 0x1p-23);
  session = session_of(Dimension::cube, {ElementKind::floating, 32, 4});
  session.view.projection = Projection::net;
  session.view.span = 1;
  const Both net(session);
  EXPECT_EQ(net.different(), 0);
  EXPECT_EQ(net.gl.picture.pixels[0], TexelBits{}) << "the net has nothing in its corner";
}

TEST(GlSampler, AnyThreadMayCall) {
  const Session session = session_of(Dimension::d2);
  const Both here(session);
  const auto there = std::async(std::launch::async, [&] { return Both(session); }).get();
  EXPECT_EQ(here.gl.picture.pixels, there.gl.picture.pixels);
}

TEST(GlSampler, WhatOpenGlLacksIsReported) {
  const auto reason = [](auto change) {
    Session session = session_of(Dimension::d2);
    change(session);
    return no_gl_fetch(resolve(session).effective);
  };
  EXPECT_EQ(reason([](Session&) {}), "");
  EXPECT_EQ(reason([](Session& s) { s.texture.storage = Storage::pitch; }), text(Text::no_gl_memory));
  EXPECT_EQ(reason([](Session& s) { s.fetch.type = FetchType::u32; }), text(Text::no_gl_type));
  EXPECT_EQ(reason([](Session& s) { s.texture.dimension = Dimension::d3, s.fetch.slab = Slab::mean; }),
            text(Text::no_gl_slab));
  EXPECT_EQ(reason([](Session& s) { s.sampler.srgb = true, s.texture.format.channels = 1; }),
            text(Text::no_gl_srgb));
  Session session = session_of(Dimension::d2);
  session.texture.storage = Storage::pitch;
  EXPECT_THROW(Both{session}, UserError);
}

} // namespace
} // namespace texelscope
