// Slabs of 3-D textures: where their samples lie, and how these become one value.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/machines/backend/backend.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/slab_rules.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

template <class Element>
std::uint32_t folded(Slab slab, const std::vector<Element>& samples) {
  rules::SlabSum<Element> sum = samples[0];
  for (std::size_t i = 1; i < samples.size(); ++i)
    sum = rules::fold(slab, sum, rules::SlabSum<Element>(samples[i]));
  return rules::folded(slab, sum, int(samples.size()));
}

float folded_float(Slab slab, const std::vector<float>& samples) {
  return bits_float(folded(slab, samples));
}

TEST(SlabRules, IntegersKeepEveryBit) {
  const std::vector<std::int32_t> codes = {-3, -4, 5, -5};
  EXPECT_EQ(std::int32_t(folded(Slab::minimum, codes)), -5);
  EXPECT_EQ(std::int32_t(folded(Slab::maximum, codes)), 5);
  EXPECT_EQ(std::int32_t(folded(Slab::mean, codes)), -1) << "-7 / 4, towards zero";
  const std::vector<std::uint32_t> large(256, 4294967295u);
  for (const Slab slab : {Slab::minimum, Slab::maximum, Slab::mean})
    EXPECT_EQ(folded(slab, large), 4294967295u);
  EXPECT_EQ(folded(Slab::maximum, std::vector<std::uint32_t>{1, 2147483648u}), 2147483648u);
  EXPECT_EQ(folded(Slab::mean, std::vector<std::uint32_t>{2, 3}), 2u);
  const std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
  EXPECT_EQ(std::int32_t(folded(Slab::mean, std::vector<std::int32_t>{lowest, lowest})), lowest);
}

TEST(SlabRules, FloatsAreAddedInOrder) {
  EXPECT_EQ(folded_float(Slab::mean, {16777216, 1, 1, 0}), 4194304.0f) << "the ones are lost in rounding";
  EXPECT_EQ(folded_float(Slab::mean, {1, 1, 16777216, 0}), 4194304.5f);
  EXPECT_EQ(folded_float(Slab::minimum, {0.5f, -0.25f, 3}), -0.25f);
  EXPECT_EQ(folded_float(Slab::maximum, {0.5f, -0.25f, 3}), 3);
  EXPECT_TRUE(std::signbit(folded_float(Slab::maximum, {-0.0f, 0.0f})))
      << "the first of equal values is kept";
}

TEST(SlabRules, EveryNanBecomesTheSameOne) {
  const float nan = bits_float(0xffc12345u), infinity = std::numeric_limits<float>::infinity();
  for (const Slab slab : {Slab::minimum, Slab::maximum, Slab::mean})
    for (const auto& samples : {std::vector<float>{nan, 1, 2}, {1, nan, 2}, {1, 2, nan}})
      EXPECT_EQ(folded(slab, samples), 0x7fffffffu) << int(slab);
  EXPECT_EQ(folded(Slab::mean, std::vector<float>{infinity, -infinity}), 0x7fffffffu);
  EXPECT_EQ(folded_float(Slab::minimum, {infinity, -infinity}), -infinity);
  EXPECT_EQ(folded_float(Slab::mean, {infinity, 1}), infinity);
}

Session volume(int depth) {
  Session session;
  session.texture.dimension = Dimension::d3;
  session.texture.width = session.texture.height = 4;
  session.texture.depth = depth;
  session.fetch.slab = Slab::mean;
  session.fetch.slab_samples = 4;
  session.view.span = 1;
  return session;
}

FetchView view_of(const Session& session) {
  return make_fetch_view(session, resolve(session).effective, 8, 8);
}

TEST(SlabView, SamplesLieInTheMiddlesOfEqualParts) {
  Session session = volume(16);
  FetchView view = view_of(session);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(rules::slab_coordinate(view, i), 0.125f + 0.25f * float(i));
  EXPECT_EQ(rules::pixel_fetch(view, 3, 3).at.z, 0.625f) << "the middle one is explained";
  session.fetch.slice = 0.25;
  session.fetch.slab_thickness = 0.5;
  session.fetch.slab_samples = 2;
  view = view_of(session);
  EXPECT_EQ(rules::slab_coordinate(view, 0), 0.125f);
  EXPECT_EQ(rules::slab_coordinate(view, 1), 0.375f);
  session.sampler.normalized_coords = false;
  view = view_of(session);
  EXPECT_EQ(rules::slab_coordinate(view, 0), 2);
  EXPECT_EQ(rules::slab_coordinate(view, 1), 6);
  session.fetch.slab_thickness = 0;
  view = view_of(session);
  EXPECT_EQ(rules::slab_coordinate(view, 0), 4);
  EXPECT_EQ(rules::slab_coordinate(view, 1), 4);
}

TEST(SlabView, SamplesReplaceTheSlicesCoordinateAlone) {
  Session session = volume(4);
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    session.fetch.slice_axis = axis;
    const FetchView view = view_of(session);
    const FetchAt middle = rules::pixel_fetch(view, 1, 6).at;
    FetchAt sample = middle;
    rules::set_sample(sample, view, 0);
    EXPECT_EQ(sample.x, axis == Axis::x ? 0.125f : middle.x);
    EXPECT_EQ(sample.y, axis == Axis::y ? 0.125f : middle.y);
    EXPECT_EQ(sample.z, axis == Axis::z ? 0.125f : middle.z);
  }
}

// Slices of one value each: 10, 40, 20 and 31.
tests::Setup four_slices(ElementFormat format, const Session& requested) {
  Session session = requested;
  session.texture.format = format;
  session.sampler.read_mode = ReadMode::element;
  session.sampler.filter = FilterMode::point;
  tests::Setup setup = tests::setup_of(session);
  Image image = Image::create(*setup.image);
  const int values[] = {10, 40, 20, 31};
  for (int z = 0; z < 4; ++z)
    for (int i = 0; i < 16; ++i) {
      const std::uint32_t word =
          format.kind == ElementKind::floating ? float_bits(float(values[z])) : std::uint32_t(values[z]);
      std::memcpy(image.texel(i % 4, i / 4, z), &word, std::size_t(format.bits) / 8);
    }
  setup.image = std::make_shared<const Image>(std::move(image));
  return setup;
}

std::uint32_t fetched(const tests::Setup& setup) {
  const auto backend = make_cpu_backend(1);
  backend->frame({setup.session, setup.effective, setup.image, 5, 3});
  const Picture picture = backend->read_result();
  for (const TexelBits& pixel : picture.pixels)
    EXPECT_EQ(pixel, (TexelBits{picture.pixels[0][0], 0, 0, 0}));
  return picture.pixels[0][0];
}

TEST(SlabView, TheBackendFoldsKnownSlices) {
  for (const int bits : {8, 16, 32})
    for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int}) {
      Session session = volume(4);
      EXPECT_EQ(fetched(four_slices({kind, bits, 1}, session)), 25u) << "101 / 4";
      session.fetch.slab = Slab::minimum;
      EXPECT_EQ(fetched(four_slices({kind, bits, 1}, session)), 10u);
      session.fetch.slab = Slab::maximum;
      EXPECT_EQ(fetched(four_slices({kind, bits, 1}, session)), 40u);
      session.fetch.slab_thickness = 0.5; // the middle two, twice each
      session.fetch.slab = Slab::minimum;
      EXPECT_EQ(fetched(four_slices({kind, bits, 1}, session)), 20u);
      session.fetch.slab = Slab::off;
      EXPECT_EQ(fetched(four_slices({kind, bits, 1}, session)), 20u) << "slice 2 holds 0.5";
    }
  Session session = volume(4);
  EXPECT_EQ(fetched(four_slices({ElementKind::floating, 32, 1}, session)), float_bits(25.25f));
  session.fetch.slice = 0.375; // 0.25, 0.5: slices 1 and 2
  session.fetch.slab_thickness = 0.5;
  session.fetch.slab_samples = 2;
  EXPECT_EQ(fetched(four_slices({ElementKind::floating, 32, 1}, session)), float_bits(30));
}

TEST(SlabView, OnlyFlatViewsOfVolumesHaveSlabs) {
  Session session = volume(4);
  EXPECT_EQ(resolve(session).effective.slab, Slab::mean);
  EXPECT_EQ(resolve(session).note_for("fetch.slab"), nullptr);
  EXPECT_EQ(resolve(session).note_for("fetch.slab_samples"), nullptr);
  session.view.projection = Projection::sheet;
  Resolution resolution = resolve(session);
  EXPECT_EQ(resolution.effective.slab, Slab::off);
  ASSERT_NE(resolution.note_for("fetch.slab"), nullptr);
  EXPECT_EQ(resolution.note_for("fetch.slab")->kind, NoteKind::no_effect);
  for (const auto& [path, value] : resolution.note_for("fetch.slab")->fix)
    EXPECT_EQ(assign(session, *find_field(path), value), std::nullopt);
  EXPECT_EQ(resolve(session).effective.slab, Slab::mean) << "the note's cure";
  for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d2_layered, Dimension::cube}) {
    session.texture.dimension = dimension;
    EXPECT_EQ(resolve(session).effective.slab, Slab::off);
    EXPECT_NE(resolve(session).note_for("fetch.slab"), nullptr);
  }
  session.fetch.slab = Slab::off;
  EXPECT_EQ(resolve(session).note_for("fetch.slab"), nullptr) << "no slab is requested";
  EXPECT_NE(resolve(session).note_for("fetch.slab_thickness"), nullptr);
}

} // namespace
} // namespace texelscope
