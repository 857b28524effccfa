// The heat map of a picture's fetches: summed on the device, and read back now and then.
#pragma once

#include <memory>

#include "kernels/machines/cuda/profile/live_launch.h"
#include "kernels/machines/cuda/unit/unit_texture.h"
#include "kernels/reports/profile/live/live.h"

namespace texelscope::cuda {

class HeatLens {
public:
  // Launches one pass with `blocks` blocks. `result`: see launch_heat().
  void launch(const profile::LiveScene& scene, LiveArguments arguments, ResultType result, int blocks,
              cudaStream_t stream);
  void collect();
  std::shared_ptr<const profile::HeatMap> found() const { return map; }

private:
  void begin(const profile::LiveScene& scene, const LiveArguments& arguments, cudaStream_t stream);
  int first_tile() const;
  std::size_t tiles() const { return std::size_t(shape.columns) * std::size_t(shape.rows); }

  DeviceMemory sums;
  PinnedMemory copy;
  Event copied = make_event(false);
  profile::HeatMap shape;  // without cycles; `launches` so far
  int copied_launches = 0; // of the copy in flight; 0: there is none
  std::shared_ptr<const profile::HeatMap> map;
};

} // namespace texelscope::cuda
