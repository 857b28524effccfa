#include "app/window/journal.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/unit/image/patterns.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {
namespace {

using ui::TimeVerdict;
constexpr int width = 64, height = 48;

ShownPicture shown(const Session& session) {
  const Effective effective = resolve(session).effective;
  TextureSpec spec = session.texture;
  return {session, effective, std::make_shared<const Image>(make_pattern(spec)), width, height};
}

Session with_filter(FilterMode filter) {
  Session session;
  session.sampler.filter = filter;
  return session;
}

// Imitates the window at 60 frames a second; every fetch takes the given time.
class Journals : public testing::Test {
protected:
  void change(const Session& session, std::uint64_t gesture = 0) {
    undo.record(session, gesture);
    picture = shown(session);
  }
  void frames(int count, double seconds) {
    for (int i = 0; i < count; ++i) {
      FrameResult result;
      result.times.push_back({});
      result.times.back().fetch = seconds;
      now += 1.0 / 60;
      journal.update(undo, picture, result, now, false);
    }
  }
  void wait() { journal.update(undo, picture, {}, now += 1, true); }
  const ui::JournalEntry& last() { return undo.entries().back(); }

  Undo undo{Session()};
  ShownPicture picture = shown(Session());
  Journal journal;
  double now = 0;
};

TEST_F(Journals, AChangeHasItsVerdictAndItsLargestChange) {
  frames(60, 400e-6);
  change(with_filter(FilterMode::point));
  EXPECT_EQ(last().label, "filter: linear → point");
  frames(60, 200e-6);
  wait();
  EXPECT_EQ(last().verdict, TimeVerdict::faster);
  EXPECT_DOUBLE_EQ(last().before, 400e-6);
  EXPECT_DOUBLE_EQ(last().after, 200e-6);
  ASSERT_TRUE(last().change);
  EXPECT_TRUE(last().change->comparable);
  EXPECT_GT(last().change->largest, 0);
  EXPECT_EQ(undo.entries().front().verdict, TimeVerdict::unmeasured) << "nothing came before it";
}

TEST_F(Journals, TheFirstTimesAfterAChangeDoNotCount) {
  frames(60, 400e-6);
  change(with_filter(FilterMode::point));
  frames(6, 9000e-6); // less than a tenth of a second
  frames(60, 400e-6);
  EXPECT_EQ(last().verdict, TimeVerdict::same);
  EXPECT_DOUBLE_EQ(last().after, 400e-6);
}

TEST_F(Journals, AnotherSizeOrBackendIsUnmeasured) {
  frames(60, 400e-6);
  change(with_filter(FilterMode::point));
  picture.width += 1;
  frames(60, 200e-6);
  EXPECT_EQ(last().verdict, TimeVerdict::unmeasured);
  change(with_filter(FilterMode::linear));
  picture.width += 1;
  journal.forget_times();
  frames(60, 100e-6);
  EXPECT_EQ(last().verdict, TimeVerdict::unmeasured);
}

TEST_F(Journals, ADragIsMeasuredFromWhereItBegan) {
  frames(60, 400e-6);
  Session session;
  session.texture.format = {ElementKind::floating, 32, 4};
  session.sampler.read_mode = ReadMode::element;
  for (int i = 1; i <= 40; ++i) {
    session.sampler.border_color[0] = float(i);
    session.sampler.address = {AddressMode::border, AddressMode::border, AddressMode::border};
    change(session, 7);
    frames(2, 300e-6);
  }
  ASSERT_EQ(undo.entries().size(), 2u);
  EXPECT_FALSE(last().change) << "not during the drag";
  frames(60, 300e-6);
  wait();
  EXPECT_EQ(last().verdict, TimeVerdict::faster);
  ASSERT_TRUE(last().change && last().change->comparable);
  EXPECT_NEAR(last().change->largest, 40, 1) << "outside the texture, of the last color of the drag";
}

TEST_F(Journals, GoingBackKeepsWhatWasMeasured) {
  frames(60, 400e-6);
  change(with_filter(FilterMode::point));
  frames(60, 200e-6);
  wait();
  picture = shown(*undo.back());
  frames(60, 900e-6);
  picture = shown(*undo.forward());
  frames(60, 900e-6);
  EXPECT_EQ(last().verdict, TimeVerdict::faster);
  EXPECT_DOUBLE_EQ(last().after, 200e-6);
  EXPECT_TRUE(last().change);
}

TEST_F(Journals, AChangeOfTheViewHasNoVerdict) {
  frames(60, 400e-6);
  Session session;
  session.view.center_x = 0.7;
  session.view.exposure = 1;
  change(session);
  frames(60, 200e-6);
  wait();
  EXPECT_TRUE(last().only_view);
  EXPECT_EQ(last().verdict, TimeVerdict::unmeasured);
  session.sampler.filter = FilterMode::point;
  change(session);
  frames(60, 100e-6);
  EXPECT_FALSE(last().only_view);
  EXPECT_EQ(last().verdict, TimeVerdict::faster) << "against the times since the view moved";
}

TEST_F(Journals, WhatCannotBeComparedSaysSo) {
  frames(2, 400e-6);
  Session session;
  session.texture.width = 128;
  change(session);
  frames(2, 400e-6);
  wait();
  ASSERT_TRUE(last().change);
  EXPECT_FALSE(last().change->comparable);
}

TEST(ValueChanges, AreOfTheSamePlaceAndKind) {
  const ShownPicture plain = shown({});
  EXPECT_TRUE(comparable(plain, shown(with_filter(FilterMode::point))));
  const auto differs = [&](auto&& edit) {
    Session session;
    edit(session);
    return !comparable(plain, shown(session)) && !comparable(shown(session), plain);
  };
  EXPECT_TRUE(differs([](Session& s) { s.view.span = 3; }));
  EXPECT_TRUE(differs([](Session& s) { s.texture.width = 128; }));
  EXPECT_TRUE(differs([](Session& s) { s.texture.format.channels = 1; }));
  EXPECT_TRUE(differs(
      [](Session& s) { s.sampler.read_mode = ReadMode::element, s.sampler.filter = FilterMode::point; }));
  EXPECT_TRUE(differs([](Session& s) { s.fetch.body = "return Texel{};"; }));
  EXPECT_TRUE(differs([](Session& s) { s.write.mode = WriteMode::feedback; }));
  EXPECT_FALSE(differs([](Session& s) { s.view.exposure = 2; }));
  EXPECT_FALSE(differs([](Session& s) { s.texture.seed = 9; }));
}

TEST(ValueChanges, AreTheLargestAndItsFirstPixel) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  Picture before{2, 2, ResultType::floating, {ElementKind::floating, 32, 2}, {}}, after;
  before.pixels.assign(4, {bits(1), bits(1), bits(9), bits(9)});
  after = before;
  EXPECT_EQ(largest_change(before, after).largest, 0);
  after.pixels[1][0] = bits(1.25f);
  after.pixels[2][1] = bits(-1);
  after.pixels[3][0] = bits(3);
  after.pixels[3][2] = bits(1000); // a channel that the texture lacks
  const ValueChange change = largest_change(before, after);
  EXPECT_EQ(change.largest, 2);
  EXPECT_EQ(change.at, (Pixel{0, 1}));
  before.pixels[3][1] = after.pixels[3][1] = bits(std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(largest_change(before, after).largest, 2) << "a NaN in both is no change";
  after.pixels[3][1] = bits(0);
  EXPECT_TRUE(std::isnan(largest_change(before, after).largest));
  EXPECT_EQ(largest_change(before, after).at, (Pixel{1, 1}));
}

// A texture of one white texel: fetched between it and a black one, linear gives the middle where point gives
// an end.
TEST(ValueChanges, AreTheModels) {
  Session linear;
  linear.texture.source = Source::one_hot;
  linear.texture.width = linear.texture.height = 2;
  linear.view.span = 1;
  Session point = linear;
  point.sampler.filter = FilterMode::point;
  ShownPicture before = shown(linear), after = shown(point);
  before.width = before.height = after.width = after.height = 2; // pixels in the texels' middles
  EXPECT_EQ(value_change(before, after).largest, 0);
  before.width = before.height = after.width = after.height = 1; // where all four meet
  const ValueChange change = value_change(before, after);
  EXPECT_NEAR(change.largest, 0.25, 1e-3) << "point takes the texel at the right below, which is black";
}

} // namespace
} // namespace texelscope
