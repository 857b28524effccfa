#include "kernels/unit/texture_unit/filter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "kernels/ground/base/half.h"
#include "kernels/unit/texture_unit/srgb.h"

namespace texelscope::unit {

namespace {
// Sums count 2^-10, the smallest share of an anisotropic probe.
constexpr int sum_bits = 10;

void record(SumTrace* trace, const SumTrace::Step& step) {
  if (trace) trace->steps.push_back(step);
}

template <class Code>
int weighted_sum(const Taps& taps, SumTrace* trace) {
  int sum = 0;
  for (std::size_t quad = 0; quad < taps.quad_count; ++quad)
    for (std::size_t i = taps.quad[quad]; i < taps.quad[quad + 1]; ++i) {
      const int product =
          taps.tap[i].weight * int(Code(taps.tap[i].stored)) * (1 << (sum_bits - taps.bits[quad]));
      sum += product;
      if (taps.tap[i].weight != 0) record(trace, {int(i), product, sum, -sum_bits});
    }
  if (trace) trace->largest_code = std::numeric_limits<Code>::max();
  return sum;
}

// A 16-bit number as a float between -1 and 1.
float normalized(int wide, int largest, SumTrace* trace) {
  if (trace) trace->wide = wide, trace->largest_wide = largest;
  return float(wide) / float(largest);
}

// Measured: integers are summed over 256, converted to 16 bits by the sequences below and divided, correctly
// rounded.
float filter_unorm8(const Taps& taps, SumTrace* trace) {
  const int sum = weighted_sum<std::uint8_t>(taps, trace);
  return normalized(int((std::int64_t(sum) * 257 + 512) >> 10), 65535, trace);
}
float filter_unorm16(const Taps& taps, SumTrace* trace) {
  return normalized((weighted_sum<std::uint16_t>(taps, trace) + 512) >> 10, 65535, trace);
}
float filter_snorm8(const Taps& taps, SumTrace* trace) {
  const int sum = weighted_sum<std::int8_t>(taps, trace); // -128 contributes unchanged
  const int widened = (sum + ((sum + ((sum >> 14) << 6) + 256) >> 7)) >> 2;
  return normalized(std::clamp(widened, -32767, 32767), 32767, trace);
}
float filter_snorm16(const Taps& taps, SumTrace* trace) {
  const int rounded = (weighted_sum<std::int16_t>(taps, trace) + 512) >> 10;
  return normalized(std::clamp(rounded, -32767, 32767), 32767, trace);
}

// How the texels of a float format are summed.
struct Block {
  int kept;            // bits of a texel, counted from the largest exponent of its quad
  int digits;          // bits of the result
  int lowest_exponent; // the result is a multiple of 2^this
  std::uint32_t nan;
};
constexpr Block half_block = {15, 11, -24, 0x7fffe000}; // the result is a half, with the widest NaN
constexpr Block srgb_block = {8, 11, -24, 0};
constexpr Block single_block = {28, 24, std::numeric_limits<int>::min() / 2, 0x7fffffff};

constexpr int no_exponent = std::numeric_limits<int>::min(); // of floats that are 0

// The texels as numbers, with the exponent of each: |value| < 2^exponent.
struct Values {
  std::array<float, Taps::max_taps> value;
  std::array<int, Taps::max_taps> exponent;
};

// The special values and signs of all contributing texels.
struct Signs {
  bool up = false, down = false, nan = false; // infinities and NaN
  bool negative_zeros = true;                 // all of them
};
Signs signs_of(const Taps& taps, const Values& values) {
  Signs signs;
  for (std::size_t i = 0; i < taps.count; ++i) {
    if (!taps.tap[i].contributes) continue;
    const float value = values.value[i];
    signs.negative_zeros = signs.negative_zeros && std::signbit(value) && value == 0;
    signs.nan = signs.nan || std::isnan(value);
    signs.up = signs.up || value == std::numeric_limits<float>::infinity();
    signs.down = signs.down || value == -std::numeric_limits<float>::infinity();
  }
  return signs;
}

// For exponents of floats and their products.
double power_of_two(int exponent) {
  return std::bit_cast<double>(std::uint64_t(1023 + exponent) << 52);
}

// The number sum * 2^unit, a sum of texels below 2^largest.
struct Partial {
  static constexpr int none = no_exponent;
  std::int64_t sum = 0;
  int unit = 0;
  int largest = none; // none: a sum of floats that are 0
};

// Texels are truncated toward zero to `kept` bits below the largest exponent among those with a weight;
// products and their sum are exact.
Partial quad_sum(const Taps& taps, std::size_t quad, const Values& values, int kept, SumTrace* trace) {
  Partial partial;
  for (std::size_t i = taps.quad[quad]; i < taps.quad[quad + 1]; ++i)
    if (taps.tap[i].weight != 0) partial.largest = std::max(partial.largest, values.exponent[i]);
  if (partial.largest == Partial::none) return partial;
  partial.unit = partial.largest - kept - taps.bits[quad];
  const double to_units = power_of_two(kept - partial.largest);
  for (std::size_t i = taps.quad[quad]; i < taps.quad[quad + 1]; ++i) {
    if (taps.tap[i].weight == 0) continue;
    const std::int64_t product =
        taps.tap[i].weight * std::int64_t(double(values.value[i]) * to_units); // truncated toward zero
    partial.sum += product;
    record(trace, {int(i), product, partial.sum, partial.unit});
  }
  return partial;
}

// Measured: sums are aligned in steps of four bits, to the next of the exponents ... -3, 1, 5 ... that is not
// below any of them, with three bits more than a texel has, and rounded down.
Partial add(std::span<const Partial> partials, int kept, SumTrace* trace) {
  Partial total;
  for (const Partial& p : partials)
    total.largest = std::max(total.largest, p.largest);
  if (total.largest == Partial::none) return total;
  total.unit = total.largest + ((1 - total.largest) & 3) - kept - 3 - 8;
  for (const Partial& p : partials) {
    if (p.largest == Partial::none) continue;
    const int down = total.unit - p.unit;
    total.sum += down <= 0 ? p.sum * (std::int64_t(1) << -down) : p.sum >> std::min(down, 63);
  }
  record(trace, {SumTrace::Step::addition, 0, total.sum, total.unit});
  return total;
}

// Measured: all quads of a pass are added to the sum in one step, zeros too; a single quad is unchanged.
Partial block_sum(const Taps& taps, const Values& values, int kept, SumTrace* trace) {
  if (taps.quad_count == 1) return quad_sum(taps, 0, values, kept, trace);
  constexpr std::size_t max_quads_of_pass = 4;
  Partial total;
  for (std::size_t pass = 0; pass < taps.pass_count; ++pass) {
    std::array<Partial, 1 + max_quads_of_pass> partials = {total};
    std::size_t count = 1;
    for (std::size_t quad = taps.pass[pass]; quad < taps.pass[pass + 1]; ++quad)
      partials[count++] = quad_sum(taps, quad, values, kept, trace);
    total = add(std::span(partials).first(count), kept, trace);
  }
  return total;
}

// |value| * 2^-lowest_exponent rounded to an integer of at most `digits` bits, halves away from zero, and
// scaled back.
double round_digits(const Partial& fixed, int digits, int lowest_exponent) {
  std::uint64_t magnitude = std::uint64_t(fixed.sum < 0 ? -fixed.sum : fixed.sum);
  int exponent = fixed.unit;
  const int surplus = std::max(int(std::bit_width(magnitude)) - digits, lowest_exponent - exponent);
  if (surplus > 63) return 0;
  if (surplus > 0) {
    magnitude = (magnitude + (std::uint64_t(1) << (surplus - 1))) >> surplus;
    exponent += surplus;
  }
  return std::ldexp(double(magnitude), exponent) * (fixed.sum < 0 ? -1 : 1);
}

// Measured: block floating point, with one block per quad. Infinities of both signs and any NaN give the
// format's only NaN; otherwise an infinity gives itself. Results that would be denormal floats become zeros
// of their sign; a zero is negative if all contributing texels are negative zeros.
std::uint32_t filter_block(const Taps& taps, const Values& values, const Block& block, SumTrace* trace) {
  const Signs signs = signs_of(taps, values);
  if (signs.nan || (signs.up && signs.down)) return block.nan;
  if (signs.up || signs.down) return signs.up ? 0x7f800000u : 0xff800000u;
  const Partial sum = block_sum(taps, values, block.kept, trace);
  if (trace) trace->digits = block.digits;
  const bool negative = sum.sum < 0 || (sum.sum == 0 && signs.negative_zeros);
  const float result = float(round_digits(sum, block.digits, block.lowest_exponent));
  if (std::fabs(result) < std::numeric_limits<float>::min()) return negative ? 0x80000000u : 0u;
  return float_bits(result);
}

void set(Values& values, std::size_t i, float value) {
  values.value[i] = value;
  values.exponent[i] = value == 0 ? no_exponent
                                  : int(float_bits(value) >> 23 & 255) -
                                        126; // 0.5 <= |value| * 2^-exponent < 1; no denormals here
}

// Measured: the exponent is that of the table's segment, also for the code 0, and a texel has 8 bits below
// it.
std::uint32_t filter_srgb(const Taps& taps, SumTrace* trace) {
  Values values;
  for (std::size_t i = 0; i < taps.count; ++i) {
    values.value[i] = half_to_float(srgb_half(taps.tap[i].stored));
    values.exponent[i] = srgb_exponent(taps.tap[i].stored);
  }
  return filter_block(taps, values, srgb_block, trace);
}

std::uint32_t filter_half(const Taps& taps, SumTrace* trace) {
  Values values;
  for (std::size_t i = 0; i < taps.count; ++i)
    set(values, i, half_to_float(std::uint16_t(taps.tap[i].stored)));
  return filter_block(taps, values, half_block, trace);
}

// Measured: denormal texels count as zeros.
std::uint32_t filter_single(const Taps& taps, SumTrace* trace) {
  Values values;
  for (std::size_t i = 0; i < taps.count; ++i) {
    const float value = bits_float(taps.tap[i].stored);
    set(values, i, std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value);
  }
  return filter_block(taps, values, single_block, trace);
}
} // namespace

std::uint32_t filter(Channel kind, const Taps& taps, SumTrace* trace) {
  switch (kind) {
  case Channel::unorm8:
    return float_bits(filter_unorm8(taps, trace));
  case Channel::snorm8:
    return float_bits(filter_snorm8(taps, trace));
  case Channel::unorm16:
  case Channel::unorm10:
    return float_bits(filter_unorm16(taps, trace));
  case Channel::snorm16:
    return float_bits(filter_snorm16(taps, trace));
  case Channel::srgb8:
    return filter_srgb(taps, trace);
  case Channel::half:
    return filter_half(taps, trace);
  case Channel::single:
  case Channel::integer:
    break;
  }
  return filter_single(taps, trace);
}

std::uint32_t blend_integers(const ElementFormat& format, const Taps& taps, SumTrace* trace) {
  std::int64_t sum = 0;
  for (std::size_t i = 0, quad = 0; i < taps.count; ++i) {
    if (i == taps.quad[quad + 1]) ++quad;
    const int weight = taps.tap[i].weight << (10 - taps.bits[quad]);
    const std::uint32_t bits = taps.tap[i].stored;
    const bool is_signed = format.kind == ElementKind::signed_int;
    const std::int64_t value = !is_signed          ? std::int64_t(bits)
                               : format.bits == 8  ? std::int8_t(bits)
                               : format.bits == 16 ? std::int16_t(bits)
                                                   : std::int32_t(bits);
    sum += weight * value;
    record(trace, {int(i), weight * value, sum, -10});
  }
  return std::uint32_t((format.bits == 32 ? sum : sum + 512) >> 10);
}

} // namespace texelscope::unit
