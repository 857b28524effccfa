// Counts one warp of the picture with the GPU's counters.
#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/machines/cuda/profile/live_launch.h"
#include "kernels/machines/cuda/unit/texture_store.h"
#include "kernels/reports/profile/live/warp_footprint.h"
#include "kernels/reports/profile/report/counters.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope::profile {

namespace {
using namespace texelscope::cuda;

constexpr int launches = 8;

// The minimum of several launches, because other work on the device adds to the counts. NaN: the chip has no
// such counter.
WarpCounts minimum_of(CounterReader& reader, const std::function<void()>& launch) {
  Counts minimum;
  for (std::size_t group = 0; group < reader.groups().size(); ++group)
    for (int i = 0; i < launches; ++i) {
      Counts counts;
      reader.count(group, launch, counts);
      for (std::size_t c = 0; c < counter_count; ++c)
        minimum.value[c] = std::fmin(minimum.value[c], counts.value[c]);
    }
  return {minimum[Counter::quads], minimum[Counter::texture_requests], minimum[Counter::texture_sectors]};
}
} // namespace

WarpCounts count_warp(const Session& session, const Effective& effective, const Image& image, int width,
                      int height, const Pixel& pixel) {
  const auto reader =
      make_counter_reader({Counter::quads, Counter::texture_requests,
                           Counter::texture_sectors}); // first: it throws the reason if there are none
  Stream stream;
  TEXELSCOPE_CUDA(cudaStreamCreateWithFlags, stream.put(), cudaStreamNonBlocking);
  TextureStore store(image, effective, Sharing{}, stream.get());
  store.upload(image, stream.get());
  const DeviceMemory sums = make_device_memory(32 * sizeof(uint4));
  LiveArguments arguments;
  arguments.texture = store.texture(effective);
  arguments.view = make_fetch_view(session, effective, width, height);
  arguments.width = width;
  arguments.height = height;
  const Pixel tile = tile_of(pixel);
  const ResultType result = texture_of(nullptr, effective).result_type();
  const auto launch = [&] {
    launch_warp(arguments, result, tile, static_cast<uint4*>(sums.get()), stream.get());
  };
  launch();
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream.get());
  return minimum_of(*reader, launch);
}

} // namespace texelscope::profile
