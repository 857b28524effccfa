// Which frames have counters on: every Nth, repeatedly with the first group and once with each of the others.
#include "app/analyses/live_counting.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

using namespace profile;

struct Fake : CounterReader {
  explicit Fake(std::shared_ptr<int> of) : alive(std::move(of)) {}
  const std::vector<CounterGroup>& groups() const override { return all; }
  void count(std::size_t, const std::function<void()>&, Counts&, const std::function<void()>&) override {}
  bool is_free() const override { return *alive == 0; }

  std::shared_ptr<int> alive; // 1: another counter reader is open
  std::vector<CounterGroup> all = {
      {{Counter::quads, Counter::memory_bytes}, 1}, {{Counter::l2_hits}, 1}, {{Counter::l1_share}, 9}};
};

class LiveCountings : public testing::Test {
protected:
  // A sixtieth of a second; the group that it counts, -1: none.
  int frame() {
    now += 1.0 / 60;
    counting.begin(wanted, tag, now);
    counting.open();
    LiveRequest request;
    request.tag = tag;
    counting.ask(request, now);
    FrameResult result;
    if (request.counter) {
      LiveCounted counted{tag, 1000, {}, wait};
      for (const Counter c : request.counter->groups()[request.group].counters)
        counted.counts[c] = 500;
      result.counted = counted;
      now += wait;
    }
    result.count_failure = failure;
    counting.update(result, now - (request.counter ? wait : 0));
    return request.counter ? int(request.group) : -1;
  }
  // The group of the next frame with counters. Counters are opened on a separate thread.
  int next_group() {
    for (int i = 0; i < 3000; ++i) {
      if (const int group = frame(); group >= 0) return group;
      if (i < 500) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return -1;
  }
  std::unique_ptr<CounterReader> open() {
    if (!refusal.empty()) throw MachineError(refusal);
    return std::make_unique<Fake>(reader);
  }

  std::shared_ptr<int> reader = std::make_shared<int>(0);
  std::string refusal, failure;
  bool wanted = true;
  std::uint64_t tag = 1;
  double wait = 0.01, now = 0;
  LiveCounting counting{[this] { return open(); }};
};

TEST_F(LiveCountings, TheFirstGroupAgainAndAgainTheOthersOnce) {
  for (const int expected : {0, 0, 2, 1, 0, 0, 0})
    EXPECT_EQ(next_group(), expected);
  tag = 2;
  for (const int expected : {0, 0, 2, 1, 0, 0})
    EXPECT_EQ(next_group(), expected);
}

TEST_F(LiveCountings, SumsAreOfATexelAndSharesAreNot) {
  next_group();
  ASSERT_TRUE(counting.found().a_texel);
  const auto found = [&](Counter c) { return (*counting.found().a_texel)[c]; };
  EXPECT_EQ(found(Counter::quads), 0.5);
  EXPECT_EQ(found(Counter::memory_bytes), 0.5);
  EXPECT_FALSE(counting.found().a_texel->has(Counter::l1_share));
  for (int i = 0; i < 3; ++i)
    next_group();
  EXPECT_EQ(found(Counter::l2_hits), 0.5);
  EXPECT_EQ(found(Counter::l1_share), 500);
  EXPECT_EQ(found(Counter::quads), 0.5) << "what another group counted stays";
  tag = 2;
  frame();
  EXPECT_FALSE(counting.found().a_texel) << "those counts belong to another fetch";
}

TEST_F(LiveCountings, FramesWaitForFourPercentOfTheTimeAtMost) {
  for (int i = 0; i < 6; ++i)
    next_group();
  EXPECT_EQ(counting.found().every, 15) << "10 ms every 250";
  EXPECT_LE(counting.found().cost, 0.04);
  EXPECT_GT(counting.found().cost, 0.035);
  const double from = now;
  wait = 0.1;
  double waited = 0;
  while (now < from + 60)
    waited += frame() >= 0 ? wait : 0;
  EXPECT_LE(waited / (now - from), 0.0401);
  EXPECT_GT(waited / (now - from), 0.035);
}

TEST_F(LiveCountings, SaysWhatTheDriverRefuses) {
  refusal = "The driver allows counters to administrators only.";
  EXPECT_EQ(next_group(), -1);
  EXPECT_EQ(counting.found().refused, refusal);
  EXPECT_TRUE(counting.found().on);
}

TEST_F(LiveCountings, ACountThatFailsIsTheLast) {
  next_group();
  failure = "Counters failed.";
  frame();
  failure.clear();
  EXPECT_EQ(next_group(), -1);
  EXPECT_EQ(counting.found().refused, "Counters failed.");
  wanted = false;
  frame();
  wanted = true;
  EXPECT_EQ(next_group(), 0) << "after being turned off and on it tries again";
  EXPECT_EQ(counting.found().refused, "");
}

TEST_F(LiveCountings, ClosesWhatNobodyWants) {
  next_group();
  EXPECT_EQ(reader.use_count(), 2);
  wanted = false;
  frame();
  EXPECT_EQ(reader.use_count(), 1);
  EXPECT_FALSE(counting.found().on);
  EXPECT_FALSE(counting.found().a_texel);
}

TEST_F(LiveCountings, WaitsWhileAnotherOneCounts) {
  next_group();
  *reader = 1;
  EXPECT_EQ(next_group(), -1);
  *reader = 0;
  EXPECT_GE(next_group(), 0);
}

} // namespace
} // namespace texelscope
