// What the session's own fetch costs, measured between the frames of a window.
//
// A launch fetches the pixels of a picture as the picture's own kernel does, again and again for a
// millisecond or two, out of texels of its own that nobody maps. Nothing waits: a launch is read once it is
// done, frames later. Launches that are counted are waited for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/display/picture.h"
#include "kernels/image/image.h"
#include "kernels/profile/report/counters.h"
#include "kernels/resolve/resolve.h"
#include "kernels/session/spec.h"

namespace texelscope::profile {

struct LiveRequest {
  bool due = true;   // a launch may start now; else only those that are done are collected
  bool cold = false; // the L2 is filled with something else before each launch, which goes over the picture
                     // once; CUDA alone
  bool heat = false; // cycles that each warp's fetches take, too; CUDA alone
  std::uint64_t tag = 0; // comes back with what was measured
  // Where there is one, the launch is counted by it and not timed, the counters of one of its groups; CUDA
  // alone.
  std::shared_ptr<CounterReader> counter = {};
  std::size_t group = 0;
  bool operator==(const LiveRequest&) const = default;
};

// What is measured. `image`: the source's texels, which no write kernel has changed; its identity shows a new
// one.
struct LiveScene {
  const Session& session;
  const Effective& effective;
  std::shared_ptr<const Image> image;
  int width = 0, height = 0; // pixels
  LiveRequest request;
};

// A launch that is done.
struct LiveSample {
  std::uint64_t tag = 0;
  std::int64_t texels = 0; // fetches made, as the threads counted them; on the CPU pixels, the empty ones too
  double ms = 0;
  double clock_mhz = 0; // of the multiprocessors during it; 0: not known
  bool operator==(const LiveSample&) const = default;
};

// A launch that was counted.
struct LiveCounted {
  std::uint64_t tag = 0;
  std::int64_t texels = 0; // fetches made
  Counts counts;           // those of the group
  double seconds = 0;      // that the frame waited for it
};

// From issuing a warp's fetches to having their results, for each tile of the picture.
struct HeatMap {
  static constexpr int tile_width = 8, tile_height = 4; // pixels of a warp
  std::uint64_t tag = 0;
  int columns = 0, rows = 0;
  std::vector<float> cycles; // rows from the top, the mean over `launches`
  int launches = 0;
};

// The values of all pixels, added up for each word: floats, or integers modulo 2^32.
using LiveSums = std::array<double, 4>;
LiveSums sums_of(const Picture& picture);

// Belongs to one thread.
class LiveFetch {
public:
  virtual ~LiveFetch() = default;
  // Starts a launch. Throws MachineError: no memory, what the device refused.
  virtual void launch(const LiveScene& scene) = 0;
  // Those done since, oldest first. Launches that only found out how long one must be, or filled caches, are
  // none.
  virtual std::vector<LiveSample> collect() = 0;
  // Of the launches until now that requested it with the same tag; null: none is done.
  virtual std::shared_ptr<const HeatMap> heat() const { return nullptr; }
  // Waits for a launch of the group's counters. Throws MachineError where they fail.
  virtual LiveCounted count(const LiveScene& scene) = 0;
  // Waits for one pass over the picture: what its fetches returned. Throws MachineError.
  virtual LiveSums pass(const LiveScene& scene) = 0;
};

// One thread's time, in slices of about a millisecond; a launch returns when its slice is over.
std::unique_ptr<LiveFetch> make_cpu_live();
// On the calling thread's device. Throws MachineError: no CUDA.
std::unique_ptr<LiveFetch> make_cuda_live();

} // namespace texelscope::profile
