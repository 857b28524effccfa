// Results that a thread computes for a key: which of them is the current one. std::promise orders the
// threads.
#include "kernels/ground/files/latest.h"

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <future>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

using Texts = Latest<int, std::string>;

// A job that ends once open() has been called.
class GatedJob {
public:
  explicit GatedJob(std::string result) : result_(std::move(result)) {}
  void open() { gate_.set_value(); }
  std::function<std::string(std::stop_token)> job() {
    return [result = result_, opened = gate_.get_future().share()](const std::stop_token&) {
      opened.wait();
      return result;
    };
  }

private:
  std::string result_;
  std::promise<void> gate_;
};

std::function<std::string(std::stop_token)> gives(const std::string& result) {
  return [result](const std::stop_token&) { return result; };
}

std::function<std::string(std::stop_token)> fails(const std::string& why) {
  return [why](const std::stop_token&) -> std::string { throw std::runtime_error(why); };
}

TEST(LatestResult, IsNothingBeforeTheFirstJob) {
  Texts latest;
  EXPECT_FALSE(latest.poll(true));
  EXPECT_FALSE(latest.busy());
  EXPECT_TRUE(latest.wants(1));
  EXPECT_FALSE(latest.known());
  EXPECT_FALSE(latest.running());
  EXPECT_FALSE(latest.newest().found);
  EXPECT_FALSE(latest.current(1).found);
}

TEST(LatestResult, IsOfItsKeyAlone) {
  Texts latest;
  GatedJob one("one");
  latest.start(1, one.job());
  EXPECT_FALSE(latest.poll(false));
  EXPECT_TRUE(latest.busy());
  EXPECT_EQ(latest.running(), 1);
  EXPECT_TRUE(latest.newest().busy);
  EXPECT_TRUE(latest.current(1).busy);
  EXPECT_FALSE(latest.current(2).busy) << "no job of this key runs";
  EXPECT_FALSE(latest.current(1).found);
  one.open();
  EXPECT_TRUE(latest.poll(true));
  EXPECT_FALSE(latest.poll(true)) << "it arrives once";
  EXPECT_EQ(latest.known(), 1);
  EXPECT_FALSE(latest.running());
  EXPECT_EQ(latest.current(1).found, "one");
  EXPECT_FALSE(latest.current(1).busy);
  EXPECT_FALSE(latest.current(2).found);
  EXPECT_EQ(latest.newest().found, "one");
}

TEST(LatestResult, TheSameKeyStartsNothing) {
  Texts latest;
  latest.start(1, gives("one"));
  latest.poll(true);
  EXPECT_FALSE(latest.wants(1));
  EXPECT_TRUE(latest.wants(2));
}

TEST(LatestResult, AnotherKeyWaitsUntilTheJobHasEndedAndThenWins) {
  Texts latest;
  GatedJob one("one"), two("two");
  latest.start(1, one.job());
  EXPECT_FALSE(latest.wants(2)) << "one job at a time";
  one.open();
  latest.poll(true);
  EXPECT_EQ(latest.newest().found, "one") << "shown meanwhile";
  EXPECT_FALSE(latest.current(2).found) << "but not as the current one";
  EXPECT_TRUE(latest.wants(2));
  latest.start(2, two.job());
  EXPECT_FALSE(latest.poll(false));
  EXPECT_EQ(latest.known(), 1);
  EXPECT_EQ(latest.running(), 2);
  EXPECT_EQ(latest.newest().found, "one");
  EXPECT_TRUE(latest.newest().busy);
  EXPECT_EQ(latest.current(1).found, "one") << "it belongs to this key while another one is computed";
  EXPECT_FALSE(latest.current(2).found);
  two.open();
  EXPECT_TRUE(latest.poll(true));
  EXPECT_EQ(latest.newest().found, "two");
  EXPECT_EQ(latest.current(2).found, "two");
  EXPECT_FALSE(latest.current(1).found);
  EXPECT_TRUE(latest.wants(1)) << "one result is kept";
}

TEST(LatestResult, WhatACanceledJobReturnsIsDropped) {
  Texts latest;
  latest.start(1, gives("one"));
  latest.poll(true);
  GatedJob two("two");
  latest.start(2, two.job());
  latest.cancel();
  EXPECT_FALSE(latest.running());
  EXPECT_TRUE(latest.busy()) << "its thread has not ended";
  EXPECT_FALSE(latest.current(2).busy) << "its result will be dropped";
  EXPECT_FALSE(latest.wants(3)) << "one job at a time";
  two.open();
  EXPECT_FALSE(latest.poll(true));
  EXPECT_FALSE(latest.busy());
  EXPECT_FALSE(latest.newest().busy);
  EXPECT_EQ(latest.newest().found, "one");
  EXPECT_FALSE(latest.wants(1));
  EXPECT_TRUE(latest.wants(2));
}

TEST(LatestResult, ACanceledJobIsRequestedToStop) {
  Texts latest;
  std::promise<void> runs;
  latest.start(1, [&runs](const std::stop_token& stop) {
    std::promise<void> stop_seen;
    const std::stop_callback notify(stop, [&stop_seen] { stop_seen.set_value(); });
    runs.set_value();
    stop_seen.get_future().wait();
    return std::string("one");
  });
  runs.get_future().wait();
  latest.cancel();
  EXPECT_FALSE(latest.poll(true));
  EXPECT_FALSE(latest.newest().found);
}

TEST(LatestResult, CancelWithoutAJobChangesNothing) {
  Texts latest;
  latest.start(1, gives("one"));
  latest.poll(true);
  latest.cancel();
  EXPECT_EQ(latest.current(1).found, "one");
  EXPECT_FALSE(latest.wants(1));
  latest.start(2, gives("two"));
  EXPECT_TRUE(latest.poll(true)) << "the next job is not canceled";
  EXPECT_EQ(latest.current(2).found, "two");
}

TEST(LatestResult, AFailureIsKeptForItsKey) {
  Texts latest;
  latest.start(1, gives("one"));
  latest.poll(true);
  latest.start(2, fails("no memory"));
  EXPECT_TRUE(latest.poll(true));
  EXPECT_EQ(latest.current(2).failure, "no memory");
  EXPECT_FALSE(latest.current(2).found) << "the result belongs to another key";
  EXPECT_EQ(latest.current(1).failure, "");
  EXPECT_FALSE(latest.current(1).found);
  EXPECT_EQ(latest.newest().failure, "no memory");
  EXPECT_EQ(latest.newest().found, "one");
  EXPECT_FALSE(latest.wants(2)) << "it would fail again each frame";
  latest.start(3, gives("three"));
  EXPECT_EQ(latest.newest().failure, "no memory") << "until the next one has ended";
  latest.poll(true);
  EXPECT_EQ(latest.newest().failure, "");
  EXPECT_EQ(latest.current(3).found, "three");
  EXPECT_EQ(latest.current(3).failure, "");
}

TEST(LatestResult, TheFailureOfACanceledJobIsDropped) {
  Texts latest;
  latest.start(1, fails("no memory"));
  latest.cancel();
  EXPECT_FALSE(latest.poll(true));
  EXPECT_EQ(latest.newest().failure, "");
  EXPECT_TRUE(latest.wants(1));
}

TEST(LatestResult, ForgetDropsAllAndWantsTheKeyAgain) {
  Texts latest;
  latest.start(1, fails("no memory"));
  latest.poll(true);
  latest.forget();
  EXPECT_EQ(latest.newest().failure, "");
  EXPECT_TRUE(latest.wants(1));
  latest.start(1, gives("one"));
  latest.poll(true);
  GatedJob two("two");
  latest.start(2, two.job());
  latest.forget();
  EXPECT_FALSE(latest.newest().found);
  EXPECT_TRUE(latest.newest().busy) << "its thread has not ended";
  EXPECT_FALSE(latest.known());
  two.open();
  EXPECT_FALSE(latest.poll(true));
  EXPECT_FALSE(latest.newest().busy);
  EXPECT_FALSE(latest.newest().found);
  EXPECT_TRUE(latest.wants(1));
  EXPECT_TRUE(latest.wants(2));
}

TEST(LatestResult, TheSameKeyCanBeStartedAgain) {
  Texts latest;
  latest.start(1, gives("one"));
  latest.poll(true);
  latest.start(1, gives("one again"));
  EXPECT_EQ(latest.current(1).found, "one");
  EXPECT_TRUE(latest.current(1).busy);
  latest.poll(true);
  EXPECT_EQ(latest.current(1).found, "one again");
}

TEST(LatestResult, EndsByRequestingAStopAndWaitingForTheJob) {
  std::promise<void> runs;
  std::atomic<bool> ended = false;
  {
    Texts latest;
    latest.start(1, [&](const std::stop_token& stop) {
      std::promise<void> stop_seen;
      const std::stop_callback notify(stop, [&stop_seen] { stop_seen.set_value(); });
      runs.set_value();
      stop_seen.get_future().wait();
      ended = true;
      return std::string();
    });
    runs.get_future().wait();
    EXPECT_FALSE(ended);
  }
  EXPECT_TRUE(ended);
}

// A border color may be NaN: a key compares its bits.
TEST(LatestResult, AKeyThatEqualsItselfThoughItHoldsNaNStartsOnce) {
  struct Bits {
    std::array<float, 2> color;
    bool operator==(const Bits& other) const {
      return std::bit_cast<std::uint64_t>(color) == std::bit_cast<std::uint64_t>(other.color);
    }
  };
  const Bits key = {{std::numeric_limits<float>::quiet_NaN(), 1}};
  Latest<Bits, int> latest;
  int starts = 0;
  for (int frame = 0; frame < 3; ++frame) {
    latest.poll(true);
    if (!latest.wants(key)) continue;
    ++starts;
    latest.start(key, [](const std::stop_token&) { return 7; });
  }
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(latest.current(key).found, 7);
  EXPECT_TRUE(latest.wants({{std::numeric_limits<float>::quiet_NaN(), 2}}));
}

// The result is moved to its place: nothing but current() copies it.
TEST(LatestResult, NeedNotBeCopied) {
  Latest<int, std::unique_ptr<int>> latest;
  latest.start(1, [](const std::stop_token&) { return std::make_unique<int>(5); });
  EXPECT_TRUE(latest.poll(true));
  ASSERT_TRUE(latest.newest().found);
  EXPECT_EQ(**latest.newest().found, 5);
}

} // namespace
} // namespace texelscope
