// The results of the live measurement, computed from its launches by the profiler's rules.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/profile/live/live.h"
#include "kernels/profile/measure/measure.h"
#include "kernels/profile/measure/roof.h"
#include "kernels/profile/report/report.h"

namespace texelscope::profile {

struct LiveReading {
  int launches = 0, dropped = 0; // launches used, and those under 75 % of the top clock
  double ms = 0;                 // median of a launch
  double clock_mhz = 0;          // median; 0: not known
  double texels_per_second = 0;
  std::optional<MiddleRange> range;          // of texels per second; empty if there are too few launches
  double bytes_per_second = 0;               // delivered: texels times the bytes of a result
  std::optional<double> texels_per_clock_sm; // empty on a CPU
  // By the model of roofs, where it knows the cell. What none of them says has no value.
  std::vector<Roof> roofs;          // of each stage; for the limiter the one that applies
  std::optional<double> roof_share; // of the lowest roof that is not exceeded
  std::string limiter;              // its stage
  bool operator==(const LiveReading&) const = default;
};

// The medians of the launches that count. Empty if there are none.
std::optional<LiveReading> read_launches(std::span<const LiveSample> launches, const SamplingPolicy& policy,
                                         int texel_bytes, int multiprocessors);

// The number of texels in memory that one fetch uses: a point, a line, a square or a cube of them on one or
// two levels, times the maximum number of anisotropic probes.
int texels_read(const Effective& effective);
// The bytes of a fetch's result in the texture's element format: gathers return four channels, others those
// of a texel.
int delivered_bytes(const Effective& effective);

} // namespace texelscope::profile
