// Step 2: from a position to the texels of the footprint, and what the address mode makes of their indices.
#pragma once

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// Point: one texel, footprint[1] repeats it.
void address_point(AxisTrace& axis, int size, AddressMode mode, int offset = 0);
// Linear: two texels and the weight of the second. `offset` in 1/256 texels, of an anisotropic probe.
void address_linear(AxisTrace& axis, int size, AddressMode mode, int offset = 0);
// Gather: the same two texels, except for clamp, which moves each of them by itself.
void address_gather(AxisTrace& axis, int size, AddressMode mode);

} // namespace texelscope::unit
