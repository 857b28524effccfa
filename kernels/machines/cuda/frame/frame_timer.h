// Times the stages of frames by events in a ring, which are read once they are done and never waited for.
#pragma once

#include <array>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cuda/device/runtime.h"

namespace texelscope::cuda {

class FrameTimer {
public:
  FrameTimer();

  // Recorded around the kernels of one frame, in this order. While the ring is full, frames are not measured.
  void start(cudaStream_t stream);
  void written(cudaStream_t stream);
  void fetched(cudaStream_t stream);
  // Adds the host's part; `times.write` other than NaN means that a write kernel ran.
  void finish(const StageTimes& times);
  // Called after a frame that failed halfway.
  void abandon() { open = false; }

  // Appends the times measured since the last call, oldest first.
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
