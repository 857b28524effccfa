// Seeded changes of state through the window's own edits, each compared with the exact model, and the memory
// that is held each time the window is back at its start session.
//
// Steps come in blocks. Each block begins at the start session with its own random numbers, from seed and
// block, so that a step is repeated without those of other blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "tests/monkey/acts.h"
#include "tests/monkey/hand.h"
#include "tests/monkey/memory.h"

namespace texelscope::monkey {

inline constexpr std::int64_t usual_block = 10000; // steps

// The memory at a return to the start session.
struct Return {
  std::int64_t block = 0;
  std::int64_t steps = 0; // since the run began
  double seconds = 0;     // likewise
  std::int64_t heap = 0;
  std::optional<std::int64_t> device;
};

inline constexpr std::int64_t heap_room = 256 << 10, device_room = 2 << 20;
// What is wrong with the last of the returns, or with their last half, as a sentence; empty: nothing.
std::string memory_fault(const std::vector<Return>& returns);

struct Counts {
  std::int64_t steps = 0;
  std::int64_t changed = 0;    // steps after which the session was another one
  std::int64_t pixels = 0;     // compared
  std::int64_t unshown = 0;    // steps whose texture could not be made, so that the picture stayed
  std::int64_t unmeasured = 0; // on a device: outside of the model's exact scope
};

// The step that is being done.
struct Place {
  std::uint64_t seed = 0;
  std::int64_t block = 0, step = 0;
};

class Monkey {
public:
  struct Options {
    std::uint64_t seed = 1;
    std::optional<BackendKind> backend;
    bool shares_device = false; // other programs use it, so that its memory tells nothing
    bool copies = false;        // pictures for OpenGL are copied from CUDA, which shares none with it
    bool shows_steps = false;   // prints each
    std::function<void(std::int64_t, Picture&)> fault =
        {}; // changes what a step showed: for tests of the monkey
  };
  explicit Monkey(const Options& options);

  // Throws std::runtime_error with a sentence that names the step. `more`: asked before each step.
  void run_block(
      std::int64_t block, std::int64_t steps, const std::function<bool()>& more = [] { return true; });
  // To the start session, its list of changes filled with the same changes each time.
  Return back_to_start(std::int64_t block);

  const Counts& counts() const { return counts_; }
  const Place& place() const { return at_; }
  std::uint64_t digest() const { return digest_; } // of all pictures since the last return
  const BackendInfo& backend() const { return hand_.explorer().renderer().backend(); }

private:
  std::string difference(std::int64_t step);

  Options options_;
  Hand hand_;
  Counts counts_;
  Place at_;
  std::uint64_t digest_ = 0;
  double began_ = 0;
};

} // namespace texelscope::monkey
