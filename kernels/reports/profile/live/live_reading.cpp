#include "kernels/reports/profile/live/live_reading.h"

#include <algorithm>

namespace texelscope::profile {

namespace {
// Converts launches to times for the same number of texels, because the sampling policy compares times.
std::vector<Sample> times_of_a_texel(std::span<const LiveSample> launches) {
  std::vector<Sample> times;
  for (const LiveSample& launch : launches)
    if (launch.texels > 0 && launch.ms > 0)
      times.push_back({launch.ms / double(launch.texels), launch.clock_mhz});
  return times;
}
} // namespace

std::optional<LiveReading> read_launches(std::span<const LiveSample> launches, const SamplingPolicy& policy,
                                         int texel_bytes, int multiprocessors) {
  const Samples samples = counted(times_of_a_texel(launches), policy);
  if (samples.counted.empty()) return std::nullopt;
  std::vector<double> times, clocks, cycles, lengths;
  for (const Sample& sample : samples.counted) {
    times.push_back(sample.ms);
    if (sample.clock_mhz > 0)
      clocks.push_back(sample.clock_mhz), cycles.push_back(sample.ms * sample.clock_mhz * 1e3);
  }
  for (const LiveSample& launch : launches)
    lengths.push_back(launch.ms);
  LiveReading reading;
  reading.launches = int(times.size());
  reading.dropped = samples.dropped;
  reading.ms = median(lengths);
  std::vector<double> rates(times.size());
  std::ranges::transform(times, rates.begin(), [](double ms) { return 1e3 / ms; });
  reading.texels_per_second = 1e3 / median(times);
  reading.range = middle_range(std::move(rates));
  reading.bytes_per_second = reading.texels_per_second * texel_bytes;
  if (clocks.empty()) return reading;
  reading.clock_mhz = median(clocks);
  reading.set_clocks(1, cycles, multiprocessors);
  return reading;
}

int texels_read(const Effective& e) {
  if (e.function == FetchKind::gather) return 4;
  if (e.function == FetchKind::texel || e.sampler.filter == FilterMode::point) return 1;
  const int footprint = is_1d(e.dimension) ? 2 : e.dimension == Dimension::d3 ? 8 : 4;
  const bool chooses_levels = e.level_count > 1 && e.function != FetchKind::plain;
  const int levels = chooses_levels && e.sampler.mip_filter == FilterMode::linear ? 2 : 1;
  const int probes =
      e.function == FetchKind::grad && e.sampler.max_anisotropy > 1 ? e.sampler.max_anisotropy : 1;
  return footprint * levels * probes;
}

int delivered_bytes(const Effective& e) {
  const int channel = e.format.bits / 8;
  return e.function == FetchKind::gather ? 4 * channel : e.format.texel_bytes();
}

} // namespace texelscope::profile
