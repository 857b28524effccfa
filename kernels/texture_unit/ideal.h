// The fetch that mathematics would do: exact coordinate, weights and sums over the decoded texels.
#pragma once

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// Takes the coordinates from the trace, where NaN and denormals have become 0. In double.
std::array<double, 4> ideal_fetch(const Texture2D& texture, const Trace& trace);

} // namespace texelscope::unit
