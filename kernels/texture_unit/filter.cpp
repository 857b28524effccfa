#include "kernels/texture_unit/filter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/half.h"

namespace texelscope::unit {

namespace {
using Weights = std::array<int, 4>;
using Taps = std::array<std::uint32_t, 4>;

template <class Code>
int weighted_sum(const Weights& weights, const Taps& bits) {
  int sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += weights[i] * int(Code(bits[i]));
  return sum;
}

// Measured: integers are summed over 256, brought to 16 bits by the sequences below and divided, correctly
// rounded.
float filter_unorm8(const Weights& weights, const Taps& bits) {
  const int sum = weighted_sum<std::uint8_t>(weights, bits);
  return float((sum * 257 + 128) >> 8) / 65535.0f;
}
float filter_unorm16(const Weights& weights, const Taps& bits) {
  return float((weighted_sum<std::uint16_t>(weights, bits) + 128) >> 8) / 65535.0f;
}
float filter_snorm8(const Weights& weights, const Taps& bits) {
  const int sum = weighted_sum<std::int8_t>(weights, bits); // -128 takes part as it is
  const int widened = sum + ((sum + ((sum >> 12) << 4) + 64) >> 7);
  return float(std::clamp(widened, -32767, 32767)) / 32767.0f;
}
float filter_snorm16(const Weights& weights, const Taps& bits) {
  const int rounded = (weighted_sum<std::int16_t>(weights, bits) + 128) >> 8;
  return float(std::clamp(rounded, -32767, 32767)) / 32767.0f;
}

// |value| * 2^-lowest_exponent rounded to an integer of at most `digits` bits, halves away from zero; then
// back.
double round_digits(std::int64_t sum, int exponent, int digits, int lowest_exponent) {
  std::uint64_t magnitude = std::uint64_t(sum < 0 ? -sum : sum);
  const int surplus = std::max(int(std::bit_width(magnitude)) - digits, lowest_exponent - exponent);
  if (surplus > 0) {
    magnitude = (magnitude + (std::uint64_t(1) << (surplus - 1))) >> surplus;
    exponent += surplus;
  }
  return std::ldexp(double(magnitude), exponent) * (sum < 0 ? -1 : 1);
}

// What adding in IEEE arithmetic makes of infinities and NaN: opposite infinities and any NaN give NaN.
constexpr std::uint32_t nan_bits = 0x7fffffff;
std::uint32_t special_sum(const std::array<float, 4>& values, const Weights& weights) {
  bool up = false, down = false;
  for (std::size_t i = 0; i < 4; ++i) {
    if (weights[i] == 0) continue;
    if (std::isnan(values[i])) return nan_bits;
    up = up || values[i] == std::numeric_limits<float>::infinity();
    down = down || values[i] == -std::numeric_limits<float>::infinity();
  }
  return up && down ? nan_bits : up ? 0x7f800000u : 0xff800000u;
}

// Measured: block floating point. Texels with a weight are shifted to the largest exponent among them and cut
// toward zero to `kept` bits; products and sums are exact; the sum is rounded to `digits` bits, halves away
// from zero.
std::uint32_t filter_block(const std::array<float, 4>& values, const Weights& weights, int kept, int digits,
                           int lowest_exponent) {
  float largest = 0;
  bool finite = true;
  for (std::size_t i = 0; i < 4; ++i) {
    if (weights[i] == 0) continue;
    finite = finite && std::isfinite(values[i]);
    largest = std::max(largest, std::fabs(values[i]));
  }
  if (!finite) return special_sum(values, weights);
  int block_exponent = 0; // 0.5 <= largest * 2^-block_exponent < 1
  std::frexp(largest, &block_exponent);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    if (weights[i] != 0)
      sum += weights[i] * std::int64_t(std::trunc(std::ldexp(double(values[i]), kept - block_exponent)));
  const float result = float(round_digits(sum, block_exponent - kept - 8, digits, lowest_exponent));
  return std::fabs(result) < std::numeric_limits<float>::min() ? 0u
                                                               : float_bits(result); // measured: no denormals
}

std::uint32_t filter_half(const Weights& weights, const Taps& bits) {
  std::array<float, 4> values;
  for (std::size_t i = 0; i < 4; ++i)
    values[i] = half_to_float(std::uint16_t(bits[i]));
  return filter_block(values, weights, 15, 11, -24); // the result is a half, so a multiple of 2^-24
}

std::uint32_t filter_single(const Weights& weights, const Taps& bits) {
  std::array<float, 4> values;
  for (std::size_t i = 0; i < 4; ++i)
    values[i] = bits_float(bits[i]);
  return filter_block(values, weights, 28, 24, std::numeric_limits<int>::min() / 2);
}
} // namespace

std::uint32_t filter(Channel kind, const Weights& weights, const Taps& bits) {
  switch (kind) {
  case Channel::unorm8:
    return float_bits(filter_unorm8(weights, bits));
  case Channel::snorm8:
    return float_bits(filter_snorm8(weights, bits));
  case Channel::unorm16:
    return float_bits(filter_unorm16(weights, bits));
  case Channel::snorm16:
    return float_bits(filter_snorm16(weights, bits));
  case Channel::half:
    return filter_half(weights, bits);
  case Channel::single:
  case Channel::integer:
    break;
  }
  return filter_single(weights, bits);
}

} // namespace texelscope::unit
