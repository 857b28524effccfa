// The rates that fetches like a cell's reach on a device, and what limits them there: a model based on a few
// cells that are measured once.
//
// Fetches are of the same kind if they share path, dimension, storage, pattern, filter, and the size of
// texels (in kernels that convert texels themselves, and for gathers: the format). For each such kind roof
// samples are measured at working sets from the L1 to the memory; between them the rate is interpolated, both
// on logarithmic scales. The roof sample in the L1 gives the rate of the pipeline alone.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "kernels/reports/profile/cell/cell.h"

namespace texelscope {
namespace profile {

// What a kernel waits for. texture: the unit accepts no more fetches; filter: each fetch takes it longer; l1:
// the pattern needs more lines of the L1; issue: the warps' own instructions; latency: too few fetches are in
// flight for distant data.
enum class Stage : std::uint8_t { texture, filter, l1, l2, memory, latency, issue };

// Working sets up to this number of bytes are assumed to lie in the L1. Multiprocessors so far have 64 to 256
// KB, most of it for texels.
constexpr std::int64_t in_l1 = 128 * 1024;

struct Rate {
  double per_clock = 0; // texels per clock and multiprocessor
  double clock_mhz = 0; // of the multiprocessors while it was measured; 0: not known
};

struct Bound {
  Rate rate;
  Stage stage = Stage::texture;
};
// The bound in texels per second and multiprocessor at this clock of the multiprocessors. L2 and memory have
// clocks of their own, so that their bounds do not depend on the multiprocessors' clock. On an H200 at its
// power limit, 1.44 GHz did not change memory's rate, and 1.91 GHz did not change the L2's.
double per_second(const Bound& bound, double clock_mhz);

// The rate that a stage of a whole device would permit if it were the only limit.
struct Roof {
  Stage stage = Stage::texture;
  double texels_per_second = 0;
  bool operator==(const Roof&) const = default;
};
Roof roof_of(const Bound& bound, double clock_mhz, int multiprocessors);
// The roof that applies to a measured rate: the lowest that the rate does not exceed by more than the tenth
// by which roofs may be measured too low; if it exceeds all of them, the highest. `roofs` must not be empty.
Roof effective_roof(double texels_per_second, std::vector<Roof> roofs);

// The rate of a roof sample; empty if it was not measured.
using RateOf = std::function<std::optional<Rate>(const BenchmarkCase& roof_sample)>;

// The cells that bound_of() requires. `l2_bytes`, here and below: of the device.
std::vector<BenchmarkCase> required_samples(const BenchmarkCase& cell, std::int64_t l2_bytes);
// Empty if the rate of a roof sample is unknown.
std::optional<Bound> bound_of(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes);
// The roofs of a cell's kind over all working sets, for a plot: the pipeline, the L2, the memory.
std::vector<Bound> all_bounds(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes);

} // namespace profile

template <>
EnumTable enum_table<profile::Stage>();

} // namespace texelscope
