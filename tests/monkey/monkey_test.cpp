// The monkey for some seconds, and that it finds what it is there for.
#include <regex>

#include <gtest/gtest.h>

#include "tests/monkey/model_frame.h"
#include "tests/monkey/monkey.h"
#include "tests/random_session.h"

namespace texelscope::monkey {
namespace {

Monkey::Options on_cpu(std::uint64_t seed) {
  Monkey::Options options;
  options.seed = seed;
  options.backend = BackendKind::cpu;
  return options;
}

#if defined(TEXELSCOPE_SANITIZE) // a step takes some seconds
constexpr int some_steps = 60, block_steps = 40;
#else
constexpr int some_steps = 150, block_steps = 50;
#endif

TEST(Monkey, ManyStepsShowWhatTheModelSays) {
  Monkey monkey(on_cpu(20251125));
  monkey.run_block(0, some_steps);
  const Counts& counts = monkey.counts();
  EXPECT_EQ(counts.steps, some_steps);
  EXPECT_GT(counts.changed, some_steps / 2);
  EXPECT_LT(counts.unshown, some_steps / 20);
  EXPECT_GT(counts.pixels, some_steps * picture_width * picture_height / 4);
  EXPECT_EQ(counts.unmeasured, 0);
  monkey.back_to_start(0);
}

TEST(Monkey, OneWrongBitIsNamedWithSeedBlockAndStep) {
  Monkey::Options options = on_cpu(7);
  options.fault = [](std::int64_t step, Picture& picture) {
    if (step == 23) picture.pixels[picture.pixels.size() / 2][0] ^= 1;
  };
  Monkey monkey(options);
  try {
    monkey.run_block(3, 40);
    FAIL() << "the wrong bit was not found";
  } catch (const std::exception& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("seed 7, block 3, step 23, ")) << error.what();
    EXPECT_TRUE(std::regex_search(error.what(), std::regex("the first \\d+, \\d+ of 64 x 48")))
        << error.what();
  }
  EXPECT_EQ(monkey.counts().steps, 22);
}

TEST(Monkey, ABlockIsRepeatedByItsSeedAndNumber) {
  std::uint64_t after_another = 0, other_seed = 0, alone = 0;
  {
    Monkey monkey(on_cpu(5));
    monkey.run_block(0, block_steps);
    monkey.back_to_start(0);
    monkey.run_block(1, block_steps);
    after_another = monkey.digest();
  }
  {
    Monkey monkey(on_cpu(5));
    monkey.run_block(1, block_steps);
    alone = monkey.digest();
  }
  {
    Monkey monkey(on_cpu(6));
    monkey.run_block(1, block_steps);
    other_seed = monkey.digest();
  }
  EXPECT_EQ(alone, after_another);
  EXPECT_NE(alone, other_seed);
}

std::vector<Return> returns_of(const std::vector<std::int64_t>& heap_kilobytes) {
  std::vector<Return> returns;
  for (const std::int64_t heap : heap_kilobytes)
    returns.push_back({std::int64_t(returns.size()), 0, 0, 50000000 + heap * 1024, std::nullopt});
  return returns;
}

TEST(MonkeyMemory, TheHeapMayNotGrowBy256KBNorSteadily) {
  EXPECT_EQ(memory_fault({}), "");
  EXPECT_EQ(memory_fault(returns_of({0, 200, 100, 256})), "");
  EXPECT_EQ(memory_fault(returns_of({0, -900, -1000})), "");
  EXPECT_NE(memory_fault(returns_of({0, 0, 257})).find("+257.0 KB since the first return"),
            std::string::npos);
  // Twelve kilobytes a block.
  EXPECT_NE(memory_fault(returns_of({0, 12, 24, 36, 48, 60, 72, 84, 96, 108})).find("over the last half"),
            std::string::npos);
  // At the beginning caches fill.
  EXPECT_EQ(memory_fault(returns_of({0, 60, 100, 120, 125, 124, 126, 125, 124, 125})), "");
  EXPECT_EQ(memory_fault(returns_of({0, 90, 20, 100, 10, 110, 30, 90, 10, 100})), "");
}

TEST(MonkeyMemory, DeviceMemoryMayNotGrowBy2MB) {
  std::vector<Return> returns = returns_of({0, 0});
  returns[0].device = 700 << 20;
  returns[1].device = 702 << 20;
  EXPECT_EQ(memory_fault(returns), "");
  *returns[1].device += 1;
  EXPECT_NE(memory_fault(returns).find("device memory"), std::string::npos);
}

TEST(MonkeyMemory, LiveHeapCountsWhatIsHeld) {
  const std::int64_t before = live_heap();
  std::vector<std::vector<char>> held;
  for (const std::size_t bytes : {100000, 50000000})
    held.emplace_back(bytes, 'x');
  EXPECT_NEAR(double(live_heap() - before), 50100000, 20000);
  held.clear();
  held.shrink_to_fit();
  EXPECT_LT(std::abs(live_heap() - before), 20000);
}

// Absolute expectations of what everything else is compared with.
TEST(ModelFrame, OneTexelIsOneAndTheOthersAreZero) {
  Session session;
  session.texture.source = Source::one_hot;
  session.texture.width = session.texture.height = 4;
  session.texture.format = {ElementKind::floating, 32, 1};
  session.texture.hot_x = 2;
  session.texture.hot_y = 1;
  session.sampler.filter = FilterMode::point;
  session.sampler.read_mode = ReadMode::element;
  session.view.span = 1;
  const Effective effective = effective_settings(session);
  const Image texels = model_texels(session, effective, {});
  Picture picture{4, 4, ResultType::floating, effective.result_format(), std::vector<TexelBits>(16)};
  EXPECT_NE(picture_difference(picture, session, effective, texels, 0, 1), "");
  picture.pixels[6][0] = 0x3f800000;
  EXPECT_EQ(picture_difference(picture, session, effective, texels, 0, 1), "");
  std::swap(picture.pixels[6], picture.pixels[7]);
  EXPECT_EQ(picture_difference(picture, session, effective, texels, 0, 1)
                .find("2 of 16 pixels, the first 2, 1 of 4 x 4"),
            0u);
  EXPECT_EQ(picture_difference(picture, session, effective, texels, 0, 4), "")
      << "no pixel of that column is compared";
  EXPECT_NE(picture_difference(picture, session, effective, texels, 2, 4), "");
}

TEST(ModelFrame, TheFirstTexelThatDiffersIsNamed) {
  Session session;
  session.texture.levels = 2;
  const Effective effective = effective_settings(session);
  const Image wanted = model_texels(session, effective, {});
  Image shown = wanted;
  EXPECT_EQ(texel_difference(shown, wanted), "");
  *(shown.texel(3, 5) + 1) ^= std::byte(4);
  EXPECT_EQ(texel_difference(shown, wanted).find("texel 3, 5 of plane 0, level 0, channel 1"), 0u)
      << texel_difference(shown, wanted);
}

TEST(ModelFrame, WrittenTexelsAreCounted) {
  Session session;
  session.write.mode = WriteMode::brush;
  session.write.strokes = {{8.5f, 8.5f, 8.5f, 8.5f, 0.5f, {1, 0, 0, 1}, -1}};
  const Effective effective = effective_settings(session);
  const Image written = model_texels(session, effective, {});
  EXPECT_EQ(written.bits_at(8, 8, 0), 255u);
  EXPECT_EQ(written.bits_at(8, 8, 1), 0u);
  session.write.strokes.clear();
  EXPECT_NE(texel_difference(model_texels(session, effective, {}), written), "");
}

} // namespace
} // namespace texelscope::monkey
