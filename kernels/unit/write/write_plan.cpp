#include "kernels/unit/write/write_plan.h"

#include <algorithm>

namespace texelscope {

namespace {
bool extends(const std::vector<BrushStroke>& longer, const std::vector<BrushStroke>& shorter) {
  return longer.size() >= shorter.size() && std::equal(shorter.begin(), shorter.end(), longer.begin());
}

bool regenerates_mips(const Image& image, const WriteSpec& write) {
  return write.mode != WriteMode::off && write.mips == WrittenMips::regenerate && image.level_count > 1;
}

// Whether the texture's content is a starting point for what is requested.
bool continues(const WriteState& state, const Image& image, const WriteSpec& write) {
  if (state.image != &image || state.mode != write.mode) return false;
  // The source's levels are needed again.
  if (state.regenerated && !regenerates_mips(image, write)) return false;
  switch (write.mode) {
  case WriteMode::off:
  case WriteMode::pattern:
    return true; // the pattern writes every texel
  case WriteMode::brush:
    return state.boundary == write.boundary && extends(write.strokes, state.strokes);
  case WriteMode::feedback:
    return state.boundary == write.boundary && state.feedback == write.feedback &&
           state.feedback_start == write.feedback_start && write.frame >= state.frame;
  }
  return false;
}
} // namespace

WritePlan plan_writes(WriteState& state, const Image& image, const WriteSpec& write, const MipRule& mips,
                      std::int64_t max_steps) {
  WritePlan plan;
  plan.reset = !continues(state, image, write);
  if (plan.reset) {
    state.strokes.clear();
    state.frame = write.feedback_start;
  }
  state.image = &image;
  state.mode = write.mode;
  state.boundary = write.boundary;
  state.pattern = write.pattern;
  state.speed = write.speed;
  state.feedback = write.feedback;
  state.feedback_start = write.feedback_start;
  switch (write.mode) {
  case WriteMode::off:
    break;
  case WriteMode::pattern:
    plan.write_pattern = true;
    plan.phase = write.frame * write.speed;
    break;
  case WriteMode::brush:
    plan.first_stroke = state.strokes.size();
    plan.last_stroke = write.strokes.size();
    if (plan.first_stroke == plan.last_stroke && plan.first_stroke > 0) --plan.first_stroke;
    state.strokes = write.strokes;
    break;
  case WriteMode::feedback: {
    const std::int64_t missing = std::max<std::int64_t>(0, write.frame - state.frame);
    plan.steps = std::min(missing, max_steps);
    plan.steps_left = missing - plan.steps;
    state.frame += plan.steps;
    break;
  }
  }
  const bool regenerated = regenerates_mips(image, write),
             as_before = state.regenerated && state.mips == mips && !plan.reset;
  plan.regenerate_mips = regenerated && (!as_before || plan.writes());
  state.regenerated = regenerated;
  state.mips = mips;
  return plan;
}

std::int64_t feedback_steps_within(const Image& image, std::size_t bytes) {
  return std::int64_t(std::clamp<std::size_t>(bytes / std::max<std::size_t>(1, image.size_bytes()), 1, 1024));
}

} // namespace texelscope
