// The CPU backend's texture: the source image, or a copy of it that the write kernels have changed.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/unit/image/image.h"
#include "kernels/unit/write/write_plan.h"

namespace texelscope::cpu {

class CpuTexture {
public:
  struct Update {
    bool wrote = false;          // a write kernel ran
    std::int64_t steps_left = 0; // feedback steps that max_steps cut off
  };

  // Brings the texture to the state that `write` requests. If memory runs out it throws std::bad_alloc or
  // std::length_error, and current() is unchanged. `mips`: how the image's levels were made.
  Update update(std::shared_ptr<const Image> image, const WriteSpec& write, const MipRule& mips,
                std::int64_t max_steps);

  const Image* current() const { return texture; }      // null before the first update
  std::uint64_t version() const { return version_now; } // changes when the bytes changed

private:
  bool apply(const WritePlan& plan, const WriteSpec& write, const MipRule& mips);

  std::shared_ptr<const Image> source; // kept alive because `state` identifies it by its address
  WriteState state;
  Image front, back; // written textures; a feedback step goes from front to back and swaps them
  const Image* texture = nullptr;
  std::uint64_t version_now = 0;
  PatternKind last_pattern = PatternKind::waves;
  std::int64_t last_phase = 0;
};

} // namespace texelscope::cpu
