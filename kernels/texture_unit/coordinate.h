// Step 1: from the coordinate handed to tex2D to a position in texels.
#pragma once

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::unit {

// The address mode that takes effect: wrap and mirror need normalized coordinates, else they clamp.
AddressMode acting_mode(AddressMode asked, bool normalized);

// Fraction bits that a normalized coordinate keeps on an axis of `size` texels.
constexpr int fraction_bits(int size) {
  return size <= 8192 ? 21 : 22;
}

// Fills the trace up to `position`.
void locate(AxisTrace& axis, float given, int size, bool normalized, AddressMode mode);

} // namespace texelscope::unit
