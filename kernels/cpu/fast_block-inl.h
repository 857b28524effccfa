// Vector code of block floating point in doubles: quads of floats, and any format's quads added up.
#if defined(TEXELSCOPE_FAST_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_BLOCK_INL
#undef TEXELSCOPE_FAST_BLOCK_INL
#else
#define TEXELSCOPE_FAST_BLOCK_INL
#endif

#include "kernels/cpu/fast_filter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
using DoubleTag = hn::Rebind<double, FloatTag>;
constexpr int parts = 1;
#else
using DoubleTag = hn::RepartitionToWide<FloatTag>;
constexpr int parts = 2;
#endif
using LongTag = hn::RebindToSigned<DoubleTag>;
using Doubles = hn::Vec<DoubleTag>;
using Longs = hn::Vec<LongTag>;
inline constexpr DoubleTag d;
inline constexpr LongTag i64;

// A vector of floats as doubles, in two parts.
struct Wide {
  Doubles part[parts];
};
struct WideQuad {
  Wide v[4];
};

HWY_INLINE Wide widen(Floats v) {
#if HWY_TARGET == HWY_SCALAR
  return {{hn::PromoteTo(d, v)}};
#else
  const hn::Half<FloatTag> half;
  return {{hn::PromoteTo(d, hn::LowerHalf(half, v)), hn::PromoteTo(d, hn::UpperHalf(half, v))}};
#endif
}
HWY_INLINE Floats narrow(const Wide& v) {
#if HWY_TARGET == HWY_SCALAR
  return hn::DemoteTo(f, v.part[0]);
#else
  const hn::Half<FloatTag> half;
  return hn::Combine(f, hn::DemoteTo(half, v.part[1]), hn::DemoteTo(half, v.part[0]));
#endif
}
HWY_INLINE WideQuad widen(const Quad& q) {
  return {{widen(q.v[0]), widen(q.v[1]), widen(q.v[2]), widen(q.v[3])}};
}

// The model's unit::Block: bits kept of a texel, bits of the result.
template <unit::Channel kind>
constexpr int kept = kind == unit::Channel::single ? 28
                     : kind == unit::Channel::half ? 15
                                                   : 8;
template <unit::Channel kind>
constexpr int digits = kind == unit::Channel::single ? 24 : 11;

HWY_INLINE Doubles power(Longs biased_exponent_bits) {
  return hn::BitCast(d, biased_exponent_bits);
}
HWY_INLINE Longs exponent_bits(int exponent) {
  return hn::Set(i64, std::int64_t(exponent) << 52);
}

// Exponents as doubles have them, of 2^(the model's exponent - 1). `largest` is not 0.
HWY_INLINE Longs exponent_of(Doubles largest) {
  return hn::And(hn::BitCast(i64, largest), exponent_bits(0x7ff));
}

// Sum of weight * float, floats cut to 28 bits below the largest exponent. A zero is +0 unless all terms are
// -0.
HWY_INLINE Doubles quad_sum(const WideQuad& w, const WideQuad& t, int part, Longs exponent) {
  const Doubles to_block = power(hn::Sub(exponent_bits(1023 + 27 + 1023), exponent));
  const Doubles from_block = power(hn::Sub(exponent, exponent_bits(35)));
  Doubles sum = hn::Mul(w.v[0].part[part], hn::Trunc(hn::Mul(t.v[0].part[part], to_block)));
  for (int i = 1; i < 4; ++i)
    sum = hn::MulAdd(w.v[i].part[part], hn::Trunc(hn::Mul(t.v[i].part[part], to_block)), sum);
  return hn::Mul(sum, from_block);
}

// To 24 bits, halves away from zero: a nudge moves ties and nothing else over the middle, then conversion
// rounds. Results that would be denormal become zeros of their sign; the bound is what rounds up to 2^-126,
// to 24 bits and once more.
inline constexpr double nudge = 1 + 0x1p-45;
HWY_INLINE Doubles ready_for_single(Doubles exact) {
  const Doubles magnitude = hn::Abs(exact),
                rounds_up = hn::Max(hn::Mul(magnitude, hn::Set(d, nudge)), hn::Set(d, 0x1p-126));
  const auto normal = hn::Ge(magnitude, hn::Set(d, 0x1p-126 - 0x1p-150 - 0x1p-151));
  return hn::CopySign(hn::IfThenElseZero(normal, rounds_up), exact);
}
// To 11 bits, and to multiples of 2^-24.
HWY_INLINE Doubles ready_for_half(Doubles exact) {
  const Doubles magnitude = hn::Max(hn::Abs(exact), hn::Set(d, 0x1p-14));
  const Longs step = hn::Sub(exponent_of(magnitude), exponent_bits(10));
  const Doubles steps = hn::Mul(hn::Abs(exact), power(hn::Sub(exponent_bits(2046), step)));
  return hn::CopySign(hn::Mul(hn::Trunc(hn::Add(steps, hn::Set(d, 0.5))), power(step)), exact);
}
template <unit::Channel kind>
HWY_INLINE Doubles ready(Doubles exact) {
  return digits<kind> == 24 ? ready_for_single(exact) : ready_for_half(exact);
}

HWY_INLINE Floats without_denormals(Floats v) {
  const auto denormal = hn::Lt(hn::Abs(v), hn::Set(f, 0x1p-126f));
  return hn::IfThenElse(denormal, hn::CopySign(hn::Zero(f), v), v);
}
HWY_INLINE Quad without_denormals(const Quad& t) {
  return {{without_denormals(t.v[0]), without_denormals(t.v[1]), without_denormals(t.v[2]),
           without_denormals(t.v[3])}};
}

// Texels with a weight, of any size.
HWY_NOINLINE Floats sum_tiny_singles(const Quad& w, const WideQuad& wide, const Quad& texels) {
  Quad t = without_denormals(texels);
  const Wide largest = widen(hn::BitCast(f, hn::Max(take_weighted(w, t), hn::Set(i32, 1))));
  const WideQuad values = widen(t);
  Wide sum;
  for (int part = 0; part < parts; ++part)
    sum.part[part] = ready_for_single(quad_sum(wide, values, part, exponent_of(largest.part[part])));
  return narrow(sum);
}

// The same where the largest is 2^-99 at least, or all are zeros: floats hold the block's scale, and its unit
// is above all denormals.
constexpr std::int32_t least_large_single = (127 - 99) << 23;
HWY_INLINE Floats sum_large_singles(const WideQuad& wide, Quad t, Ints magnitude) {
  const Ints exponent =
      hn::Max(hn::And(magnitude, hn::Set(i32, 0x7f800000)), hn::Set(i32, least_large_single));
  const Floats to_block =
      hn::BitCast(f, hn::Sub(hn::Set(i32, std::int32_t((127u + 27u + 127u) << 23)), exponent));
  for (Floats& v : t.v)
    v = hn::Trunc(hn::Mul(v, to_block));
  const WideQuad values = widen(t);
  Wide sum = widen(hn::BitCast(f, exponent));
  for (int part = 0; part < parts; ++part) {
    const Doubles from_block = hn::Mul(sum.part[part], hn::Set(d, 0x1p-35 * nudge));
    Doubles products = hn::Mul(wide.v[0].part[part], values.v[0].part[part]);
    for (int i = 1; i < 4; ++i)
      products = hn::MulAdd(wide.v[i].part[part], values.v[i].part[part], products);
    sum.part[part] = hn::Mul(products, from_block);
  }
  return without_denormals(narrow(sum));
}

// One quad of floats: 28 bits a texel and 8 of weight fit a double. `wide`: the weights again.
HWY_NOINLINE Floats filter_single(const Quad& w, const WideQuad& wide, const Quad& texels, Ints flags) {
  Quad t = texels;
  const Ints magnitude = take_weighted(w, t);
  const auto tiny =
      hn::And(hn::Gt(magnitude, hn::Zero(i32)), hn::Lt(magnitude, hn::Set(i32, least_large_single)));
  const bool large = hn::AllFalse(i32, tiny);
  const Floats sum =
      HWY_LIKELY(large) ? sum_large_singles(wide, t, magnitude) : sum_tiny_singles(w, wide, texels);
  const Ints normal = hn::IfThenElseZero(hn::Gt(magnitude, hn::Set(i32, 0x7fffff)), magnitude);
  const Floats settled = settle_zero(sum, normal, texels, flags);
  return replace_special(settled, texels, flags, 0x7fffffff);
}

// Quads of one channel, added two at a time: the model's Partial.
template <unit::Channel kind>
struct BlockSum {
  Wide value;                    // exact
  Wide largest;                  // of its exponent, 2^-149 at least
  Wide waiting, waiting_largest; // the first quad of a pair
  bool waits = false;
  Floats special;
  Ints signs;

  HWY_INLINE BlockSum() : special(hn::Zero(f)), signs(hn::Set(i32, -1)) {
    for (int part = 0; part < parts; ++part) {
      value.part[part] = hn::Zero(d);
      largest.part[part] = hn::Set(d, 0x1p-149);
    }
  }

  HWY_INLINE void add(const Quad& w, const Quad& texels, Ints flags) {
    if constexpr (kind != unit::Channel::srgb8) {
      special = sum_of_specials(texels, flags, special);
      signs = common_sign(texels, flags, signs);
    }
    Quad t = texels;
    if constexpr (kind == unit::Channel::single) {
      t = without_denormals(texels);
      const Wide top = widen(hn::BitCast(f, hn::Max(take_weighted(w, t), hn::Set(i32, 1))));
      const WideQuad wide = widen(w), values = widen(t);
      for (int part = 0; part < parts; ++part)
        add_part(quad_sum(wide, values, part, exponent_of(top.part[part])), top.part[part], part);
    } else {
      const Ints exponent =
          kind == unit::Channel::half ? half_exponent(take_weighted(w, t)) : take_srgb_exponent(w, t);
      const Wide sum = widen(short_sum<kept<kind>>(w, t, exponent)), top = widen(hn::BitCast(f, exponent));
      for (int part = 0; part < parts; ++part)
        add_part(sum.part[part], top.part[part], part);
    }
    waits = !waits;
  }

  HWY_INLINE void add_part(Doubles quad, Doubles quad_largest, int part) {
    if (waits) return add_pair(quad, quad_largest, part);
    waiting.part[part] = quad;
    waiting_largest.part[part] = quad_largest;
  }

  // All three are aligned to one of the exponents ... -3, 1, 5 ... with three bits more than a texel has, and
  // cut downward.
  HWY_INLINE void add_pair(Doubles quad, Doubles quad_largest, int part) {
    largest.part[part] = hn::Max(hn::Max(largest.part[part], quad_largest), waiting_largest.part[part]);
    const Longs aligned = hn::Or(exponent_of(largest.part[part]), exponent_bits(3));
    const Doubles to_unit = power(hn::Sub(exponent_bits(1023 + kept<kind> + 10 + 1023), aligned));
    const Doubles from_unit = power(hn::Sub(aligned, exponent_bits(kept<kind> + 10)));
    const auto cut = [&](Doubles partial) { return hn::Floor(hn::Mul(partial, to_unit)); };
    const Doubles sum = hn::Add(cut(value.part[part]), hn::Add(cut(waiting.part[part]), cut(quad)));
    value.part[part] = hn::Mul(sum, from_unit);
  }

  HWY_INLINE Floats result() {
    for (int part = 0; waits && part < parts; ++part)
      add_pair(hn::Zero(d), hn::Set(d, 0x1p-149), part);
    Wide rounded;
    for (int part = 0; part < parts; ++part)
      rounded.part[part] = ready<kind>(value.part[part]);
    const Ints bits = hn::BitCast(i32, narrow(rounded));
    if constexpr (kind == unit::Channel::srgb8) return hn::BitCast(f, bits);
    // The sum starts with +0, so that -0 is a result cut to 0, and +0 may be a sum of zeros.
    const auto negative_zero = hn::And(hn::Eq(bits, hn::Zero(i32)), hn::Lt(signs, hn::Zero(i32)));
    const Floats settled =
        hn::BitCast(f, hn::IfThenElse(negative_zero, hn::Set(i32, std::int32_t(0x80000000)), bits));
    return replace_special(settled, special, kind == unit::Channel::half ? 0x7fffe000 : 0x7fffffff);
  }
};

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
