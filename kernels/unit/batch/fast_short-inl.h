// Vector code of the gradients' arithmetic: unit::Short as a float whose last 14 bits are 0, in a range where
// no result overflows or loses bits. See texture_unit/short_float.h.
#if defined(TEXELSCOPE_FAST_SHORT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_SHORT_INL
#undef TEXELSCOPE_FAST_SHORT_INL
#else
#define TEXELSCOPE_FAST_SHORT_INL
#endif

#include <bit>

#include "kernels/unit/batch/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

using FloatMask = hn::Mask<FloatTag>;

constexpr std::int32_t exponent_field = 0x7f800000;
constexpr std::int32_t power_bits(int exponent) {
  return (127 + exponent) * (1 << 23);
}

HWY_INLINE Ints bits_of(Floats v) {
  return hn::BitCast(i32, v);
}
HWY_INLINE Ints exponent_bits_of(Floats v) {
  return hn::And(bits_of(v), hn::Set(i32, exponent_field));
}
// The significand of a normal float, as an integer of `digits` bits.
template <int digits>
HWY_INLINE Ints significand(Floats v) {
  const Ints all = hn::Or(hn::And(bits_of(v), hn::Set(i32, 0x7fffff)), hn::Set(i32, 0x800000));
  return hn::ShiftRight<24 - digits>(all);
}

// Truncates to 10 bits, toward zero.
HWY_INLINE Floats cut_short(Floats v) {
  return hn::BitCast(f, hn::And(bits_of(v), hn::Set(i32, ~0x3fff)));
}
// A non-negative integer below 2^26, truncated, times 2^exponent; `exponent`: in float format, less 127.
HWY_INLINE Floats short_of(Ints number, Ints exponent) {
  const IntMask long_one = hn::Gt(number, hn::Set(i32, 0xffffff));
  const Ints exact = hn::IfThenElse(long_one, hn::And(number, hn::Set(i32, ~0xff)), number);
  const Ints value = hn::Add(bits_of(cut_short(hn::ConvertTo(f, exact))), exponent);
  return hn::BitCast(f, hn::IfThenElseZero(hn::Gt(number, hn::Zero(i32)), value));
}
HWY_INLINE Ints less_exponent(Ints bits, int exponent) {
  return hn::Sub(bits, hn::Set(i32, exponent * (1 << 23)));
}

// An array multiplier without its six lowest columns, and a constant that compensates for them. It is
// symmetric in the factors' bits. Takes the product of the significands.
HWY_INLINE Floats finish_product(Ints product, Floats a, Floats b) {
  const Ints exponent =
      hn::Add(less_exponent(exponent_bits_of(a), 127 + 9), less_exponent(exponent_bits_of(b), 127 + 9));
  const Floats magnitude = short_of(hn::Add(product, hn::Set(i32, 448)), exponent), zero = hn::Zero(f);
  const Floats sign = hn::And(hn::Xor(a, b), hn::Set(f, -0.0f));
  return hn::IfThenElseZero(hn::And(hn::Ne(a, zero), hn::Ne(b, zero)), hn::Or(magnitude, sign));
}
HWY_INLINE Ints dropped_columns(Ints other, int bit) {
  return hn::ShiftLeftSame(hn::And(other, hn::Set(i32, (1 << (6 - bit)) - 1)), bit);
}

HWY_INLINE Floats short_product(Floats a, Floats b) {
  const Ints x = significand<10>(a), y = significand<10>(b);
  Ints product = hn::Mul(x, y);
  for (int bit = 0; bit < 6; ++bit) {
    const IntMask taken = hn::Ne(hn::And(x, hn::Set(i32, 1 << bit)), hn::Zero(i32));
    product = hn::Sub(product, hn::IfThenElseZero(taken, dropped_columns(y, bit)));
  }
  return finish_product(product, a, b);
}
// Fast if the size has few bits, as most have.
HWY_INLINE Floats short_product(Floats a, float size) {
  const int y = int((std::bit_cast<std::uint32_t>(size) & 0x7fffff) | 0x800000) >> 14;
  const Ints x = significand<10>(a);
  Ints product = hn::Mul(x, hn::Set(i32, y));
  for (int bit = 0; bit < 6; ++bit)
    if (y >> bit & 1) product = hn::Sub(product, dropped_columns(x, bit));
  return finish_product(product, a, hn::Set(f, size));
}

// The sum of numbers of `digits` bits, as a Short; the smaller one keeps one bit below the last bit of the
// larger.
template <int digits>
HWY_INLINE Floats cut_sum(Floats a, Floats b) {
  const FloatMask swapped = hn::Lt(hn::Abs(a), hn::Abs(b));
  const Floats large = hn::IfThenElse(swapped, b, a), small = hn::IfThenElse(swapped, a, b);
  const Ints exponent = exponent_bits_of(large);
  // Not ordered where one is NaN, which others treat: a shift of unsigned numbers makes of a negative
  // difference a large one.
  const hn::RebindToUnsigned<IntTag> u32;
  const Ints distance =
      hn::BitCast(i32, hn::ShiftRight<23>(hn::BitCast(u32, hn::Sub(exponent, exponent_bits_of(small)))));
  const Ints exponent_difference = hn::Min(distance, hn::Set(i32, 31));
  const Ints high = hn::ShiftLeft<1>(significand<digits>(large));
  const Ints kept = hn::Shr(hn::ShiftLeft<1>(significand<digits>(small)), exponent_difference);
  const Ints low = hn::IfThenElseZero(hn::RebindMask(i32, hn::Ne(small, hn::Zero(f))), kept);
  const IntMask opposite = hn::Lt(bits_of(hn::Xor(a, b)), hn::Zero(i32));
  const Ints sum = hn::IfThenElse(opposite, hn::Sub(high, low), hn::Add(high, low));
  const Floats magnitude = short_of(sum, less_exponent(exponent, 127 + digits));
  const Floats sign = hn::And(large, hn::Set(f, -0.0f));
  return hn::IfThenElseZero(hn::Ne(large, hn::Zero(f)), hn::Or(magnitude, sign));
}
HWY_INLINE Floats short_sum_of(Floats a, Floats b) {
  return cut_sum<10>(a, b);
}
HWY_INLINE Floats short_difference(Floats a, Floats b) {
  return cut_sum<10>(a, hn::Neg(b));
}

// |a| * factor / 2^shift, plus a small constant.
HWY_INLINE Floats short_scaled(Floats a, int factor, int shift) {
  const Floats half_a_power = hn::BitCast(f, less_exponent(exponent_bits_of(a), 1)); // 256 of the last place
  const Floats exact = hn::Add(hn::Mul(hn::Abs(a), hn::Set(f, float(factor))), half_a_power);
  const Floats scaled = hn::Mul(cut_short(exact), hn::Set(f, 1 / float(1 << shift)));
  return hn::IfThenElseZero(hn::Ne(a, hn::Zero(f)), scaled);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
