// Collects the times of finished frames' stages for the COST panel.
#pragma once

#include <array>
#include <chrono>
#include <deque>

#include "kernels/machines/backend/backend.h"
#include "ui/frame/timing.h"

namespace texelscope {

// A ring of GL_TIME_ELAPSED queries, so that nothing ever waits. Needs a current GL context for its whole
// life.
class DrawTimer {
public:
  DrawTimer();
  ~DrawTimer();
  DrawTimer(const DrawTimer&) = delete;
  DrawTimer& operator=(const DrawTimer&) = delete;
  void begin();
  void end();
  // Seconds of an earlier frame; NaN if none has finished since the last call.
  double finished();

private:
  static constexpr std::size_t ring = 8;
  std::array<unsigned, ring> queries_ = {};
  std::array<std::chrono::steady_clock::time_point, ring> begun_;
  std::size_t next_ = 0, oldest_ = 0; // queries [oldest_, next_) are in flight
  bool open_ = false;
};

class FrameTiming {
public:
  // `now` in seconds, rising. `fetches`: of a frame; `texel_bytes`: returned by each.
  void add(const FrameResult& result, double draw_seconds, double now, double fetches, double texel_bytes);
  void clear(); // another backend
  const ui::Timing& timing() const { return timing_; }

private:
  struct Sample {
    double at;
    std::array<double, ui::stage_count> seconds;
  };
  void summarize(double now);
  std::deque<Sample> samples_; // of the last second, and at least 240
  std::deque<double> frames_;
  double summarized_at_ = -1;
  double fetches_ = 0, texel_bytes_ = 0;
  ui::Timing timing_;
};

} // namespace texelscope
