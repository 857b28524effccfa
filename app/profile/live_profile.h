// What the PROFILE panel shows: asks the backend for launches while somebody looks, and makes numbers and
// history of them.
//
// Belongs to one thread. Clocks and temperature are read beside it.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/base/async_job.h"
#include "app/base/latest.h"
#include "app/profile/live_counting.h"
#include "kernels/backend/backend.h"
#include "kernels/profile/live/nearest.h"
#include "kernels/profile/measure/profiler.h"
#include "ui/frame/profile.h"

namespace texelscope {

class LiveProfile {
public:
  // Measures the CUDA device of the thread that it is called on.
  using BoundsOf = std::function<profile::Profiler::Bounds(const std::vector<profile::BenchmarkCase>& cells,
                                                           const std::stop_token& stop)>;
  // The device's own counters and bounds where nothing else is given.
  explicit LiveProfile(LiveCounting::Open open_counters = {}, BoundsOf bounds_of = {});

  // What the next frame is of.
  struct Scene {
    const Session& session;
    const Effective& effective;
    const BackendInfo& backend;
    int width = 0, height = 0;
    std::uint64_t change = 0; // of the settings: the journal's entry and what it says
    std::string label = {};
    double write_seconds = 0; // median of the write kernel; NaN: none runs
  };
  // Before a frame: what to ask of it. Nothing while the panel is not shown, or there is nothing to measure.
  // `wait`: until roofs that are being measured are known.
  std::optional<profile::LiveRequest> request(const ui::ProfileState& choice, bool shown, const Scene& scene,
                                              double now, bool wait = false);
  // After it.
  void update(const Scene& scene, const FrameResult& result, double now);
  // Whether cells are measured for the roofs at present: what else uses the device takes time from them.
  // Other settings break it off. `wait`: until they are done.
  bool measures_roofs(bool wait = false);

  const ui::ProfileFrame& frame() const { return frame_; }

  static constexpr double between_launches = 1.0 / 75; // seconds, at least
  static constexpr double between_numbers = 0.25;      // numbers that change more often cannot be read
  static constexpr std::size_t max_points = 6;

private:
  // Launches of two that differ are not taken together.
  struct Subject {
    std::uint64_t change = 0;
    bool cold = false, on_device = false;
    int width = 0, height = 0;
    bool operator==(const Subject&) const = default;
  };
  struct Timed {
    double at;
    profile::LiveSample sample;
  };
  struct Watched {
    profile::Condition condition;
    std::optional<double> top_clock_mhz;
  };
  class Watch;

  void begin(const Subject& next, const std::string& label, double now);
  void watch(const BackendInfo& backend, double now);
  void summarize(const Scene& scene, double now);
  void update_bounds(const profile::CellsAbout& about);
  void set_roofs(profile::LiveReading& reading, int multiprocessors) const;

  std::optional<Subject> subject_;
  std::string label_; // of its point
  std::uint64_t tag_ = 0;
  std::deque<Timed> launches_; // of the last second
  double launched_at_ = -1, summarized_at_ = -1, watched_at_ = -1;
  bool point_is_there_ = false;
  std::string failure_; // of the device, until the settings change
  ui::ProfileFrame frame_;
  LiveCounting counting_;
  BoundsOf bounds_of_;
  std::shared_ptr<Watch> watch_;
  ui::AsyncResult<Watched> watched_;
  profile::CellsAbout about_;
  // Last: their threads end before the rest.
  AsyncJob<Watched> watch_job_;
  Latest<std::vector<profile::BenchmarkCase>, profile::Profiler::Bounds> bounds_;
};

} // namespace texelscope
