// Step 1: from the coordinate passed to tex2D to a position in texels.
#pragma once

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

struct AxisRule {
  int size = 1;                          // texels of the level
  AddressMode mode = AddressMode::clamp; // the effective one
  int fraction_bits = 0;                 // at most 23; 0 if coordinates count texels
  bool from_center = false;              // the coordinate runs from -1 to 1, as on a cube's face
};

// Fills the trace up to `position`.
void locate(AxisTrace& axis, double given, const AxisRule& rule);

} // namespace texelscope::unit
