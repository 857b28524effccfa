#include "kernels/unit/write/write_rules.h"

#include <cmath>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "kernels/unit/image/image.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope {
namespace {

using enum ElementKind;

TEST(WriteRules, EncodeUnorm16IsEncodeReal) {
  for (const ElementFormat format : {ElementFormat{unsigned_int, 8, 1},
                                     {unsigned_int, 16, 1},
                                     {unsigned_int, 32, 1},
                                     {signed_int, 8, 1},
                                     {signed_int, 16, 1},
                                     {signed_int, 32, 1},
                                     {floating, 16, 1},
                                     {floating, 32, 1}})
    for (std::uint32_t v = 0; v < 65536; ++v)
      ASSERT_EQ(rules::encode_unorm16(format.kind, format.bits, v), encode_real(format, v / 65535.0))
          << format.bits << " bits, " << v;
}

TEST(WriteRules, TheTriangleRisesAndFalls) {
  EXPECT_EQ(rules::triangle(0), 0u);
  EXPECT_EQ(rules::triangle(16384), 32768u);
  EXPECT_EQ(rules::triangle(32767), 65535u);
  EXPECT_EQ(rules::triangle(32768), 65535u);
  EXPECT_EQ(rules::triangle(65535), 0u);
  EXPECT_EQ(rules::triangle(65536), 0u);
  for (std::uint32_t phase = 0; phase < 65536; ++phase)
    ASSERT_LE(rules::triangle(phase), 65535u);
}

TEST(WriteRules, SmoothKeepsEndsAndMiddle) {
  EXPECT_EQ(rules::smooth(0), 0u);
  EXPECT_EQ(rules::smooth(65535), 65535u);
  EXPECT_NEAR(rules::smooth(32768), 32768, 1);
  for (std::uint32_t s = 1; s < 65536; ++s)
    ASSERT_GE(rules::smooth(s), rules::smooth(s - 1));
}

TEST(WriteRules, IntegerSquareRoots) {
  for (std::uint64_t n : {0ull, 1ull, 2ull, 3ull, 4ull, 15ull, 16ull, 17ull, 99ull, 100ull, 2147483648ull})
    EXPECT_EQ(rules::isqrt(n), std::uint32_t(std::floor(std::sqrt(double(n))))) << n;
  EXPECT_EQ(rules::isqrt(0xffffffffull * 0xffffffffull), 0xffffffffu);
  EXPECT_EQ(rules::isqrt(0xffffffffull * 0xffffffffull - 1), 0xfffffffeu);
}

TEST(WriteRules, PatternsRepeatAfterAPeriodAndDifferByChannel) {
  for (const PatternKind kind : {PatternKind::waves, PatternKind::rings, PatternKind::sweep}) {
    int moved = 0;
    for (int i = 0; i < 64; ++i) {
      const auto value = [&](int c, std::int64_t phase) {
        return rules::pattern_value(kind, i, i / 3, 64, 32, c, phase);
      };
      EXPECT_LE(value(0, 17), 65535u);
      EXPECT_EQ(value(1, 5), value(1, 5 + 1024));
      EXPECT_EQ(value(2, -3), value(2, 1021));
      moved += value(0, 0) != value(0, 200);
    }
    EXPECT_GT(moved, 10);
  }
}

TEST(WriteRules, PatternTexelsHaveAlphaOne) {
  const auto texel = rules::pattern_texel(PatternKind::waves, {unsigned_int, 8, 4}, 3, 4, 16384, 16384, 1);
  EXPECT_EQ(texel.word[3], 255u);
  const auto two = rules::pattern_texel(PatternKind::waves, {unsigned_int, 8, 2}, 3, 4, 16384, 16384, 1);
  EXPECT_EQ(two.word[2], 0u);
  EXPECT_EQ(two.word[3], 0u);
}

TEST(WriteRules, StrokesCoverCapsules) {
  const BrushStroke dot{3.5f, 2.5f, 3.5f, 2.5f, 0.5f, {}};
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 8; ++x)
      EXPECT_EQ(rules::stroke_covers(dot, x, y), x == 3 && y == 2);
  const BrushStroke line{1.5f, 1.5f, 5.5f, 1.5f, 1, {}};
  const std::string expected = "........" // y = -1 is outside
                               ".#####.."
                               "#######."
                               ".#####.."
                               "........";
  for (int y = -1; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      EXPECT_EQ(rules::stroke_covers(line, x, y), expected[std::size_t((y + 1) * 8 + x)] == '#')
          << x << ", " << y;
}

TEST(WriteRules, DiffuseRoundsHalfUp) {
  const std::uint32_t even[5] = {8, 0, 0, 0, 0}, half[5] = {1, 0, 0, 0, 0}, below[5] = {0, 1, 1, 1, 0};
  EXPECT_EQ(rules::diffuse_word(unsigned_int, 8, even), 4u);
  EXPECT_EQ(rules::diffuse_word(unsigned_int, 8, half), 1u);
  EXPECT_EQ(rules::diffuse_word(unsigned_int, 8, below), 0u);
  const std::uint32_t negative[5] = {0xff, 0, 0, 0, 0}, large[5] = {~0u, ~0u, ~0u, ~0u, ~0u};
  EXPECT_EQ(rules::diffuse_word(signed_int, 8, negative), 0u) << "-0.5 rounds up";
  EXPECT_EQ(rules::diffuse_word(unsigned_int, 32, large), ~0u);
  const std::uint32_t floats[5] = {float_bits(1), float_bits(2), float_bits(3), float_bits(4), float_bits(5)};
  EXPECT_EQ(rules::diffuse_word(floating, 32, floats), float_bits(2.25f));
}

TEST(WriteRules, LifeCountsNeighbours) {
  // A blinker: three in a row turn upright.
  const auto read = [](int x, int y) {
    rules::Texel texel = {};
    texel.word[0] = y == 2 && x >= 1 && x <= 3 ? 255u : 127u; // 127 is dead, 128 would live
    return texel;
  };
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x) {
      const auto next = rules::feedback_texel(FeedbackRule::life, {unsigned_int, 8, 1}, x, y, read);
      EXPECT_EQ(next.word[0], x == 2 && y >= 1 && y <= 3 ? 255u : 0u) << x << ", " << y;
    }
  EXPECT_TRUE(rules::lives(unsigned_int, 8, 128));
  EXPECT_FALSE(rules::lives(unsigned_int, 8, 127));
  EXPECT_FALSE(rules::lives(signed_int, 16, 0xffff));
  EXPECT_TRUE(rules::lives(signed_int, 16, 16384));
  EXPECT_FALSE(rules::lives(floating, 32, float_bits(0.5f)));
  EXPECT_FALSE(rules::lives(floating, 32, 0x7fc00000u)) << "NaN is dead";
}

TEST(WriteRules, DriftMovesRight) {
  const auto read = [](int x, int y) { return rules::Texel{{std::uint32_t(x + 100 * y), 0, 0, 0}}; };
  EXPECT_EQ(rules::feedback_texel(FeedbackRule::drift, {unsigned_int, 16, 1}, 5, 2, read).word[0], 204u);
}

class WritePlans : public ::testing::Test {
protected:
  WritePlan plan(std::int64_t max_steps = 1000) { return plan_writes(state, image, write, mips, max_steps); }

  Image image = Image::create(4, 4, {});
  WriteSpec write;
  MipSource mips = MipSource::box;
  WriteState state;
};

TEST_F(WritePlans, TheFirstFrameAndANewImageReset) {
  EXPECT_TRUE(plan().reset);
  EXPECT_FALSE(plan().reset);
  const Image other = Image::create(4, 4, {});
  EXPECT_TRUE(plan_writes(state, other, write, mips, 1).reset);
  EXPECT_TRUE(plan().reset);
}

TEST_F(WritePlans, AChangeOfModeResets) {
  plan();
  for (const WriteMode mode : {WriteMode::pattern, WriteMode::brush, WriteMode::feedback, WriteMode::off}) {
    write.mode = mode;
    EXPECT_TRUE(plan().reset);
    EXPECT_FALSE(plan().reset);
  }
}

TEST_F(WritePlans, ThePatternFollowsTheFrame) {
  write.mode = WriteMode::pattern;
  write.frame = 10;
  write.speed = -3;
  const WritePlan first = plan();
  EXPECT_TRUE(first.write_pattern);
  EXPECT_EQ(first.phase, -30);
  write.frame = 1000000000;
  write.speed = 1024;
  EXPECT_EQ(plan().phase, 1024000000000);
}

TEST_F(WritePlans, TheBrushPaintsWhatIsNew) {
  write.mode = WriteMode::brush;
  const WritePlan none = plan();
  EXPECT_EQ(none.first_stroke, none.last_stroke);
  write.strokes.resize(3);
  const WritePlan all = plan();
  EXPECT_FALSE(all.reset);
  EXPECT_EQ(all.first_stroke, 0u);
  EXPECT_EQ(all.last_stroke, 3u);
  const WritePlan again = plan();
  EXPECT_EQ(again.first_stroke, 2u) << "the last stroke is painted again";
  EXPECT_EQ(again.last_stroke, 3u);
  write.strokes.emplace_back().x0 = 5;
  const WritePlan more = plan();
  EXPECT_EQ(more.first_stroke, 3u);
  EXPECT_EQ(more.last_stroke, 4u);
  write.strokes.pop_back(); // undo
  const WritePlan fewer = plan();
  EXPECT_TRUE(fewer.reset);
  EXPECT_EQ(fewer.first_stroke, 0u);
  EXPECT_EQ(fewer.last_stroke, 3u);
  write.strokes[0].radius = 9;
  EXPECT_TRUE(plan().reset);
  write.boundary = BoundaryMode::clamp;
  EXPECT_TRUE(plan().reset);
}

TEST_F(WritePlans, FeedbackRunsStepByStepAndBackFromTheStart) {
  write.mode = WriteMode::feedback;
  write.feedback_start = 100;
  write.frame = 100;
  EXPECT_EQ(plan().steps, 0);
  write.frame = 103;
  EXPECT_EQ(plan().steps, 3);
  write.frame = 102;
  const WritePlan back = plan();
  EXPECT_TRUE(back.reset);
  EXPECT_EQ(back.steps, 2);
  write.frame = 50; // before the start
  EXPECT_EQ(plan().steps, 0);
  write.feedback = FeedbackRule::life;
  EXPECT_TRUE(plan().reset);
  write.boundary = BoundaryMode::clamp;
  EXPECT_TRUE(plan().reset);
  write.feedback_start = 40;
  const WritePlan restarted = plan();
  EXPECT_TRUE(restarted.reset);
  EXPECT_EQ(restarted.steps, 10);
}

TEST_F(WritePlans, FeedbackCatchesUpInPieces) {
  write.mode = WriteMode::feedback;
  write.frame = 25;
  for (const auto& [steps, left] : {std::pair(10, 15), std::pair(10, 5), std::pair(5, 0), std::pair(0, 0)}) {
    const WritePlan next = plan(10);
    EXPECT_EQ(next.steps, steps);
    EXPECT_EQ(next.steps_left, left);
  }
}

TEST_F(WritePlans, MipsAreRegeneratedAfterWritesAndComeBackWithAReset) {
  image = Image::create({4, 4, {}, Dimension::d2, 1, 3});
  write.mips = WrittenMips::regenerate;
  EXPECT_FALSE(plan().regenerate_mips) << "nothing is written";
  write.mode = WriteMode::feedback;
  EXPECT_TRUE(plan().regenerate_mips) << "the source's own levels may differ";
  EXPECT_FALSE(plan().regenerate_mips) << "no step, no other levels";
  EXPECT_FALSE(plan().writes());
  write.frame = 1;
  EXPECT_TRUE(plan().regenerate_mips);
  mips = MipSource::tinted;
  EXPECT_TRUE(plan().regenerate_mips);
  write.mips = WrittenMips::keep;
  const WritePlan kept = plan();
  EXPECT_TRUE(kept.reset);
  EXPECT_EQ(kept.steps, 1);
  EXPECT_FALSE(kept.regenerate_mips);
  write.mips = WrittenMips::regenerate;
  const WritePlan again = plan();
  EXPECT_FALSE(again.reset);
  EXPECT_TRUE(again.regenerate_mips);
  EXPECT_TRUE(again.writes());
  image.level_count = 1;
  EXPECT_FALSE(plan().regenerate_mips);
}

TEST(WritePlan, APieceOfAReplayIsBoundedByItsBytes) {
  EXPECT_EQ(feedback_steps_within(Image::create(512, 512, {}), std::size_t(64) << 20),
            std::int64_t((std::size_t(64) << 20) / Image::create(512, 512, {}).size_bytes()));
  EXPECT_EQ(feedback_steps_within(Image::create(4, 4, {}), std::size_t(64) << 20), 1024);
  EXPECT_EQ(feedback_steps_within(Image::create(512, 512, {}), 1), 1) << "at least one step runs";
}

TEST(Mebibytes, AreNeverZeroOfSomething) {
  EXPECT_EQ(mebibytes(0), "0");
  EXPECT_EQ(mebibytes(1), "1");
  EXPECT_EQ(mebibytes(1 << 20), "1");
  EXPECT_EQ(mebibytes((1 << 20) + 1), "2");
}

} // namespace
} // namespace texelscope
