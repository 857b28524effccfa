// The content of the PROFILE panel: requests launches from the backend while it is shown, and computes
// numbers and history from them.
//
// Belongs to one thread. Clocks and temperature are read on another.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/analyses/live_counting.h"
#include "kernels/ground/files/async_job.h"
#include "kernels/ground/files/latest.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/reports/profile/live/nearest.h"
#include "kernels/reports/profile/measure/profiler.h"
#include "ui/frame/profile.h"

namespace texelscope {

class LiveProfile {
public:
  // Measures the CUDA device of the calling thread.
  using BoundsOf = std::function<profile::Profiler::Bounds(const std::vector<profile::BenchmarkCase>& cells,
                                                           const std::stop_token& stop)>;
  // By default the device's own counters and bounds.
  explicit LiveProfile(LiveCounting::Open open_counters = {}, BoundsOf bounds_of = {});

  // What the next frame shows.
  struct Scene {
    const Session& session;
    const Effective& effective;
    const BackendInfo& backend;
    int width = 0, height = 0;
    std::uint64_t change = 0; // the settings: the journal's entry and its label
    std::string label = {};
    double write_seconds = 0; // median of the write kernel; NaN: none runs
  };
  // Called before a frame; returns what to request for it. Empty while the panel is hidden or there is
  // nothing to measure. `wait`: waits for roofs that are being measured.
  std::optional<profile::LiveRequest> request(const ui::ProfileState& choice, bool shown, const Scene& scene,
                                              double now, bool wait = false);
  // Called after the frame.
  void update(const Scene& scene, const FrameResult& result, double now);
  // Whether cells are being measured for the roofs, from which other work on the device would take time. A
  // change of settings cancels it. `wait`: waits until they are done.
  bool measures_roofs(bool wait = false);

  const ui::ProfileFrame& frame() const { return frame_; }

  static constexpr double between_launches = 1.0 / 75; // seconds, at least
  static constexpr double between_numbers = 0.25;      // numbers that change more often cannot be read
  static constexpr std::size_t max_points = 6;

private:
  // Launches of two different subjects are not taken together.
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
  AsyncResult<Watched> watched_;
  profile::CellsAbout about_;
  // These come last: their threads end before the other members.
  AsyncJob<Watched> watch_job_;
  Latest<std::vector<profile::BenchmarkCase>, profile::Profiler::Bounds> bounds_;
};

} // namespace texelscope
