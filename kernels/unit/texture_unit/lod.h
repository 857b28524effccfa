// The mip levels that a fetch uses, and the share of each.
#pragma once

#include <optional>

#include "kernels/unit/texture_unit/gradient.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// The sampler's part of the computation, over 256.
struct LodRule {
  int bias = 0;                // lowered for the slope
  int lowest = 0, highest = 0; // if they cross, the lowest wins
  int slope = 4;               // quarters, of the fraction between two levels; see lod.cpp
};
LodRule lod_rule(const Texture& texture);
// The bias over 256 before it is lowered.
int held_bias(const Sampler& sampler);

// The level of detail over 256 of an explicit LOD, after bias, clamps and the texture's own levels. Measured:
// functions without LOD or gradients have level 0 and no bias.
int level_of_detail(const Texture& texture, std::optional<float> given);
// The same for gradients.
int level_of_detail(const Texture& texture, const GradientFootprint& footprint);

// Fills level, weight and level_count of the trace.
void choose_levels(const Texture& texture, Trace& trace);

} // namespace texelscope::unit
