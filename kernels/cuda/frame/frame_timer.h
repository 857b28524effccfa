// Stage times of frames: events in a ring, read once they are done, never waited for.
#pragma once

#include <array>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/cuda/device/runtime.h"

namespace texelscope::cuda {

class FrameTimer {
public:
  FrameTimer();

  // Around the kernels of one frame, in this order. While the ring is full, frames go unmeasured.
  void start(cudaStream_t stream);
  void written(cudaStream_t stream);
  void fetched(cudaStream_t stream);
  // The host's part; `times.write` other than NaN tells that a write kernel ran.
  void finish(const StageTimes& times);
  // After a frame that failed half way.
  void abandon() { open = false; }

  // Appends what has been measured since, oldest first.
  void collect(std::vector<StageTimes>& out);

private:
  static constexpr std::size_t slots = 64;
  struct Slot {
    Event start, written, fetched;
    StageTimes times;
  };
  std::array<Slot, slots> ring;
  std::size_t first = 0, count = 0; // finished frames that the device may still be running
  bool open = false;                // ring[(first + count) % slots] is being recorded
};

} // namespace texelscope::cuda
