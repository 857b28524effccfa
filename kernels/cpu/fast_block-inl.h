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

// For sum_of_large_singles(): the largest is 2^-99 at least, or all are zeros.
constexpr std::int32_t least_large_single = (127 - 99) << 23;
HWY_INLINE bool are_large(Ints magnitude) {
  return hn::AllFalse(
      i32, hn::And(hn::Gt(magnitude, hn::Zero(i32)), hn::Lt(magnitude, hn::Set(i32, least_large_single))));
}

// quad_sum() where floats hold the block's scale and its unit is above all denormals, times `factor`. `t`:
// texels without weight are zeros.
HWY_INLINE Wide sum_of_large_singles(const WideQuad& wide, Quad t, Ints magnitude, double factor) {
  const Ints exponent =
      hn::Max(hn::And(magnitude, hn::Set(i32, 0x7f800000)), hn::Set(i32, least_large_single));
  const Floats to_block =
      hn::BitCast(f, hn::Sub(hn::Set(i32, std::int32_t((127u + 27u + 127u) << 23)), exponent));
  for (Floats& v : t.v)
    v = hn::Trunc(hn::Mul(v, to_block));
  const WideQuad values = widen(t);
  Wide sum = widen(hn::BitCast(f, exponent));
  for (int part = 0; part < parts; ++part) {
    const Doubles from_block = hn::Mul(sum.part[part], hn::Set(d, 0x1p-35 * factor));
    Doubles products = hn::Mul(wide.v[0].part[part], values.v[0].part[part]);
    for (int i = 1; i < 4; ++i)
      products = hn::MulAdd(wide.v[i].part[part], values.v[i].part[part], products);
    sum.part[part] = hn::Mul(products, from_block);
  }
  return sum;
}

// One quad of floats: 28 bits a texel and 8 of weight fit a double. `wide`: the weights again.
HWY_NOINLINE Floats filter_single(const Quad& w, const WideQuad& wide, const Quad& texels, Ints flags) {
  Quad t = texels;
  const Ints magnitude = take_weighted(w, t);
  const Floats sum = HWY_LIKELY(are_large(magnitude))
                         ? without_denormals(narrow(sum_of_large_singles(wide, t, magnitude, nudge)))
                         : sum_tiny_singles(w, wide, texels);
  const Ints normal = hn::IfThenElseZero(hn::Gt(magnitude, hn::Set(i32, 0x7fffff)), magnitude);
  const Floats settled = settle_zero(sum, normal, texels, flags);
  return replace_special(settled, texels, flags, 0x7fffffff);
}

// What quads added two at a time have in common: the model's Partial of one channel. All three partial sums
// are aligned to one of the exponents ... -3, 1, 5 ... with three bits more than a texel has, and cut
// downward.
struct BlockSigns {
  Floats special;
  Ints all;
  HWY_INLINE BlockSigns() : special(hn::Zero(f)), all(hn::Set(i32, -1)) {}

  HWY_INLINE void add(const Quad& texels, Ints flags) {
    const hn::RebindToUnsigned<IntTag> u32; // where negative numbers are the largest
    auto largest = hn::BitCast(u32, texels.v[0]);
    for (int i = 1; i < 4; ++i)
      largest = hn::Max(largest, hn::BitCast(u32, texels.v[i]));
    if (hn::AllFalse(u32, hn::Gt(largest, hn::Set(u32, 0x7f7fffff)))) {
      all = hn::IfThenElseZero(hn::Eq(hn::And(flags, hn::Set(i32, 0xf0)), hn::Zero(i32)), all);
      return;
    }
    special = sum_of_specials(texels, flags, special);
    all = common_sign(texels, flags, all);
  }

  // The sum starts with +0, so that -0 is a result cut to 0, and +0 may be a sum of zeros.
  HWY_INLINE Floats settle(Floats sum, std::int32_t nan_bits) const {
    const Ints bits = hn::BitCast(i32, sum);
    const auto negative_zero = hn::And(hn::Eq(bits, hn::Zero(i32)), hn::Lt(all, hn::Zero(i32)));
    const Floats settled =
        hn::BitCast(f, hn::IfThenElse(negative_zero, hn::Set(i32, std::int32_t(0x80000000)), bits));
    return replace_special(settled, special, nan_bits);
  }
};

// Floats, in doubles.
struct SingleSum {
  Wide value;                    // exact
  Wide largest;                  // of its exponent, 2^-149 at least
  Wide waiting, waiting_largest; // the first quad of a pair
  bool waits = false;
  BlockSigns signs;

  HWY_INLINE SingleSum() {
    for (int part = 0; part < parts; ++part) {
      value.part[part] = hn::Zero(d);
      largest.part[part] = hn::Set(d, 0x1p-149);
    }
  }

  HWY_INLINE void add(const Quad& w, const Quad& texels, Ints flags) {
    signs.add(texels, flags);
    Quad t = texels;
    Ints magnitude = take_weighted(w, t);
    const WideQuad wide = widen(w);
    const bool large = are_large(magnitude); // their unit is above denormals
    if (!large) {
      t = without_denormals(texels);
      magnitude = take_weighted(w, t);
    }
    const Wide top = widen(hn::BitCast(f, hn::Max(magnitude, hn::Set(i32, 1))));
    Wide sum;
    if (HWY_LIKELY(large)) {
      sum = sum_of_large_singles(wide, t, magnitude, 1);
    } else {
      const WideQuad values = widen(t);
      for (int part = 0; part < parts; ++part)
        sum.part[part] = quad_sum(wide, values, part, exponent_of(top.part[part]));
    }
    for (int part = 0; part < parts; ++part)
      add_part(sum.part[part], top.part[part], part);
    waits = !waits;
  }

  HWY_INLINE void add_part(Doubles quad, Doubles quad_largest, int part) {
    if (waits) return add_pair(quad, quad_largest, part);
    waiting.part[part] = quad;
    waiting_largest.part[part] = quad_largest;
  }

  HWY_INLINE void add_pair(Doubles quad, Doubles quad_largest, int part) {
    constexpr int kept = 28 + 10;
    largest.part[part] = hn::Max(hn::Max(largest.part[part], quad_largest), waiting_largest.part[part]);
    const Longs aligned = hn::Or(exponent_of(largest.part[part]), exponent_bits(3));
    const Doubles to_unit = power(hn::Sub(exponent_bits(1023 + kept + 1023), aligned));
    const Doubles from_unit = power(hn::Sub(aligned, exponent_bits(kept)));
    const auto cut = [&](Doubles partial) HWY_ATTR { return hn::Floor(hn::Mul(partial, to_unit)); };
    const Doubles sum = hn::Add(cut(value.part[part]), hn::Add(cut(waiting.part[part]), cut(quad)));
    value.part[part] = hn::Mul(sum, from_unit);
  }

  HWY_INLINE Floats result() {
    for (int part = 0; waits && part < parts; ++part)
      add_pair(hn::Zero(d), hn::Set(d, 0x1p-149), part);
    Wide rounded;
    for (int part = 0; part < parts; ++part)
      rounded.part[part] = ready_for_single(value.part[part]);
    return signs.settle(narrow(rounded), 0x7fffffff);
  }
};

// Halves and sRGB colours, in whole numbers: partial sums have `kept` + 10 bits, and a float holds a quad's.
template <unit::Channel kind>
struct ShortSum {
  static constexpr int kept = kind == unit::Channel::half ? 15 : 8;
  static constexpr int least = 127 - 40; // an exponent below all of them, and aligned
  Ints value;                            // in units of 2^-(kept + 10) of the exponent's power
  Ints aligned;                          // its exponent, as a float has it
  Floats waiting;                        // the first quad of a pair
  Ints waiting_exponent;
  bool waits = false;
  BlockSigns signs;

  HWY_INLINE ShortSum() : value(hn::Zero(i32)), aligned(hn::Set(i32, least)) {}

  HWY_INLINE void add(const Quad& w, const Quad& texels, Ints flags) {
    if constexpr (kind == unit::Channel::half) signs.add(texels, flags);
    Quad t = texels;
    const Ints exponent =
        kind == unit::Channel::half ? half_exponent(take_weighted(w, t)) : take_srgb_exponent(w, t);
    const Floats sum = short_sum<kept>(w, t, exponent);
    if (waits) {
      add_pair(sum, exponent);
    } else {
      waiting = sum;
      waiting_exponent = exponent;
    }
    waits = !waits;
  }

  HWY_INLINE void add_pair(Floats quad, Ints exponent) {
    const Ints top = hn::ShiftRight<23>(hn::Max(exponent, waiting_exponent));
    const Ints before = aligned;
    aligned = hn::Max(before, hn::Or(top, hn::Set(i32, 3)));
    const Floats to_unit =
        hn::BitCast(f, hn::ShiftLeft<23>(hn::Sub(hn::Set(i32, 127 + kept + 10 + 127), aligned)));
    const auto cut = [&](Floats partial)
                         HWY_ATTR { return hn::ConvertTo(i32, hn::Floor(hn::Mul(partial, to_unit))); };
    const Ints raised = hn::Min(hn::Sub(aligned, before), hn::Set(i32, 31));
    value = hn::Add(hn::Shr(value, raised), hn::Add(cut(waiting), cut(quad)));
  }

  // To 11 bits, halves away from zero, and to multiples of 2^-24; bits cut before do not reach the half.
  HWY_INLINE Floats result() {
    if (waits) add_pair(hn::Zero(f), hn::Zero(i32));
    const Ints magnitude = hn::Abs(value);
    const Ints short_enough = hn::IfThenElse(hn::Gt(magnitude, hn::Set(i32, 0xffffff)),
                                             hn::And(magnitude, hn::Set(i32, ~0xff)), magnitude);
    const Floats from_unit = hn::BitCast(f, hn::ShiftLeft<23>(hn::Sub(aligned, hn::Set(i32, kept + 10))));
    const Floats exact = hn::Mul(hn::ConvertTo(f, short_enough), from_unit);
    const Floats sum = hn::CopySign(exact, hn::BitCast(f, value));
    if constexpr (kind == unit::Channel::srgb8) return round_to_half(sum);
    return signs.settle(round_to_stored_half(sum), 0x7fffe000);
  }
};

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
