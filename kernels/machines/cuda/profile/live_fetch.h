// The live measurement on a CUDA device.
#pragma once

#include <array>

#include "kernels/machines/cuda/profile/live_heat.h"
#include "kernels/machines/cuda/profile/live_launch.h"
#include "kernels/machines/cuda/unit/texture_store.h"
#include "kernels/reports/profile/live/live.h"

namespace texelscope::cuda {

class CudaLive final : public profile::LiveFetch {
public:
  // Uses the thread's device.
  CudaLive();
  ~CudaLive() override;

  void launch(const profile::LiveScene& scene) override { launch_after(scene, nullptr); }
  // The device starts it once `ready` has been reached; null: at once.
  void launch_after(const profile::LiveScene& scene, cudaEvent_t ready);
  // Is reached when the last launch is over.
  cudaEvent_t over() const { return over_.get(); }
  std::vector<profile::LiveSample> collect() override;
  std::shared_ptr<const profile::HeatMap> heat() const override { return heat_lens.found(); }
  profile::LiveCounted count(const profile::LiveScene& scene) override;
  profile::LiveSums pass(const profile::LiveScene& scene) override;

private:
  // A launch in flight.
  struct Slot {
    Event start, end, copied;
    PinnedMemory counts;
    std::uint64_t tag = 0;
    std::int64_t steps = 0;
    bool counts_as_sample = false;
  };

  void prepare(const profile::LiveScene& scene);
  LiveArguments arguments_of(const profile::LiveScene& scene);
  void choose_program(const LiveArguments& arguments, const Effective& effective);
  int warps() const { return blocks * profile::threads_of_block / 32; }
  void flush();
  void run(const LiveArguments& arguments);
  void time(const profile::LiveScene& scene, Slot& slot);
  void set_length(LiveArguments& arguments) const;
  void adapt(double ms, std::int64_t of_steps);

  static constexpr std::size_t max_launches_in_flight = 4;
  int multiprocessors = 1, l2_bytes = 0;
  Stream stream;
  Event over_ = make_event(false);
  std::shared_ptr<const Image> source; // kept, because its address identifies it
  std::unique_ptr<TextureStore> store;
  ResultType unit_result = ResultType::floating; // the type that the unit returns
  LiveProgram program;
  int blocks = 1;
  bool cold = false;
  std::int64_t steps = 1; // of each warp, in a warm launch
  int settling = 0;       // launches still needed to fill caches and to find the launch length
  DeviceMemory counts, sums, flushed;
  std::array<Slot, max_launches_in_flight> ring;
  std::size_t first = 0, under_way = 0; // slots
  HeatLens heat_lens;
};

} // namespace texelscope::cuda
