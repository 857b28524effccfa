// What fetches like a cell's get on a device, and what stops them there: a model out of a few cells that are
// measured once.
//
// Fetches are alike that go the same way: path, dimension, storage, pattern, filter, and texels of the same
// size (in kernels that convert texels themselves, and for gathers: of the same format). Of each such kind
// roof samples are measured, at working sets from the L1 to the memory; between them the rate is
// interpolated, both on logarithmic scales. The roof sample in the L1 says what the pipeline alone gives.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "kernels/profile/cell/cell.h"

namespace texelscope {
namespace profile {

// What a kernel waits for. texture: the unit takes no more fetches; filter: each takes it longer; l1: the
// pattern needs more lines of the L1; issue: the warps' own instructions; latency: too few fetches are under
// way for what is far away.
enum class Stage : std::uint8_t { texture, filter, l1, l2, memory, latency, issue };

// Working sets up to here, bytes, are taken to lie in the L1. Multiprocessors so far have 64 to 256 KB, most
// of it for texels.
constexpr std::int64_t in_l1 = 128 * 1024;

struct Rate {
  double per_clock = 0; // texels a clock and multiprocessor
  double clock_mhz = 0; // of the multiprocessors while it was measured; 0: not known
};

struct Bound {
  Rate rate;
  Stage stage = Stage::texture;
};
// Texels a second and multiprocessor that it lets through where these run at so many MHz. L2 and memory have
// clocks of their own: what they stop does not go by the multiprocessors'. On an H200 at its power limit 1.44
// GHz left memory's rate as it was, and 1.91 GHz the L2's.
double per_second(const Bound& bound, double clock_mhz);

// What a stage of a whole device lets through, were it alone.
struct Roof {
  Stage stage = Stage::texture;
  double texels_per_second = 0;
  bool operator==(const Roof&) const = default;
};
Roof roof_of(const Bound& bound, double clock_mhz, int multiprocessors);
// The roof that counts for a measured rate: the lowest that this does not exceed by more than the tenth by
// which roofs may be measured too low; where it exceeds all of them, the highest. `roofs`: at least one.
Roof effective_roof(double texels_per_second, std::vector<Roof> roofs);

// The rate of a roof sample; nothing where it was not measured.
using RateOf = std::function<std::optional<Rate>(const BenchmarkCase& roof_sample)>;

// The cells that bound_of() wants to know of. `l2_bytes`, here and below: of the device.
std::vector<BenchmarkCase> required_samples(const BenchmarkCase& cell, std::int64_t l2_bytes);
// Nothing where a roof sample is not known.
std::optional<Bound> bound_of(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes);
// The roofs over all working sets of a cell's kind, for a plot: the pipeline, the L2, the memory.
std::vector<Bound> all_bounds(const BenchmarkCase& cell, const RateOf& rate_of, std::int64_t l2_bytes);

} // namespace profile

template <>
EnumTable enum_table<profile::Stage>();

} // namespace texelscope
