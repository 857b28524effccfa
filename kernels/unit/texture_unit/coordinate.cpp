#include "kernels/unit/texture_unit/coordinate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace texelscope::unit {

namespace {
// Measured: a NaN and every denormal coordinate act as 0.
double plain(double given) {
  return std::isnan(given) || std::fabs(given) < double(std::numeric_limits<float>::min()) ? 0.0 : given;
}

// The coordinate in units of 2^-bits, rounded down. Farther outside than anisotropic probes reach, only the
// side matters for clamp and border; for the others an infinite coordinate is at 0 of an even period.
std::int64_t fixed_point(double coordinate, const AxisRule& rule, bool periodic) {
  if (periodic && std::isinf(coordinate)) return 0;
  const double scale = 1 << (rule.from_center ? rule.fraction_bits - 1 : rule.fraction_bits);
  if (!periodic)
    coordinate = std::clamp(coordinate, -64.0, 64.0);
  else if (std::fabs(coordinate) >= 256)
    coordinate = std::fmod(coordinate, 2.0); // an even number of periods, exact
  return std::int64_t(std::floor(coordinate * scale) + (rule.from_center ? scale : 0));
}
} // namespace

// Measured: the coordinate is truncated to fixed point before it is multiplied by the size.
void locate(AxisTrace& axis, double given, const AxisRule& rule) {
  axis.given = given;
  axis.coordinate = plain(given);
  if (rule.fraction_bits == 0) {
    // Farther outside than anisotropic probes reach, only the side matters.
    axis.position = std::clamp(axis.coordinate, -64.0, rule.size + 64.0);
    return;
  }
  axis.fraction_bits = rule.fraction_bits;
  const bool periodic = rule.mode == AddressMode::wrap || rule.mode == AddressMode::mirror;
  axis.fixed = fixed_point(axis.coordinate, rule, periodic);
  if (periodic) {
    const std::int64_t period = axis.fixed >> rule.fraction_bits;
    axis.fixed -= period << rule.fraction_bits;
    axis.odd_period = rule.mode == AddressMode::mirror && (period & 1);
  }
  axis.position = double(axis.fixed * rule.size) / double(1 << rule.fraction_bits);
}

} // namespace texelscope::unit
