// The distance of two floats, counted in representable floats.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "kernels/ground/base/half.h"

namespace texelscope {

// Neighboring floats have consecutive numbers; both zeros are 0.
inline std::int64_t float_number(std::uint32_t bits) {
  const std::int64_t magnitude = bits & 0x7fffffffu;
  return bits >> 31 ? -magnitude : magnitude;
}

// The steps from `b` to `a`: 1 is one unit in the last place. Empty if either is not a number.
inline std::optional<std::int64_t> float_steps(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::nullopt;
  return float_number(float_bits(a)) - float_number(float_bits(b));
}

} // namespace texelscope
