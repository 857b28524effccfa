// Step 2: from a position to the texels of the footprint and their weights, rounded to 1/256, with the
// address mode applied to the texels' indices.
#pragma once

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// The effective address mode: wrap and mirror need normalized coordinates and otherwise become clamp.
constexpr AddressMode acting_mode(AddressMode requested, bool normalized) {
  const bool periodic = requested == AddressMode::wrap || requested == AddressMode::mirror;
  return periodic && !normalized ? AddressMode::clamp : requested;
}

// The distance from the first texel's center, in 1/256 texels; its last eight bits are the weight of the
// second texel. Measured: position - 0.5 is rounded to the nearest 1/256, halves up.
std::int64_t snap_to_256ths(double position);
// Point: one texel, footprint[1] repeats it.
void address_point(AxisTrace& axis, int size, AddressMode mode, int offset = 0);
// Linear: two texels and the weight of the second. `offset` in 1/256 texels, of an anisotropic probe.
void address_linear(AxisTrace& axis, int size, AddressMode mode, int offset = 0);
// Gather: the same two texels, except that clamp moves each of them separately. Seamless cubes use it too.
void address_gather(AxisTrace& axis, int size, AddressMode mode, int offset = 0);
// Limits AxisTrace::snapped and finds the texels again, with clamp.
void limit_place(AxisTrace& axis, int size, std::int64_t low, std::int64_t high);

} // namespace texelscope::unit
