// What the live measurement says, out of its launches: the same rules as the profiler's.
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
  int launches = 0, dropped = 0; // that count; that ran under 75 % of the top clock
  double ms = 0;                 // median of a launch
  double clock_mhz = 0;          // median; 0: not known
  double texels_per_second = 0;
  std::optional<MiddleRange> range;          // of texels a second; none while launches are too few
  double bytes_per_second = 0;               // delivered: texels times the bytes of a result
  std::optional<double> texels_per_clock_sm; // none on a CPU
  // By the model of roofs, where it knows the cell. What none of them says has no value.
  std::vector<Roof> roofs;          // each stage's; the limiter's is the one that counts
  std::optional<double> roof_share; // of the lowest roof that holds
  std::string limiter;              // its stage
  bool operator==(const LiveReading&) const = default;
};

// The medians of the launches that count. Nothing where there are none.
std::optional<LiveReading> read_launches(std::span<const LiveSample> launches, const SamplingPolicy& policy,
                                         int texel_bytes, int multiprocessors);

// Texels of memory that go into one fetch: a point, a line, a square or a cube of them on one or two levels,
// times the probes of anisotropy at most.
int texels_read(const Effective& effective);
// Bytes of a fetch's result, as texels hold them: gathers return four channels, others those of a texel.
int delivered_bytes(const Effective& effective);

} // namespace texelscope::profile
