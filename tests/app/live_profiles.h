// The PROFILE panel without a window or a GPU: frames whose fetch runs at the given rate, roofs as
// a test has them.
#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "app/analyses/live_profile.h"
#include "tests/wait_for.h"

namespace texelscope {

struct NoCounters : profile::CounterReader {
  explicit NoCounters(std::shared_ptr<int> of) : open(std::move(of)) {}
  const std::vector<profile::CounterGroup>& groups() const override { return none; }
  void count(std::size_t, const std::function<void()>&, profile::Counts&,
             const std::function<void()>&) override {}
  bool is_free() const override { return true; }
  std::shared_ptr<int> open;
  std::vector<profile::CounterGroup> none;
};

// Frames of a window, a sixtieth of a second each, whose fetch runs at the given rate.
class LiveProfiles : public testing::Test {
protected:
  std::optional<profile::LiveRequest> frame(double giga = 1) {
    now += 1.0 / 60;
    const Effective effective = resolve(session).effective;
    const LiveProfile::Scene scene{session, effective, backend, 640, 480, change, label, write_seconds};
    auto requested = live.request(choice, shown, scene, now);
    if (!requested) return requested;
    FrameResult result;
    if (requested->due && giga > 0) result.launches = {{requested->tag, 1'000'000, 1 / giga, 1000}};
    result.live_failure = failure;
    live.update(scene, result, now);
    return requested;
  }
  void frames(int count, double giga) {
    for (int i = 0; i < count; ++i)
      frame(giga);
  }
  // A second and a half, its roofs known as soon as they are requested.
  void settle(double giga) {
    for (int i = 0; i < 90; ++i) {
      frame(giga);
      wait_for([&] { return !live.measures_roofs(); });
    }
  }
  void change_to(const std::string& new_label) {
    ++change;
    label = new_label;
  }
  void TearDown() override { measured = true; }
  const ui::ProfileFrame& shows() const { return live.frame(); }

  Session session;
  BackendInfo backend;
  ui::ProfileState choice;
  bool shown = true;
  std::uint64_t change = 1;
  std::string label = "start", failure;
  double write_seconds = std::numeric_limits<double>::quiet_NaN();
  double now = 0;
  std::shared_ptr<int> open = std::make_shared<int>();    // of counters: shared by those that are
  std::atomic<bool> measured = false, broken_off = false; // its roofs
  std::vector<profile::Bound> here = {{{4, 0}, profile::Stage::texture}};
  LiveProfile live{[this] { return std::make_unique<NoCounters>(open); },
                   [this](const std::vector<profile::BenchmarkCase>&, const std::stop_token& stop) {
                     while (!measured && !stop.stop_requested())
                       std::this_thread::sleep_for(std::chrono::milliseconds(1));
                     if (!measured) broken_off = true;
                     return profile::Profiler::Bounds{here, {{{3, 0}, profile::Stage::memory}}};
                   }};
};

} // namespace texelscope
