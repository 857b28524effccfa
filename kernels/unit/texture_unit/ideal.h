// The mathematically ideal fetch: exact coordinates, level of detail, weights and sums over the decoded
// texels.
#pragma once

#include "kernels/unit/texture_unit/footprint.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// Computed in double. NaN and denormal coordinates count as 0, as in the hardware. Anisotropic footprints
// have no ideal here: one trilinear fetch is used instead.
std::array<double, 4> ideal_fetch(const Texture& texture, FetchKind kind, const FetchAt& at,
                                  const FetchCoordinate& place, Footprint footprint);

// Each component of any fetch: ideal_fetch(), or the decoded texels that a gather or tex1Dfetch returns.
std::array<double, 4> ideal_result(const Texture& texture, FetchKind kind, const FetchAt& at);

// The exact level of detail within the clamps and the texture's levels, for gradients without several probes.
double ideal_lod(const Texture& texture, FetchKind kind, const FetchAt& at, const FetchCoordinate& place);

// A channel of the border color limited to the format's range, but not rounded to it. Integers have no ideal
// other than the value that is read.
double ideal_border(const Texture& texture, int channel);

// The length of a gradient in texels of level 0.
double ideal_length(const Texture& texture, const FetchAt& at, const FetchCoordinate& place,
                    const Gradient& gradient);

// The ideal fetch's weights of the texels that the hardware reads in one level, in the same order. Ideal
// texels that the hardware does not read, because it rounded a position over a texel's border, are missing
// here.
std::array<double, 8> ideal_weights(const Texture& texture, FetchKind kind, const FetchAt& at,
                                    const FetchCoordinate& place, const LevelTrace& level);

} // namespace texelscope::unit
