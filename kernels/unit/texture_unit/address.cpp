#include "kernels/unit/texture_unit/address.h"

#include <algorithm>
#include <cmath>

namespace texelscope::unit {

namespace {
int address(int index, int size, AddressMode mode, bool odd_period) {
  const int inside = std::clamp(index, 0, size - 1);
  switch (mode) {
  case AddressMode::wrap:
    return (index % size + size) % size;
  case AddressMode::clamp:
    return inside;
  // Measured: the footprint does not step into the next reflection; it stays in its own period.
  case AddressMode::mirror:
    return odd_period ? size - 1 - inside : inside;
  case AddressMode::border:
    break;
  }
  return index == inside ? index : -1;
}
} // namespace

// Measured: point sampling uses the position directly, without rounding it to 1/256 first.
void address_point(AxisTrace& axis, int size, AddressMode mode, int offset) {
  double position = axis.position + offset / 256.0;
  if (offset != 0 && (mode == AddressMode::wrap || mode == AddressMode::mirror)) {
    const double periods = std::floor(position / size);
    position -= periods * size;
    if (mode == AddressMode::mirror && std::fmod(periods, 2) != 0) axis.odd_period = !axis.odd_period;
  }
  const int index = int(std::floor(position));
  axis.footprint = {index, index};
  const int texel = address(index, size, mode, axis.odd_period);
  axis.texel = {texel, texel};
}

namespace {
// A probe may leave the coordinate's period.
void move_by(AxisTrace& axis, int size, AddressMode mode, int offset) {
  axis.snapped += offset;
  if (mode != AddressMode::wrap && mode != AddressMode::mirror) return;
  const std::int64_t period = size * std::int64_t(256), middle = axis.snapped + 128;
  const std::int64_t periods = (middle >= 0 ? middle : middle - period + 1) / period;
  axis.snapped -= periods * period;
  if (mode == AddressMode::mirror && (periods & 1)) axis.odd_period = !axis.odd_period;
}

void use_snapped(AxisTrace& axis, int size, AddressMode mode) {
  const int first = int(axis.snapped >> 8);
  axis.weight = int(axis.snapped & 255);
  axis.footprint = {first, first + 1};
  // Measured: in a reflected period of mirror the weight stays with the order before the reflection.
  for (std::size_t i = 0; i < 2; ++i)
    axis.texel[i] = address(axis.footprint[i], size, mode, axis.odd_period);
}
} // namespace

std::int64_t snap_to_256ths(double position) {
  return std::int64_t(std::floor(position * 256 + 0.5)) - 128;
}

// Measured: with clamp the rounded value is limited to the texture first, so that outside the texture the
// weight is 0.
void address_linear(AxisTrace& axis, int size, AddressMode mode, int offset) {
  axis.snapped = snap_to_256ths(axis.position);
  if (offset != 0) move_by(axis, size, mode, offset);
  if (mode == AddressMode::clamp)
    axis.snapped = std::clamp<std::int64_t>(axis.snapped, 0, (size - 1) * std::int64_t(256));
  use_snapped(axis, size, mode);
}

void limit_place(AxisTrace& axis, int size, std::int64_t low, std::int64_t high) {
  axis.snapped = std::clamp(axis.snapped, low, high);
  use_snapped(axis, size, AddressMode::clamp);
}

void address_gather(AxisTrace& axis, int size, AddressMode mode, int offset) {
  axis.snapped = snap_to_256ths(axis.position) + offset;
  use_snapped(axis, size, mode);
}

} // namespace texelscope::unit
