#include "app/analyses/frame_timing.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

FrameResult fetched_in(double seconds) {
  FrameResult result;
  result.times = {{.map = none, .write = none, .fetch = seconds, .unmap = none, .copy = none}};
  return result;
}

TEST(FrameTiming, SaysNothingOfFewerThanFiveFrames) {
  FrameTiming timing;
  for (int frame = 0; frame < 4; ++frame)
    timing.add(fetched_in(7e-6), none, frame * 0.3, 700, 4);
  EXPECT_FALSE(timing.timing().stages[ui::stage_fetch]);
  EXPECT_TRUE(std::isnan(timing.timing().fetches_per_second));
  timing.add(fetched_in(7e-6), none, 1.2, 700, 4);
  ASSERT_TRUE(timing.timing().stages[ui::stage_fetch])
      << "the last five frames count even when they are older than a second";
  EXPECT_DOUBLE_EQ(timing.timing().stages[ui::stage_fetch]->median, 7e-6);
  EXPECT_DOUBLE_EQ(timing.timing().fetches_per_second, 1e8);
  EXPECT_DOUBLE_EQ(timing.timing().bytes_per_second, 4e8);
  EXPECT_FALSE(timing.timing().stages[ui::stage_map]) << "it never ran";
}

// One frame a hundred times slower than the rest does not move the range.
TEST(FrameTiming, ShowsTheMiddleOfASecond) {
  FrameTiming timing;
  for (int frame = 0; frame < 21; ++frame)
    timing.add(fetched_in((frame == 10 ? 700 : 60 + frame) * 1e-7), none, 0.05 * frame, 700, 4);
  const auto& fetch = timing.timing().stages[ui::stage_fetch];
  ASSERT_TRUE(fetch);
  EXPECT_NEAR(fetch->median, 7.1e-6, 1e-12); // 6.0 to 8.0 us in steps of 0.1, without the 7.0, and 70
  EXPECT_NEAR(fetch->low, 6.2e-6, 1e-12);
  EXPECT_NEAR(fetch->high, 7.9e-6, 1e-12);
}

// A frame that shows the picture of the frame before it measures nothing but its drawing.
TEST(FrameTiming, TakesTheDrawingOfAFrameThatFetchedNothing) {
  FrameTiming timing;
  for (int frame = 0; frame < 20; ++frame) {
    const bool fetches = frame % 4 == 0;
    timing.add(fetches ? fetched_in(7e-6) : FrameResult(), fetches ? none : 2e-6, 0.05 * frame, 700, 4);
  }
  timing.add(FrameResult(), none, 1, 700, 4);
  ASSERT_TRUE(timing.timing().stages[ui::stage_fetch] && timing.timing().stages[ui::stage_draw]);
  EXPECT_DOUBLE_EQ(timing.timing().stages[ui::stage_fetch]->median, 7e-6);
  EXPECT_DOUBLE_EQ(timing.timing().stages[ui::stage_draw]->median, 2e-6);
  EXPECT_EQ(timing.timing().history[ui::stage_draw].size(), 20U);
}

TEST(FrameTiming, ForgetsWhatIsOlderThanASecond) {
  FrameTiming timing;
  for (int frame = 0; frame < 10; ++frame)
    timing.add(fetched_in(90e-6), none, 0.01 * frame, 700, 4);
  for (int frame = 0; frame < 10; ++frame)
    timing.add(fetched_in(7e-6), none, 2 + 0.1 * frame, 700, 4);
  EXPECT_NEAR(timing.timing().stages[ui::stage_fetch]->high, 7e-6, 1e-12);
}

} // namespace
} // namespace texelscope
