// Vector code of steps weights and filter.
#if defined(TEXELSCOPE_FAST_FILTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_FILTER_INL
#undef TEXELSCOPE_FAST_FILTER_INL
#else
#define TEXELSCOPE_FAST_FILTER_INL
#endif

#include "kernels/cpu/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

struct Quad {
  Floats v[4]; // left top, right top, left bottom, right bottom
};

// Whole numbers over 256.
HWY_INLINE Quad weights_2d(Ints weight_x, Ints weight_y) {
  const Floats a = hn::ConvertTo(f, weight_x), b = hn::ConvertTo(f, weight_y);
  const Floats both = hn::Floor(hn::MulAdd(hn::Mul(a, b), hn::Set(f, 1 / 256.0f), hn::Set(f, 0.5f)));
  const Floats right = hn::Sub(a, both), below = hn::Sub(b, both);
  return {{hn::Sub(hn::Sub(hn::Set(f, 256.0f), a), below), right, below, both}};
}

HWY_INLINE Floats weighted_sum(const Quad& w, const Quad& t) {
  Floats sum = hn::MulAdd(w.v[0], t.v[0], hn::Zero(f));
  for (int i = 1; i < 4; ++i)
    sum = hn::MulAdd(w.v[i], t.v[i], sum);
  return sum;
}

// number / largest, correctly rounded, for whole numbers up to `largest` of 255, 127, 65535 and 32767 (a test
// tries all).
HWY_INLINE Floats divide(Floats number, float largest) {
#if HWY_NATIVE_FMA
  const Floats inverse = hn::Set(f, 1 / largest);
  const Floats near = hn::Mul(number, inverse);
  return hn::MulAdd(hn::NegMulAdd(near, hn::Set(f, largest), number), inverse, near);
#else
  return hn::Div(number, hn::Set(f, largest));
#endif
}

// The integer filters of the model; every number here is a whole one below 2^24, so floats hold it.
template <unit::Channel kind>
HWY_INLINE Floats filter_codes(const Quad& w, const Quad& t) {
  using enum unit::Channel;
  const Floats sum = weighted_sum(w, t), middle = hn::Set(f, 0.5f);
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

// Texels without weight become -0, which no sum notices; returns the largest magnitude of the others, as
// bits.
HWY_INLINE Ints take_weighted(const Quad& w, Quad& t) {
  Ints largest = hn::Zero(i32);
  for (int i = 0; i < 4; ++i) {
    t.v[i] = hn::IfThenElse(hn::Gt(w.v[i], hn::Zero(f)), t.v[i], hn::Set(f, -0.0f));
    largest = hn::Max(largest, hn::BitCast(i32, hn::Abs(t.v[i])));
  }
  return largest;
}

// Products of texels cut to whole numbers of a block's unit.
HWY_INLINE Floats block_sum(const Quad& w, const Quad& t, Floats to_block) {
  Floats sum = hn::Mul(
      w.v[0], hn::Trunc(hn::Mul(t.v[0], to_block))); // no 0 to start from: it would lose the sign of -0
  for (int i = 1; i < 4; ++i)
    sum = hn::MulAdd(w.v[i], hn::Trunc(hn::Mul(t.v[i], to_block)), sum);
  return sum;
}

// Where a texel takes part: its column and its row have a weight, though the product may be 0.
struct Parts {
  hn::Mask<FloatTag> of[4];
};
HWY_INLINE Parts takes_part(const Quad& w) {
  const Floats zero = hn::Zero(f);
  const auto right = hn::Gt(hn::Add(w.v[1], w.v[3]), zero), lower = hn::Gt(hn::Add(w.v[2], w.v[3]), zero);
  return {{hn::Eq(zero, zero), right, lower, hn::And(right, lower)}};
}

// Where a texel that takes part is NaN or infinite. `t`: all four as they are.
HWY_INLINE Floats replace_special(Floats result, const Quad& w, const Quad& t, std::int32_t nan_bits) {
  Ints largest = hn::Zero(i32);
  for (int i = 0; i < 4; ++i)
    largest = hn::Max(largest, hn::BitCast(i32, hn::Abs(t.v[i])));
  if (HWY_LIKELY(hn::AllFalse(i32, hn::Gt(largest, hn::Set(i32, 0x7f7fffff))))) return result;
  const Parts parts = takes_part(w);
  Floats special = hn::Zero(f); // infinities and NaN add as in IEEE arithmetic
  for (int i = 0; i < 4; ++i) {
    const auto finite = hn::Lt(hn::Abs(t.v[i]), hn::BitCast(f, hn::Set(i32, 0x7f800000)));
    special = hn::Add(special, hn::IfThenElseZero(parts.of[i], hn::IfThenZeroElse(finite, t.v[i])));
  }
  result = hn::IfThenElse(hn::Eq(special, hn::Zero(f)), result, special);
  return hn::IfThenElse(hn::Eq(special, special), result, hn::BitCast(f, hn::Set(i32, nan_bits)));
}

// A sum of weighted zeros is -0 only if all that takes part is -0. `largest`: of the texels with a weight.
HWY_INLINE Floats settle_zero(Floats result, Ints largest, const Quad& w, const Quad& t) {
  const auto negative = hn::Lt(hn::BitCast(i32, result), hn::Zero(i32));
  const auto open = hn::And(negative, hn::Eq(largest, hn::Zero(i32)));
  if (HWY_LIKELY(hn::AllFalse(i32, open))) return result;
  const Parts parts = takes_part(w);
  Ints signs = hn::Set(i32, -1);
  for (int i = 0; i < 4; ++i) {
    const auto zero = hn::Lt(hn::Abs(t.v[i]), hn::Set(f, 0x1p-126f)); // float denormals count as zeros
    const Ints sign = hn::IfThenElseZero(hn::RebindMask(i32, zero), hn::BitCast(i32, t.v[i]));
    signs = hn::IfThenElse(hn::RebindMask(i32, parts.of[i]), hn::And(signs, sign), signs);
  }
  const auto positive = hn::And(open, hn::Gt(signs, hn::Set(i32, -1)));
  return hn::IfThenZeroElse(hn::RebindMask(f, positive), result);
}

// 11 bits, halves away from zero: floats keep sign and magnitude, so half a step is added to the bits.
HWY_INLINE Floats round_to_half(Floats exact) {
  return hn::BitCast(f,
                     hn::And(hn::Add(hn::BitCast(i32, exact), hn::Set(i32, 0x1000)), hn::Set(i32, ~0x1fff)));
}

// Block floating point of halves: 15 bits a texel and 8 of weight fit a float.
HWY_NOINLINE Floats filter_half(const Quad& w, const Quad& texels) {
  Quad t = texels;
  const Ints largest = take_weighted(w, t);
  const Ints least = hn::Set(i32, (127 - 24) << 23);
  const Ints exponent =
      hn::Max(hn::And(largest, hn::Set(i32, 0x7f800000)), least); // of 2^(block exponent - 1)
  const Floats to_block = hn::BitCast(f, hn::Sub(hn::Set(i32, (127 + 14 + 127) << 23), exponent));
  const Floats from_block = hn::BitCast(f, hn::Sub(exponent, hn::Set(i32, 22 << 23)));
  const Floats exact = hn::Mul(block_sum(w, t, to_block), from_block);
  Floats result = round_to_half(exact);
  const auto small = hn::Lt(hn::Abs(exact), hn::Set(f, 0x1p-14f)); // below, steps stay 2^-24
  if (!hn::AllFalse(f, small)) {
    const Floats steps = hn::Trunc(hn::MulAdd(hn::Abs(exact), hn::Set(f, 0x1p24f), hn::Set(f, 0.5f)));
    result = hn::IfThenElse(small, hn::CopySign(hn::Mul(steps, hn::Set(f, 0x1p-24f)), exact), result);
  }
  return replace_special(settle_zero(result, largest, w, texels), w, texels, 0x7fffe000);
}

// Of sRGB colours, whose exponent comes with them; see srgb_entries(). 8 bits a texel and 8 of weight.
HWY_NOINLINE Floats filter_srgb(const Quad& w, const Quad& entries) {
  Ints exponent = hn::Set(i32, 127 - 7); // of 2^(block exponent - 1), as a float has it
  Quad t;
  for (int i = 0; i < 4; ++i) {
    const Ints entry = hn::BitCast(i32, entries.v[i]);
    const Ints field = hn::And(entry, hn::Set(i32, 0xff));
    const auto weighted = hn::RebindMask(i32, hn::Gt(w.v[i], hn::Zero(f)));
    exponent = hn::Max(exponent, hn::IfThenElseZero(weighted, field));
    t.v[i] = hn::BitCast(f, hn::Sub(entry, field));
  }
  exponent = hn::ShiftLeft<23>(exponent);
  const Floats to_block = hn::BitCast(f, hn::Sub(hn::Set(i32, (127 + 7 + 127) << 23), exponent));
  const Floats from_block = hn::BitCast(f, hn::Sub(exponent, hn::Set(i32, 15 << 23)));
  return round_to_half(hn::Mul(block_sum(w, t, to_block), from_block));
}

#if HWY_TARGET == HWY_SCALAR
using DoubleTag = hn::Rebind<double, FloatTag>;
using HalfTag = FloatTag;
#else
using DoubleTag = hn::RepartitionToWide<FloatTag>;
using HalfTag = hn::Half<FloatTag>;
#endif
using LongTag = hn::RebindToSigned<DoubleTag>;
using Doubles = hn::Vec<DoubleTag>;
using HalfFloats = hn::Vec<HalfTag>;

// Block floating point of floats: 28 bits a texel and 8 of weight fit a double.
HWY_INLINE HalfFloats filter_single_half(const HalfFloats (&w)[4], const HalfFloats (&t)[4],
                                         HalfFloats largest) {
  const DoubleTag d;
  const LongTag i64;
  const auto exponent = hn::And(hn::BitCast(i64, hn::PromoteTo(d, largest)), hn::Set(i64, 0x7ffll << 52));
  const Doubles to_block = hn::BitCast(d, hn::Sub(hn::Set(i64, (1023ll + 27 + 1023) << 52), exponent));
  const Doubles from_block = hn::BitCast(d, hn::Sub(exponent, hn::Set(i64, 35ll << 52)));
  Doubles sum = hn::Mul(hn::PromoteTo(d, w[0]), hn::Trunc(hn::Mul(hn::PromoteTo(d, t[0]), to_block)));
  for (int i = 1; i < 4; ++i) {
    const Doubles aligned = hn::Trunc(hn::Mul(hn::PromoteTo(d, t[i]), to_block));
    sum = hn::MulAdd(hn::PromoteTo(d, w[i]), aligned, sum);
  }
  const Doubles exact = hn::Mul(sum, from_block);
  // Ties must go away from zero: a nudge moves them and nothing else over the middle.
  const Doubles nudged = hn::Mul(exact, hn::Set(d, 1 + 0x1p-45));
  const auto normal =
      hn::Ge(hn::Abs(exact), hn::Set(d, 0x1p-126 - 0x1p-151)); // else it would round to a denormal
  return hn::DemoteTo(HalfTag(), hn::CopySign(hn::IfThenElseZero(normal, nudged), exact));
}

HWY_NOINLINE Floats filter_single(const Quad& w, const Quad& texels) {
  Quad t;
  for (int i = 0; i < 4; ++i) { // denormals count as zeros
    const auto denormal = hn::Lt(hn::Abs(texels.v[i]), hn::Set(f, 0x1p-126f));
    t.v[i] = hn::IfThenElse(denormal, hn::CopySign(hn::Zero(f), texels.v[i]), texels.v[i]);
  }
  const Ints magnitude = take_weighted(w, t);
  const Floats largest = hn::BitCast(f, hn::Max(magnitude, hn::Set(i32, 1)));
#if HWY_TARGET == HWY_SCALAR
  const Floats result = filter_single_half(w.v, t.v, largest);
#else
  const HalfTag h;
  HalfFloats weight[4], texel[4];
  for (int i = 0; i < 4; ++i) {
    weight[i] = hn::LowerHalf(h, w.v[i]);
    texel[i] = hn::LowerHalf(h, t.v[i]);
  }
  const HalfFloats low = filter_single_half(weight, texel, hn::LowerHalf(h, largest));
  for (int i = 0; i < 4; ++i) {
    weight[i] = hn::UpperHalf(h, w.v[i]);
    texel[i] = hn::UpperHalf(h, t.v[i]);
  }
  const Floats result = hn::Combine(f, filter_single_half(weight, texel, hn::UpperHalf(h, largest)), low);
#endif
  return replace_special(settle_zero(result, magnitude, w, texels), w, texels, 0x7fffffff);
}

template <unit::Channel kind>
HWY_INLINE Floats filter(const Quad& weights, const Quad& texels) {
  if constexpr (kind == unit::Channel::srgb8)
    return filter_srgb(weights, texels);
  else if constexpr (kind == unit::Channel::half)
    return filter_half(weights, texels);
  else if constexpr (kind == unit::Channel::single)
    return filter_single(weights, texels);
  else
    return filter_codes<kind>(weights, texels);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
