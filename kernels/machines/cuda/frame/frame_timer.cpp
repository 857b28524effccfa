#include "kernels/machines/cuda/frame/frame_timer.h"

#include <cmath>

namespace texelscope::cuda {

namespace {
double seconds_between(const Event& from, const Event& to) {
  float milliseconds = 0;
  TEXELSCOPE_CUDA(cudaEventElapsedTime, &milliseconds, from.get(), to.get());
  return double(milliseconds) * 1e-3;
}
} // namespace

FrameTimer::FrameTimer() {
  for (Slot& slot : ring)
    for (Event* event : {&slot.start, &slot.written, &slot.fetched})
      *event = make_event(true);
}

void FrameTimer::start(cudaStream_t stream) {
  open = count < slots;
  if (open) TEXELSCOPE_CUDA(cudaEventRecord, ring[(first + count) % slots].start.get(), stream);
}

void FrameTimer::written(cudaStream_t stream) {
  if (open) TEXELSCOPE_CUDA(cudaEventRecord, ring[(first + count) % slots].written.get(), stream);
}

void FrameTimer::fetched(cudaStream_t stream) {
  if (open) TEXELSCOPE_CUDA(cudaEventRecord, ring[(first + count) % slots].fetched.get(), stream);
}

void FrameTimer::finish(const StageTimes& times) {
  if (!open) return;
  ring[(first + count) % slots].times = times;
  ++count;
  open = false;
}

void FrameTimer::collect(std::vector<StageTimes>& out) {
  while (count > 0) {
    const Slot& slot = ring[first];
    const cudaError_t state = cudaEventQuery(slot.fetched.get());
    if (state == cudaErrorNotReady) {
      cudaGetLastError(); // clears it: cudaErrorNotReady is recorded like an error
      return;
    }
    check(state, "cudaEventQuery");
    StageTimes& times = out.emplace_back(slot.times);
    if (!std::isnan(times.write)) times.write = seconds_between(slot.start, slot.written);
    times.fetch = seconds_between(slot.written, slot.fetched);
    first = (first + 1) % slots;
    --count;
  }
}

} // namespace texelscope::cuda
