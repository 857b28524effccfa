// The fetch that mathematics would do: exact coordinates, level of detail, weights and sums over the decoded
// texels.
#pragma once

#include "kernels/texture_unit/footprint.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// In double. NaN and denormal coordinates act as 0, as in the hardware. Anisotropic footprints have no ideal
// here: one trilinear fetch stands for them.
std::array<double, 4> ideal_fetch(const Texture& texture, FetchKind kind, const FetchAt& at,
                                  const Place& place, Footprint footprint);

} // namespace texelscope::unit
