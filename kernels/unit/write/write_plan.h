// The steps that bring a backend's texture to the requested state before a fetch. Pure functions, shared by
// the backends.
//
// The texture is a function of the session: source image, then strokes, pattern frame or feedback steps. A
// plan says whether to start again from the image, and what to add.
#pragma once

#include <cstdint>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/mip_rule.h"

namespace texelscope {

// The present content of the texture.
struct WriteState {
  const Image* image = nullptr; // identity of the source
  WriteMode mode = WriteMode::off;
  BoundaryMode boundary = BoundaryMode::zero;
  PatternKind pattern = PatternKind::waves;
  int speed = 0;
  std::vector<BrushStroke> strokes;
  FeedbackRule feedback = FeedbackRule::diffuse;
  std::int64_t feedback_start = 0;
  std::int64_t frame = 0;   // feedback: steps up to here are done
  bool regenerated = false; // the levels below the first were made from the written one, by the rule `mips`
  MipRule mips;
};

struct WritePlan {
  bool reset = false;           // copy the image into the texture first
  bool write_pattern = false;   // write the pattern of `phase`
  std::int64_t phase = 0;       // frame * speed, 1/1024 of a period
  std::size_t first_stroke = 0; // paint strokes [first, last)
  std::size_t last_stroke = 0;
  std::int64_t steps = 0;       // feedback steps to run now
  std::int64_t steps_left = 0;  // steps for later frames: the picture is catching up
  bool regenerate_mips = false; // then regenerate the levels below the first by the rule `mips`

  bool writes() const { return write_pattern || first_stroke < last_stroke || steps > 0 || regenerate_mips; }
};

// `max_steps` limits the feedback steps of one frame; render passes a large number. Updates `state` to the
// state after the plan. In brush mode the last stroke is painted again, so that a write kernel runs each
// frame. `mips`: how the image's levels were made.
WritePlan plan_writes(WriteState& state, const Image& image, const WriteSpec& write, const MipRule& mips,
                      std::int64_t max_steps);

// The number of feedback steps, 1 to 1024, that read and write about `bytes` bytes: one piece of a long
// replay.
std::int64_t feedback_steps_within(const Image& image, std::size_t bytes);

} // namespace texelscope
