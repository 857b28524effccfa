#include "kernels/machines/cuda/profile/live_heat.h"

#include <cmath>

namespace texelscope::cuda {

using profile::HeatMap;

void HeatLens::launch(const profile::LiveScene& scene, LiveArguments arguments, ResultType result, int blocks,
                      cudaStream_t stream) {
  arguments.columns = (scene.width + HeatMap::tile_width - 1) / HeatMap::tile_width;
  arguments.rows = (scene.height + HeatMap::tile_height - 1) / HeatMap::tile_height;
  begin(scene, arguments, stream);
  launch_heat(arguments, result, static_cast<float*>(sums.get()), first_tile(), blocks, stream);
  ++shape.launches;
  if (copied_launches > 0) return;
  TEXELSCOPE_CUDA(cudaMemcpyAsync, copy.get(), sums.get(), tiles() * sizeof(float), cudaMemcpyDeviceToHost,
                  stream);
  TEXELSCOPE_CUDA(cudaEventRecord, copied.get(), stream);
  copied_launches = shape.launches;
}

// Each launch begins at another tile, far from the last one, so that each tile is fetched early and late,
// beside many warps and beside few.
int HeatLens::first_tile() const {
  constexpr double golden = 0.6180339887498949;
  const double turns = golden * shape.launches;
  return int((turns - std::floor(turns)) * double(tiles()));
}

// Starts from zero for another picture.
void HeatLens::begin(const profile::LiveScene& scene, const LiveArguments& arguments, cudaStream_t stream) {
  const bool resized = shape.columns != arguments.columns || shape.rows != arguments.rows;
  if (sums && !resized && shape.tag == scene.request.tag) return;
  map.reset();
  copied_launches = 0;
  shape = {scene.request.tag, arguments.columns, arguments.rows, {}, 0};
  if (resized || !sums) {
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream); // a copy may be in flight
    sums = make_device_memory(tiles() * sizeof(float));
    copy = make_pinned(tiles() * sizeof(float));
  }
  TEXELSCOPE_CUDA(cudaMemsetAsync, sums.get(), 0, tiles() * sizeof(float), stream);
}

void HeatLens::collect() {
  if (copied_launches == 0) return;
  const cudaError_t state = cudaEventQuery(copied.get());
  if (state == cudaErrorNotReady) {
    cudaGetLastError(); // clears it: cudaErrorNotReady is recorded like an error
    return;
  }
  check(state, "cudaEventQuery");
  auto found = std::make_shared<HeatMap>(shape);
  const auto* from = static_cast<const float*>(copy.get());
  found->cycles.assign(from, from + tiles());
  for (float& cycles : found->cycles)
    cycles /= float(copied_launches);
  found->launches = copied_launches;
  map = std::move(found);
  copied_launches = 0;
}

} // namespace texelscope::cuda
