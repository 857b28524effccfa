#include "kernels/texture_unit/filter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "kernels/half.h"
#include "kernels/texture_unit/srgb.h"

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

// How a float format is summed.
struct Block {
  int kept;            // bits of a texel, counted from the largest exponent
  int digits;          // bits of the result
  int lowest_exponent; // the result is a multiple of 2^this
  std::uint32_t nan;
};
constexpr Block half_block = {15, 11, -24, 0x7fffe000}; // the result is a half, with the widest NaN
constexpr Block srgb_block = {8, 11, -24, 0};
constexpr Block single_block = {28, 24, std::numeric_limits<int>::min() / 2, 0x7fffffff};

// A texel takes part if its column and its row have a weight, even where the product is rounded to 0. Left
// and upper ones always do.
bool takes_part(const Weights& weights, std::size_t tap) {
  const bool right = weights[1] + weights[3] > 0, lower = weights[2] + weights[3] > 0;
  return (tap % 2 == 0 || right) && (tap / 2 == 0 || lower);
}

// Measured: infinities of both signs and any NaN give the format's one NaN, else an infinity gives itself.
// Nothing where all that takes part is finite.
std::optional<std::uint32_t> special_sum(const std::array<float, 4>& values, const Weights& weights,
                                         const Block& block) {
  bool up = false, down = false, nan = false;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!takes_part(weights, i) || std::isfinite(values[i])) continue;
    nan = nan || std::isnan(values[i]);
    up = up || values[i] > 0;
    down = down || values[i] < 0;
  }
  if (nan || (up && down)) return block.nan;
  if (up || down) return up ? 0x7f800000u : 0xff800000u;
  return std::nullopt;
}

// The products and their sum are exact, over texels cut toward zero to `kept` bits below 2^exponent; the sum
// is rounded to `digits` bits, halves away from zero. Results that would be denormal floats become zeros of
// their sign; a zero is negative where all texels that take part are.
std::uint32_t block_sum(const std::array<float, 4>& values, const Weights& weights, const Block& block,
                        int exponent) {
  std::int64_t sum = 0;
  bool all_negative = true;
  for (std::size_t i = 0; i < 4; ++i) {
    if (takes_part(weights, i)) all_negative = all_negative && std::signbit(values[i]);
    if (weights[i] == 0) continue;
    sum += weights[i] * std::int64_t(std::trunc(std::ldexp(double(values[i]), block.kept - exponent)));
  }
  const bool negative = sum < 0 || (sum == 0 && all_negative);
  const float result =
      float(round_digits(sum, exponent - block.kept - 8, block.digits, block.lowest_exponent));
  if (std::fabs(result) < std::numeric_limits<float>::min()) return negative ? 0x80000000u : 0u;
  return float_bits(result);
}

// Measured: block floating point. The largest exponent among the texels with a weight is the block's.
std::uint32_t filter_block(const std::array<float, 4>& values, const Weights& weights, const Block& block) {
  if (const auto special = special_sum(values, weights, block)) return *special;
  float largest = 0;
  for (std::size_t i = 0; i < 4; ++i)
    if (weights[i] != 0) largest = std::max(largest, std::fabs(values[i]));
  int exponent = 0; // 0.5 <= largest * 2^-exponent < 1
  std::frexp(largest, &exponent);
  return block_sum(values, weights, block, exponent);
}

// Measured: the same with the exponents of the table's segments and 8 bits a texel.
std::uint32_t filter_srgb(const Weights& weights, const Taps& codes) {
  std::array<float, 4> values;
  int exponent = srgb_exponent(0);
  for (std::size_t i = 0; i < 4; ++i) {
    values[i] = half_to_float(srgb_half(codes[i]));
    if (weights[i] != 0) exponent = std::max(exponent, srgb_exponent(codes[i]));
  }
  return block_sum(values, weights, srgb_block, exponent);
}

std::uint32_t filter_half(const Weights& weights, const Taps& bits) {
  std::array<float, 4> values;
  for (std::size_t i = 0; i < 4; ++i)
    values[i] = half_to_float(std::uint16_t(bits[i]));
  return filter_block(values, weights, half_block);
}

// Measured: denormal texels count as zeros.
std::uint32_t filter_single(const Weights& weights, const Taps& bits) {
  std::array<float, 4> values;
  for (std::size_t i = 0; i < 4; ++i) {
    const float value = bits_float(bits[i]);
    values[i] = std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
  }
  return filter_block(values, weights, single_block);
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
  case Channel::srgb8:
    return filter_srgb(weights, bits);
  case Channel::half:
    return filter_half(weights, bits);
  case Channel::single:
  case Channel::integer:
    break;
  }
  return filter_single(weights, bits);
}

} // namespace texelscope::unit
