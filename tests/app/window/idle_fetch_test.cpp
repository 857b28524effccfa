// How often a window fetches a picture that stays as it is.
#include <gtest/gtest.h>

#include "tests/offscreen_window.h"

namespace texelscope {
namespace {

class IdleFetch : public ::testing::Test {
protected:
  static constexpr int second = 60; // frames

  void open(const Session& session) {
    Explorer::Options options;
    options.backend = BackendKind::cpu;
    options.session = session;
    window_.emplace(std::move(options));
    window_->frames(2);
  }
  // Of the next second's frames, those that fetched.
  int fetched() {
    int count = 0;
    for (int i = 0; i < second; ++i) {
      window_->frame();
      count += !window_->explorer().renderer().result()->times.empty();
    }
    return count;
  }
  void expect_full_rate_for_two_seconds() {
    EXPECT_EQ(fetched(), second);
    EXPECT_GE(fetched(), second - 4);
  }
  void expect_ten_times_a_second() {
    const int count = fetched();
    EXPECT_GE(count, 8);
    EXPECT_LE(count, 10);
  }

  std::optional<tests::OffscreenWindow> window_;
};

TEST_F(IdleFetch, TenTimesASecondOnceThePictureWasMeasured) {
  open({});
  expect_full_rate_for_two_seconds();
  expect_ten_times_a_second();
  expect_ten_times_a_second();
  window_->command(ui::CommandId::filter);
  expect_full_rate_for_two_seconds();
  expect_ten_times_a_second();
}

TEST_F(IdleFetch, AnotherPixelToReadTakesOneFetch) {
  open({});
  expect_full_rate_for_two_seconds();
  expect_ten_times_a_second();
  window_->explorer().pin({3, 4});
  window_->frame();
  EXPECT_EQ(window_->explorer().renderer().result()->times.size(), 1);
  expect_ten_times_a_second();
}

TEST_F(IdleFetch, AtTheFullRateWhileThePictureMoves) {
  Session session;
  session.write.mode = WriteMode::pattern;
  open(session);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(fetched(), second);
}

} // namespace
} // namespace texelscope
