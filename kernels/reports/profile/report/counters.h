// The GPU's own counters of a kernel: the data moved by texture fetches, and what its warps waited for.
//
// The hardware determines how many counters can be used together: a group is counted in one run of the
// kernel, except for the last group, the shares, which takes several. The first group is the most useful.
// Counters that a chip lacks are in no group.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/state/session/enums.h"

namespace texelscope {
namespace profile {

enum class Counter : std::uint8_t {
  quads,                // of texels, sent by texture instructions to the texture unit
  texture_sectors,      // of 32 bytes, requested from the L1 by the texture unit
  texture_hits,         // of these, found there
  data_wavefronts,      // steps of the L1's data stage for texture and surface reads
  l2_sectors,           // requested from the L2 by the L1
  l2_bytes,             // all traffic through the L2, from any source
  memory_read,          // bytes
  memory_bytes,         // read and written
  texture_instructions, // of warps
  instructions,
  writeback_cycles,   // in which the texture unit returned results, of all multiprocessors
  sm_cycles,          // from the start of the kernel to its end
  active_cycles,      // in which a multiprocessor had a warp, of all of them
  stalled_scoreboard, // warp cycles spent waiting for the L1 or the texture unit
  stalled_queue,      // warp cycles spent waiting for a place in the texture unit's queue
  texture_requests,   // to the L1's tags
  filter_wavefronts,  // steps of the filter stage
  l2_hits,            // of l2_sectors
  returned_bytes,     // from the L2 to the L1
  l1_share,           // the rest: the busiest part of a stage, in percent of its peak
  l2_share,
  memory_share,
  issue_share,
};
constexpr std::size_t counter_count = 23;

// CUPTI's name.
const char* metric(Counter counter);
constexpr bool is_share(Counter counter) {
  return counter >= Counter::l1_share;
}

struct Counts {
  std::array<double, counter_count> value;
  Counts() { value.fill(std::numeric_limits<double>::quiet_NaN()); }
  bool operator==(const Counts& other) const {
    return std::equal(value.begin(), value.end(), other.value.begin(),
                      [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  }
  double& operator[](Counter c) { return value[std::size_t(c)]; }
  double operator[](Counter c) const { return value[std::size_t(c)]; }
  bool has(Counter c) const { return !std::isnan((*this)[c]); }
  // Texels that lanes requested, including those of lanes that only filled up a quad; sectors found in the
  // cache, from 0 to 1.
  double texels() const { return 4 * (*this)[Counter::quads]; }
  double texture_hit_rate() const {
    return (*this)[Counter::texture_hits] / (*this)[Counter::texture_sectors];
  }
  double l2_hit_rate() const { return (*this)[Counter::l2_hits] / (*this)[Counter::l2_sectors]; }
};

// Counts that grow with the texels are divided by them; shares are unchanged.
inline double of_texel(const Counts& counts, Counter counter, std::int64_t texels) {
  return is_share(counter) ? counts[counter] : counts[counter] / double(texels);
}

struct CounterGroup {
  std::vector<Counter> counters;
  int passes = 1; // runs of the kernel
  bool operator==(const CounterGroup&) const = default;
};

class CounterReader {
public:
  virtual ~CounterReader() = default;
  virtual const std::vector<CounterGroup>& groups() const = 0;
  // Runs `launch`, which starts kernels on any stream, once for each pass of the group, and waits for them.
  // All its other work is counted too, but not that of `before`, which runs before each pass. Throws
  // MachineError if the counters or the kernels fail. Only one reader counts at a time, and others wait; each
  // change to another reader or another group costs some tenths of a second.
  virtual void count(std::size_t group, const std::function<void()>& launch, Counts& into,
                     const std::function<void()>& before = {}) = 0;
  // Whether no reader is counting at present.
  virtual bool is_free() const = 0;
};

// Counts on the thread's current CUDA device; all counters by default. Throws a MachineError with the reason
// and the cure: no CUPTI, no permission, a virtual GPU.
std::unique_ptr<CounterReader> make_counter_reader(const std::vector<Counter>& wanted = {});

// The groups of a chip, by CUPTI's name of it ("GH100"); needs no GPU. Throws MachineError like the function
// above.
std::vector<CounterGroup> counter_groups(const std::string& chip);

} // namespace profile

template <>
EnumTable enum_table<profile::Counter>();

} // namespace texelscope
