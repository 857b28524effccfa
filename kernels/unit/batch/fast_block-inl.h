// Vector code of block floating point in doubles, for quads of floats.
#if defined(TEXELSCOPE_FAST_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_BLOCK_INL
#undef TEXELSCOPE_FAST_BLOCK_INL
#else
#define TEXELSCOPE_FAST_BLOCK_INL
#endif

#include "kernels/unit/batch/fast_filter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

using DoubleTag = hn::RepartitionToWide<FloatTag>;
constexpr int parts = 2;
using LongTag = hn::RebindToSigned<DoubleTag>;
using Doubles = hn::Vec<DoubleTag>;
using Longs = hn::Vec<LongTag>;
inline constexpr DoubleTag f64;
inline constexpr LongTag i64;

// A vector of floats as doubles, in two parts.
struct Wide {
  Doubles part[parts];
};
struct WideQuad {
  Wide v[4];
};

HWY_INLINE Wide widen(Floats v) {
  const hn::Half<FloatTag> half;
  return {{hn::PromoteTo(f64, hn::LowerHalf(half, v)), hn::PromoteTo(f64, hn::UpperHalf(half, v))}};
}
HWY_INLINE Wide widen(Ints v) {
  const hn::Half<IntTag> half;
  return {{hn::PromoteTo(f64, hn::LowerHalf(half, v)), hn::PromoteTo(f64, hn::UpperHalf(half, v))}};
}
HWY_INLINE Floats narrow(const Wide& v) {
  const hn::Half<FloatTag> half;
  return hn::Combine(f, hn::DemoteTo(half, v.part[1]), hn::DemoteTo(half, v.part[0]));
}
HWY_INLINE WideQuad widen(const Quad& q) {
  return {{widen(q.v[0]), widen(q.v[1]), widen(q.v[2]), widen(q.v[3])}};
}

HWY_INLINE Doubles power(Longs biased_exponent_bits) {
  return hn::BitCast(f64, biased_exponent_bits);
}
HWY_INLINE Longs exponent_bits(int exponent) {
  return hn::Set(i64, std::int64_t(exponent) << 52);
}

// Exponents of 2^(the model's exponent - 1) in double format. `largest` is not 0.
HWY_INLINE Longs exponent_of(Doubles largest) {
  return hn::And(hn::BitCast(i64, largest), exponent_bits(0x7ff));
}

// The sum of weight * float, with floats truncated to 28 bits below the largest exponent. A zero is +0 unless
// all terms are -0.
HWY_INLINE Doubles quad_sum(const WideQuad& w, const WideQuad& t, int part, Longs exponent) {
  const Doubles to_block = power(hn::Sub(exponent_bits(1023 + 27 + 1023), exponent));
  const Doubles from_block = power(hn::Sub(exponent, exponent_bits(35)));
  Doubles sum = hn::Mul(w.v[0].part[part], hn::Trunc(hn::Mul(t.v[0].part[part], to_block)));
  for (int i = 1; i < 4; ++i)
    sum = hn::MulAdd(w.v[i].part[part], hn::Trunc(hn::Mul(t.v[i].part[part], to_block)), sum);
  return hn::Mul(sum, from_block);
}

// Rounds to 24 bits, halves away from zero: a nudge moves only ties over the middle, then the conversion
// rounds. Results that would be denormal become zeros of their sign; the bound is the smallest value that
// rounds up to 2^-126, first to 24 bits and then once more.
inline constexpr double nudge = 1 + 0x1p-45;
HWY_INLINE Doubles ready_for_single(Doubles exact) {
  const Doubles magnitude = hn::Abs(exact),
                rounds_up = hn::Max(hn::Mul(magnitude, hn::Set(f64, nudge)), hn::Set(f64, 0x1p-126));
  const auto normal = hn::Ge(magnitude, hn::Set(f64, 0x1p-126 - 0x1p-150 - 0x1p-151));
  return hn::CopySign(hn::IfThenElseZero(normal, rounds_up), exact);
}
HWY_INLINE Floats without_denormals(Floats v) {
  const auto denormal = hn::Lt(hn::Abs(v), hn::Set(f, 0x1p-126f));
  return hn::IfThenElse(denormal, hn::CopySign(hn::Zero(f), v), v);
}
HWY_INLINE Quad without_denormals(const Quad& t) {
  return {{without_denormals(t.v[0]), without_denormals(t.v[1]), without_denormals(t.v[2]),
           without_denormals(t.v[3])}};
}

// Sums texels of any size with a weight.
[[maybe_unused]] static HWY_NOINLINE Floats sum_tiny_singles(const Quad& w, const WideQuad& wide,
                                                             const Quad& texels) {
  Quad t = without_denormals(texels);
  const Wide largest = widen(hn::BitCast(f, hn::Max(take_weighted(w, t), hn::Set(i32, 1))));
  const WideQuad values = widen(t);
  Wide sum;
  for (int part = 0; part < parts; ++part)
    sum.part[part] = ready_for_single(quad_sum(wide, values, part, exponent_of(largest.part[part])));
  return narrow(sum);
}

// The bound for sum_of_large_singles(): the largest is 2^-99 at least, or all are zeros.
constexpr std::int32_t min_large_single = (127 - 99) << 23;
HWY_INLINE bool are_large(Ints magnitude) {
  return hn::AllFalse(
      i32, hn::And(hn::Gt(magnitude, hn::Zero(i32)), hn::Lt(magnitude, hn::Set(i32, min_large_single))));
}

// quad_sum(), times `factor`, if floats can hold the block's scale and its unit is above all denormals. `t`:
// texels without weight are zeros.
HWY_INLINE Wide sum_of_large_singles(const WideQuad& wide, Quad t, Ints magnitude, double factor) {
  const Ints exponent = hn::Max(hn::And(magnitude, hn::Set(i32, 0x7f800000)), hn::Set(i32, min_large_single));
  const Floats to_block =
      hn::BitCast(f, hn::Sub(hn::Set(i32, std::int32_t((127u + 27u + 127u) << 23)), exponent));
  for (Floats& v : t.v)
    v = hn::Trunc(hn::Mul(v, to_block));
  const WideQuad values = widen(t);
  Wide sum = widen(hn::BitCast(f, exponent));
  for (int part = 0; part < parts; ++part) {
    const Doubles from_block = hn::Mul(sum.part[part], hn::Set(f64, 0x1p-35 * factor));
    Doubles products = hn::Mul(wide.v[0].part[part], values.v[0].part[part]);
    for (int i = 1; i < 4; ++i)
      products = hn::MulAdd(wide.v[i].part[part], values.v[i].part[part], products);
    sum.part[part] = hn::Mul(products, from_block);
  }
  return sum;
}

// Texels of any size, infinities and NaN.
[[maybe_unused]] static HWY_NOINLINE Floats filter_any_single(const Quad& w, const WideQuad& wide,
                                                              const Quad& texels, Ints flags) {
  Quad t = texels;
  const Ints magnitude = take_weighted(w, t);
  const Floats sum = HWY_LIKELY(are_large(magnitude))
                         ? without_denormals(narrow(sum_of_large_singles(wide, t, magnitude, nudge)))
                         : sum_tiny_singles(w, wide, texels);
  const Ints normal = hn::IfThenElseZero(hn::Gt(magnitude, hn::Set(i32, 0x7fffff)), magnitude);
  const Floats settled = settle_zero(sum, normal, texels, flags);
  return replace_special(settled, texels, flags, 0x7fffffff);
}

// The sum of ordinary texels: the conversion to integers truncates. The unit of the block is 2^-125 at least,
// so that nothing is denormal.
constexpr std::int32_t min_ordinary_single = (127 - 90) << 23;
HWY_INLINE Floats sum_of_ordinary_singles(const WideQuad& wide, const Quad& t, Ints magnitude) {
  const Ints exponent =
      hn::Max(hn::And(magnitude, hn::Set(i32, 0x7f800000)), hn::Set(i32, min_ordinary_single));
  const Floats to_block =
      hn::BitCast(f, hn::Sub(hn::Set(i32, std::int32_t((127u + 27u + 127u) << 23)), exponent));
  WideQuad values;
  for (int i = 0; i < 4; ++i)
    values.v[i] = widen(hn::ConvertTo(i32, hn::Mul(t.v[i], to_block)));
  Wide sum = widen(hn::BitCast(f, exponent));
  for (int part = 0; part < parts; ++part) {
    Doubles products = hn::Mul(wide.v[0].part[part], values.v[0].part[part]);
    for (int i = 1; i < 4; ++i)
      products = hn::MulAdd(wide.v[i].part[part], values.v[i].part[part], products);
    sum.part[part] = hn::Mul(products, hn::Mul(sum.part[part], hn::Set(f64, 0x1p-35 * nudge)));
  }
  return narrow(sum);
}

[[maybe_unused]] static HWY_NOINLINE Floats with_sign_of_zeros(Floats sum, IntMask zero, const Quad& texels,
                                                               Ints flags) {
  const Ints sign = common_sign(texels, flags, hn::Set(i32, -1));
  const IntMask negative = hn::And(zero, hn::Lt(sign, hn::Zero(i32)));
  return hn::IfThenElse(hn::RebindMask(f, negative), hn::Set(f, -0.0f), sum);
}

// Filters one quad of floats: 28 bits of a texel and 8 of its weight fit a double. `wide`: the weights as
// doubles.
HWY_INLINE Floats filter_single(const Quad& w, const WideQuad& wide, const Quad& texels, Ints flags) {
  const Ints none = hn::Zero(i32);
  Quad t;
  Ints largest = none, magnitude = none; // of all, and of those with a weight, as bits
  for (int i = 0; i < 4; ++i) {
    const auto weighted = hn::Gt(w.v[i], hn::Zero(f));
    const Ints size = hn::BitCast(i32, hn::Abs(texels.v[i]));
    largest = hn::Max(largest, size);
    magnitude = hn::Max(magnitude, hn::IfThenElseZero(hn::RebindMask(i32, weighted), size));
    t.v[i] = hn::IfThenElseZero(weighted, texels.v[i]);
  }
  const IntMask zero = hn::Eq(magnitude, none);
  const IntMask tiny = hn::AndNot(zero, hn::Lt(magnitude, hn::Set(i32, min_ordinary_single)));
  const IntMask special = hn::Gt(largest, hn::Set(i32, 0x7f7fffff));
  if (HWY_UNLIKELY(!hn::AllFalse(i32, hn::Or(tiny, special))))
    return filter_any_single(w, wide, texels, flags);
  const Floats sum = sum_of_ordinary_singles(wide, t, magnitude);
  return HWY_LIKELY(hn::AllFalse(i32, zero)) ? sum : with_sign_of_zeros(sum, zero, texels, flags);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
