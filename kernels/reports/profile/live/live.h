// The cost of the session's own fetch, measured between the frames of a window.
//
// A launch fetches the pixels of a picture like the picture's own kernel, repeatedly for a millisecond or
// two, from its own copy of the texels, which nobody maps. Nothing waits: a launch is read once it is done,
// frames later. Only launches that are counted are waited for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/reports/profile/report/counters.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::profile {

struct LiveRequest {
  bool due = true;   // a launch may start now; else only finished ones are collected
  bool cold = false; // the L2 is filled with something else before each launch, which goes over the picture
                     // once; CUDA alone
  bool heat = false; // also measures the cycles of each warp's fetches; CUDA only
  std::uint64_t tag = 0; // returned with the measurement
  // If there is one, it counts the launch instead of timing it, with the counters of one of its groups; CUDA
  // only.
  std::shared_ptr<CounterReader> counter = {};
  std::size_t group = 0;
  bool operator==(const LiveRequest&) const = default;
};

// The subject of the measurement. `image`: the source's texels, which no write kernel has changed; its
// identity shows a new one.
struct LiveScene {
  const Session& session;
  const Effective& effective;
  std::shared_ptr<const Image> image;
  int width = 0, height = 0; // pixels
  LiveRequest request;
};

// A finished launch.
struct LiveSample {
  std::uint64_t tag = 0;
  std::int64_t texels = 0; // fetches made, as counted by the threads; on the CPU pixels, also empty ones
  double ms = 0;
  double clock_mhz = 0; // of the multiprocessors during it; 0: not known
  bool operator==(const LiveSample&) const = default;
};

// A counted launch.
struct LiveCounted {
  std::uint64_t tag = 0;
  std::int64_t texels = 0; // fetches made
  Counts counts;           // those of the group
  double seconds = 0;      // for which the frame waited
};

// The cycles from issuing a warp's fetches to receiving their results, for each tile of the picture.
struct HeatMap {
  static constexpr int tile_width = 8, tile_height = 4; // pixels of a warp
  std::uint64_t tag = 0;
  int columns = 0, rows = 0;
  std::vector<float> cycles; // rows from the top, the mean over `launches`
  int launches = 0;
};

// The sums of each component over all pixels: floats, or integers modulo 2^32.
using LiveSums = std::array<double, 4>;
LiveSums sums_of(const Picture& picture);

// Belongs to one thread.
class LiveFetch {
public:
  virtual ~LiveFetch() = default;
  // Starts a launch. Throws MachineError if memory is short or the device refuses.
  virtual void launch(const LiveScene& scene) = 0;
  // Returns the launches finished since the last call, oldest first, without those that only adapted the
  // launch length or filled caches.
  virtual std::vector<LiveSample> collect() = 0;
  // The heat map of the launches so far that requested it with the same tag; null: none has finished.
  virtual std::shared_ptr<const HeatMap> heat() const { return nullptr; }
  // Waits for a launch with the group's counters. Throws MachineError if they fail.
  virtual LiveCounted count(const LiveScene& scene) = 0;
  // Waits for one pass over the picture, and returns the sums of its fetches. Throws MachineError.
  virtual LiveSums pass(const LiveScene& scene) = 0;
};

// Uses one thread, in slices of about a millisecond; a launch returns when its slice is over.
std::unique_ptr<LiveFetch> make_cpu_live();
// Uses the calling thread's device. Throws MachineError if there is no CUDA.
std::unique_ptr<LiveFetch> make_cuda_live();

} // namespace texelscope::profile
