// Vector code of steps weights and filter.
#if defined(TEXELSCOPE_FAST_FILTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_FILTER_INL
#undef TEXELSCOPE_FAST_FILTER_INL
#else
#define TEXELSCOPE_FAST_FILTER_INL
#endif

#include "kernels/unit/batch/fast_taps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

HWY_INLINE Floats weighted_sum(const Quad& w, const Quad& t, Floats sum) {
  for (int i = 0; i < 4; ++i)
    sum = hn::MulAdd(w.v[i], t.v[i], sum);
  return sum;
}

// number / largest, correctly rounded, for whole numbers up to `largest`, which is 255, 127, 65535 or 32767
// (a test tries all).
HWY_INLINE Floats divide(Floats number, float largest) {
#if HWY_NATIVE_FMA
  const Floats inverse = hn::Set(f, 1 / largest);
  const Floats near = hn::Mul(number, inverse);
  return hn::MulAdd(hn::NegMulAdd(near, hn::Set(f, largest), number), inverse, near);
#else
  return hn::Div(number, hn::Set(f, largest));
#endif
}

// The integer filters of the model, starting at the weighted sum; every number here is an integer below 2^24,
// so that floats hold it exactly.
template <unit::Channel kind>
HWY_INLINE Floats finish_codes(Floats sum) {
  using enum unit::Channel;
  const Floats middle = hn::Set(f, 0.5f);
  if constexpr (kind == unorm8)
    return divide(hn::Floor(hn::MulAdd(sum, hn::Set(f, 257 / 256.0f), middle)), 65535);
  if constexpr (kind == unorm16)
    return divide(hn::Floor(hn::MulAdd(sum, hn::Set(f, 1 / 256.0f), middle)), 65535);
  Floats rounded;
  if constexpr (kind == snorm8) {
    const Floats carry = hn::Floor(hn::Mul(sum, hn::Set(f, 1 / 4096.0f)));
    const Floats extra = hn::MulAdd(carry, hn::Set(f, 16.0f), sum);
    rounded = hn::Add(sum, hn::Floor(hn::MulAdd(extra, hn::Set(f, 1 / 128.0f), middle)));
  } else {
    rounded = hn::Floor(hn::MulAdd(sum, hn::Set(f, 1 / 256.0f), middle));
  }
  return divide(hn::Min(hn::Max(rounded, hn::Set(f, -32767.0f)), hn::Set(f, 32767.0f)), 32767);
}

// Replaces texels without weight by -0, which does not change a sum; returns the largest magnitude of the
// others, as bits.
HWY_INLINE Ints take_weighted(const Quad& w, Quad& t) {
  Ints largest = hn::Zero(i32);
  for (int i = 0; i < 4; ++i) {
    t.v[i] = hn::IfThenElse(hn::Gt(w.v[i], hn::Zero(f)), t.v[i], hn::Set(f, -0.0f));
    largest = hn::Max(largest, hn::BitCast(i32, hn::Abs(t.v[i])));
  }
  return largest;
}

// Sums the products with texels truncated to multiples of a block's unit.
HWY_INLINE Floats block_sum(const Quad& w, const Quad& t, Floats to_block) {
  Floats sum =
      hn::Mul(w.v[0], hn::Trunc(hn::Mul(t.v[0], to_block))); // starting from 0 would lose the sign of -0
  for (int i = 1; i < 4; ++i)
    sum = hn::MulAdd(w.v[i], hn::Trunc(hn::Mul(t.v[i], to_block)), sum);
  return sum;
}

// The sum for blocks of few bits, exact in a float. `exponent`: that of 2^(the block's - 1), in float format.
template <int kept>
HWY_INLINE Floats short_sum(const Quad& w, const Quad& t, Ints exponent) {
  const Floats to_block = hn::BitCast(f, hn::Sub(hn::Set(i32, (127 + kept - 1 + 127) << 23), exponent));
  const Floats from_block = hn::BitCast(f, hn::Sub(exponent, hn::Set(i32, (kept + 7) << 23)));
  return hn::Mul(block_sum(w, t, to_block), from_block);
}

// The exponent of halves, not below their smallest.
HWY_INLINE Ints half_exponent(Ints largest) {
  return hn::Max(hn::And(largest, hn::Set(i32, 0x7f800000)), hn::Set(i32, (127 - 24) << 23));
}

// The exponent of sRGB colors, which is stored with them; see srgb_entries(). `t`: in: the entries, out: the
// values.
HWY_INLINE Ints take_srgb_exponent(const Quad& w, Quad& t) {
  Ints exponent = hn::Set(i32, 127 - 7);
  for (int i = 0; i < 4; ++i) {
    const Ints entry = hn::BitCast(i32, t.v[i]);
    const Ints field = hn::And(entry, hn::Set(i32, 0xff));
    const auto weighted = hn::RebindMask(i32, hn::Gt(w.v[i], hn::Zero(f)));
    exponent = hn::Max(exponent, hn::IfThenElseZero(weighted, field));
    t.v[i] = hn::BitCast(f, hn::Sub(entry, field));
  }
  return hn::ShiftLeft<23>(exponent);
}

HWY_INLINE IntMask contributes(Ints flags, int tap) {
  return has_flag(flags, 4 + tap);
}

// Adds the infinities and NaN among contributing texels, as in IEEE arithmetic. `t`: all four, unchanged.
HWY_INLINE Floats sum_of_specials(const Quad& t, Ints flags, Floats sum) {
  Ints largest = hn::Zero(i32);
  for (int i = 0; i < 4; ++i)
    largest = hn::Max(largest, hn::BitCast(i32, hn::Abs(t.v[i])));
  if (HWY_LIKELY(hn::AllFalse(i32, hn::Gt(largest, hn::Set(i32, 0x7f7fffff))))) return sum;
  for (int i = 0; i < 4; ++i) {
    const auto finite = hn::Lt(hn::Abs(t.v[i]), hn::BitCast(f, hn::Set(i32, 0x7f800000)));
    sum = hn::Add(sum, hn::IfThenElseZero(hn::RebindMask(f, contributes(flags, i)),
                                          hn::IfThenZeroElse(finite, t.v[i])));
  }
  return sum;
}
HWY_INLINE Floats replace_special(Floats result, Floats special, std::int32_t nan_bits) {
  result = hn::IfThenElse(hn::Eq(special, hn::Zero(f)), result, special);
  return hn::IfThenElse(hn::Eq(special, special), result, hn::BitCast(f, hn::Set(i32, nan_bits)));
}
HWY_INLINE Floats replace_special(Floats result, const Quad& t, Ints flags, std::int32_t nan_bits) {
  return replace_special(result, sum_of_specials(t, flags, hn::Zero(f)), nan_bits);
}

// Negative if all contributing texels are -0; float denormals count as zeros.
HWY_INLINE Ints common_sign(const Quad& t, Ints flags, Ints signs) {
  const Floats any = hn::Or(hn::Or(t.v[0], t.v[1]), hn::Or(t.v[2], t.v[3]));
  if (hn::AllFalse(i32, hn::Lt(hn::BitCast(i32, any), hn::Zero(i32)))) {
    const auto none = hn::Eq(hn::And(flags, hn::Set(i32, 0xf0)), hn::Zero(i32));
    return hn::IfThenElseZero(none, signs);
  }
  for (int i = 0; i < 4; ++i) {
    const auto zero = hn::RebindMask(i32, hn::Lt(hn::Abs(t.v[i]), hn::Set(f, 0x1p-126f)));
    const Ints sign = hn::IfThenElseZero(zero, hn::BitCast(i32, t.v[i]));
    signs = hn::IfThenElse(contributes(flags, i), hn::And(signs, sign), signs);
  }
  return signs;
}

// A sum of weighted zeros is -0 only if every contributor is -0. `largest`: that of the texels with a weight.
HWY_INLINE Floats settle_zero(Floats result, Ints largest, const Quad& t, Ints flags) {
  const auto negative = hn::Lt(hn::BitCast(i32, result), hn::Zero(i32));
  const auto open = hn::And(negative, hn::Eq(largest, hn::Zero(i32)));
  if (HWY_LIKELY(hn::AllFalse(i32, open))) return result;
  const auto positive = hn::And(open, hn::Gt(common_sign(t, flags, hn::Set(i32, -1)), hn::Set(i32, -1)));
  return hn::IfThenZeroElse(hn::RebindMask(f, positive), result);
}

// Rounds to 11 bits, halves away from zero: floats are stored as sign and magnitude, so half a step is added
// to the bits.
HWY_INLINE Floats round_to_half(Floats exact) {
  return hn::BitCast(f,
                     hn::And(hn::Add(hn::BitCast(i32, exact), hn::Set(i32, 0x1000)), hn::Set(i32, ~0x1fff)));
}

// Rounds to multiples of 2^-24 as well.
HWY_INLINE Floats round_to_stored_half(Floats exact) {
  const Floats result = round_to_half(exact);
  const auto small = hn::Lt(hn::Abs(exact), hn::Set(f, 0x1p-14f));
  if (hn::AllFalse(f, small)) return result;
  const Floats steps = hn::Trunc(hn::MulAdd(hn::Abs(exact), hn::Set(f, 0x1p24f), hn::Set(f, 0.5f)));
  return hn::IfThenElse(small, hn::CopySign(hn::Mul(steps, hn::Set(f, 0x1p-24f)), exact), result);
}

// Block floating point of halves: 15 bits of a texel and 8 of its weight fit a float.
[[maybe_unused]] static HWY_NOINLINE Floats filter_half(const Quad& w, const Quad& texels, Ints flags) {
  Quad t = texels;
  const Ints largest = take_weighted(w, t);
  const Floats result = round_to_stored_half(short_sum<15>(w, t, half_exponent(largest)));
  return replace_special(settle_zero(result, largest, texels, flags), texels, flags, 0x7fffe000);
}

// The same with 8 bits of a texel and 8 of its weight.
[[maybe_unused]] static HWY_NOINLINE Floats filter_srgb(const Quad& w, const Quad& entries) {
  Quad t = entries;
  const Ints exponent = take_srgb_exponent(w, t);
  return round_to_half(short_sum<8>(w, t, exponent));
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
