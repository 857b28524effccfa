#include "kernels/unit/texture_unit/reciprocal.h"

#include <cmath>
#include <limits>

#include "kernels/ground/base/half.h"

namespace texelscope::unit {

const std::array<ReciprocalSegment, 128> reciprocal_segments = {{
#include "kernels/unit/texture_unit/reciprocal_table.inc"
}};

namespace {
// x * x / 2^17, without the columns of the partial products below 2^17. Fitted: the only rule that explains
// every value.
constexpr std::uint32_t truncated_square(std::uint32_t x) {
  const std::uint32_t high = x >> 9;
  std::uint32_t sum = 2 * high * (high + (x >> 8 & 1));
  for (int i = 1; i <= 7; ++i)
    if (x >> i & 1) sum += x >> (16 - i);
  return sum;
}

// The reciprocal of 1 + mantissa / 2^23, over 2^24: from 2^23 (not reached) to 2^24.
std::uint32_t reciprocal_significand(std::uint32_t mantissa) {
  const ReciprocalSegment& segment = reciprocal_segments[mantissa >> 16];
  const std::uint32_t x = mantissa & 0xffff;
  const std::int64_t sum = (std::int64_t(segment.start) << 13) + reciprocal_rounding -
                           std::int64_t(segment.slope) * x +
                           std::int64_t(segment.curvature) * truncated_square(x);
  return std::uint32_t(sum >> 15);
}
} // namespace

float approximate_reciprocal(float value) {
  if (std::isnan(value)) return value;
  if (value < std::numeric_limits<float>::min()) return std::numeric_limits<float>::infinity();
  if (std::isinf(value)) return 0;
  const std::uint32_t bits = float_bits(value);
  const double result =
      std::ldexp(double(reciprocal_significand(bits & 0x7fffff)), 127 - int(bits >> 23) - 24);
  return result < double(std::numeric_limits<float>::min()) ? 0.0f : float(result);
}

} // namespace texelscope::unit
