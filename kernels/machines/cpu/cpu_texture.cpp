#include "kernels/machines/cpu/cpu_texture.h"

#include <utility>

#include "kernels/machines/cpu/write_kernels.h"
#include "kernels/unit/image/mips.h"

namespace texelscope::cpu {

namespace {
void copy(const Image& from, Image& to) {
  copy_bytes(to.texels.data(), from.texels.data(), from.size_bytes());
}
} // namespace

// Returns whether bytes changed.
bool CpuTexture::apply(const WritePlan& plan, const WriteSpec& write, const MipRule& mips) {
  // The pattern writes every texel of the first level.
  const bool starts_from_source = write.mode != WriteMode::pattern || source->level_count > 1;
  if (plan.reset && write.mode != WriteMode::off && starts_from_source) copy(*source, front);
  if (plan.reset && write.mode == WriteMode::feedback && source->level_count > 1)
    copy(*source, back); // steps write only the first level
  const bool other_levels = plan.regenerate_mips && !(state.regenerated && state.mips == mips);
  bool changed = plan.reset || other_levels;
  if (plan.write_pattern) {
    write_pattern(front, write.pattern, plan.phase);
    changed = changed || write.pattern != last_pattern || plan.phase != last_phase;
    last_pattern = write.pattern;
    last_phase = plan.phase;
  }
  paint(front, std::span(write.strokes).subspan(plan.first_stroke, plan.last_stroke - plan.first_stroke),
        write.boundary);
  for (std::int64_t i = 0; i < plan.steps; ++i) {
    feedback_step(front, back, write.feedback, write.boundary);
    std::swap(front, back);
  }
  if (plan.regenerate_mips) fill_mips(front, mips);
  return changed || plan.steps > 0;
}

CpuTexture::Update CpuTexture::update(std::shared_ptr<const Image> image, const WriteSpec& write,
                                      const MipRule& mips, std::int64_t max_steps) {
  const auto room = [&](bool needed, const Image& had) {
    return needed && had.shape() != image->shape() ? Image::unwritten(*image) : Image{};
  };
  // Everything that allocates memory comes first, before anything changes.
  Image new_front = room(write.mode != WriteMode::off, front);
  Image new_back = room(write.mode == WriteMode::feedback, back);
  WriteState next = state;
  const WritePlan plan = plan_writes(next, *image, write, mips, max_steps);
  const bool painted = next.strokes.size() > state.strokes.size();

  state.image = nullptr; // until everything is done
  source = std::move(image);
  if (new_front.width > 0 || write.mode == WriteMode::off) front = std::move(new_front);
  if (new_back.width > 0 || write.mode != WriteMode::feedback) back = std::move(new_back);
  texture = write.mode == WriteMode::off ? source.get() : &front;
  if (apply(plan, write, mips) || painted) ++version_now;
  state = std::move(next);
  return {plan.writes(), plan.steps_left};
}

} // namespace texelscope::cpu
