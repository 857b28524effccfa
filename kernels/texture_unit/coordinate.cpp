#include "kernels/texture_unit/coordinate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace texelscope::unit {

namespace {
// Measured: a NaN and every denormal coordinate act as 0.
float plain(float given) {
  return std::isnan(given) || std::fabs(given) < std::numeric_limits<float>::min() ? 0.0f : given;
}

// Measured: the fraction is truncated to fixed point before it is multiplied by the size.
void locate_periodic(AxisTrace& axis, AddressMode mode) {
  const double c = axis.coordinate;
  if (std::isinf(c)) return; // position 0 of an even period
  const double period = std::floor(c);
  const double scale = 1 << axis.fraction_bits;
  axis.fixed = std::int64_t(std::floor(c * scale) - period * scale); // exact, also just under zero
  axis.odd_period = mode == AddressMode::mirror && std::fmod(period, 2) != 0;
}
} // namespace

AddressMode acting_mode(AddressMode asked, bool normalized) {
  const bool periodic = asked == AddressMode::wrap || asked == AddressMode::mirror;
  return periodic && !normalized ? AddressMode::clamp : asked;
}

void locate(AxisTrace& axis, float given, int size, bool normalized, AddressMode mode) {
  axis.given = given;
  axis.coordinate = plain(given);
  if (!normalized) {
    // Farther than one size outside, only the side matters.
    axis.position = std::clamp(double(axis.coordinate), -size - 2.0, 2.0 * size + 2.0);
    return;
  }
  axis.fraction_bits = fraction_bits(size);
  if (mode == AddressMode::wrap || mode == AddressMode::mirror)
    locate_periodic(axis, mode);
  else
    axis.fixed =
        std::int64_t(std::floor(std::clamp(double(axis.coordinate), -4.0, 4.0) * (1 << axis.fraction_bits)));
  axis.position = double(axis.fixed * size) / (1 << axis.fraction_bits);
}

} // namespace texelscope::unit
