// Computes footprints and levels of detail from a block's gradients, with the same bits as
// texture_unit/gradient.h and lod.h.
#pragma once

#include "kernels/unit/batch/fast_targets.h"
#include "kernels/unit/texture_unit/lod.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::cpu {

// The properties that stay the same from fetch to fetch. The texture must outlive it.
struct GradientPlan {
  const Texture* texture = nullptr;
  std::array<float, 3> size = {1, 1, 1}; // texels, truncated as in the unit
  int ratio_limit = 0;                   // 0: no ratio
  unit::LodRule lod;
};
// Cubes have no anisotropy here; plan_batch() leaves it to the model.
GradientPlan plan_gradients(const Texture& texture);

// unit::gradient_footprint() of fetches [0, count): coordinates in block.at, gradients in `pixels`. The axis
// is only computed if a ratio is possible.
void find_footprints(const GradientPlan& plan, const Block& block, const Pixels& pixels, int count,
                     Footprints& footprints);
// Writes unit::level_of_detail() of each into block.lod.
void find_levels(const GradientPlan& plan, const Footprints& footprints, int count, Block& block);

} // namespace texelscope::cpu
