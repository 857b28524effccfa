// The results of the live measurement, computed from its launches by the profiler's rules.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/reports/profile/live/live.h"
#include "kernels/reports/profile/measure/measure.h"
#include "kernels/reports/profile/measure/roof.h"
#include "kernels/reports/profile/report/report.h"

namespace texelscope::profile {

struct LiveReading : FetchRates {
  int launches = 0, dropped = 0;    // launches used, and those under 75 % of the top clock
  double ms = 0;                    // median of a launch
  double clock_mhz = 0;             // median; 0: not known
  std::optional<MiddleRange> range; // of texels per second; empty if there are too few launches
  std::vector<Roof> roofs;          // of each stage, if known; for the limiter the one that applies
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
