// Decides which frames of a window count what their launch moves, by the GPU's own counters. Every Nth frame
// does, so that frames wait for it only a small part of the time.
//
// Belongs to one thread; the counters are opened on another.
#pragma once

#include <functional>
#include <memory>

#include "kernels/ground/files/async_job.h"
#include "kernels/machines/backend/backend.h"
#include "ui/frame/profile.h"

namespace texelscope {

class LiveCounting {
public:
  using Open = std::function<std::unique_ptr<profile::CounterReader>()>;
  // `open`: profile::make_counter_reader by default.
  explicit LiveCounting(Open open = {});

  // Called before each frame. If not `wanted`, as while the panel is hidden, counters are closed. What is
  // counted under one tag belongs to one fetch.
  void begin(bool wanted, std::uint64_t tag, double now);
  // Opens the counters if they are wanted. This must not happen while something else measures the device,
  // since it takes some tenths of a second of it. `wait`: waits until they are open.
  void open(bool wait = false);
  bool is_opening() const { return opening_.busy(); }
  // Requests counting of the frame's launch if it is due.
  void ask(profile::LiveRequest& request, double now);
  // Called after the frame.
  void update(const FrameResult& result, double now);

  const ui::ProfileCounts& found() const { return found_; }

  static constexpr double share = 0.04; // of the time: the most that frames may wait for counts

private:
  void start_over(std::uint64_t tag);
  void take(const profile::LiveCounted& counted);

  Open open_;
  AsyncResult<std::shared_ptr<profile::CounterReader>> reader_;
  std::uint64_t tag_ = 0;
  std::size_t group_ = 0, counted_ = 0; // the next group to count; how many have been counted, of this fetch
  double counted_at_ = -1, waited_ = 0, next_at_ = 0; // seconds
  int frames_ = 0;                                    // since the last count
  ui::ProfileCounts found_;
  AsyncJob<std::shared_ptr<profile::CounterReader>> opening_; // last: its thread ends before the rest
};

} // namespace texelscope
