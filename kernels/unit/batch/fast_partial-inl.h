// Vector code that adds up quads of any format: the model's Partial of one channel.
#if defined(TEXELSCOPE_FAST_PARTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PARTIAL_INL
#undef TEXELSCOPE_FAST_PARTIAL_INL
#else
#define TEXELSCOPE_FAST_PARTIAL_INL
#endif

#include <type_traits>

#include "kernels/unit/batch/fast_block-inl.h"
#include "kernels/unit/batch/fast_decode-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Quads are collected until those of a pass can be added to the sum in one step: two for slices of a level
// and for one level and the next; at most four for probes. All are aligned to one of the exponents ... -3, 1,
// 5 ... with three bits more than a texel has, and rounded down, which matters if weights are `fine`: those
// of probes, over 512 or 1024, given as parts of 1/256.
constexpr int max_quads_of_pass(bool fine) {
  return fine ? 4 : 2;
}

struct BlockSigns {
  Floats special;
  Ints all;
  HWY_INLINE BlockSigns() : special(hn::Zero(f)), all(hn::Set(i32, -1)) {}

  HWY_INLINE void add(const Quad& texels, Ints flags) {
    const hn::RebindToUnsigned<IntTag> u32; // as unsigned, negative numbers are the largest
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

  // The sum starts with +0, so that -0 is a result truncated to 0, and +0 may be a sum of zeros.
  HWY_INLINE Floats settle(Floats sum, std::int32_t nan_bits) const {
    const Ints bits = hn::BitCast(i32, sum);
    const auto negative_zero = hn::And(hn::Eq(bits, hn::Zero(i32)), hn::Lt(all, hn::Zero(i32)));
    const Floats settled =
        hn::BitCast(f, hn::IfThenElse(negative_zero, hn::Set(i32, std::int32_t(0x80000000)), bits));
    return replace_special(settled, special, nan_bits);
  }
};

// The sum of floats, computed in doubles.
template <bool fine>
struct SingleSum {
  static constexpr double none = 0x1p-149; // the value for zeros
  static constexpr int max_waiting = max_quads_of_pass(fine);
  Wide value;                                              // exact
  Wide largest;                                            // determines the exponent
  Wide waiting[max_waiting], waiting_largest[max_waiting]; // quads of the pass
  int waits = 0;
  BlockSigns signs;

  HWY_INLINE SingleSum() {
    for (int part = 0; part < parts; ++part) {
      value.part[part] = hn::Zero(f64);
      largest.part[part] = hn::Set(f64, none);
    }
  }

  HWY_INLINE void add(const Quad& w, const Quad& texels, Ints flags) {
    signs.add(texels, flags);
    Quad t = texels;
    Ints magnitude = take_weighted(w, t);
    const WideQuad wide = widen(w);
    const bool large = are_large(magnitude); // the unit is above denormals
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
    waiting[waits] = sum;
    waiting_largest[waits] = top;
    if (++waits == max_waiting) end_pass();
  }

  // Ends a pass: the next quad is the first of another one.
  HWY_INLINE void end_pass() {
    for (int part = 0; waits > 0 && part < parts; ++part)
      add_part(part);
    waits = 0;
  }

  HWY_INLINE Floats result() {
    end_pass();
    Wide rounded;
    for (int part = 0; part < parts; ++part)
      rounded.part[part] = ready_for_single(value.part[part]);
    return signs.settle(narrow(rounded), 0x7fffffff);
  }

private:
  HWY_INLINE void add_part(int part) {
    constexpr int kept = 28 + 10;
    Doubles top = largest.part[part];
    for (int i = 0; i < waits; ++i)
      top = hn::Max(top, waiting_largest[i].part[part]);
    largest.part[part] = top;
    const Longs aligned = hn::Or(exponent_of(top), exponent_bits(3));
    const Doubles to_unit = power(hn::Sub(exponent_bits(1023 + kept + 1023), aligned));
    const Doubles from_unit = power(hn::Sub(aligned, exponent_bits(kept)));
    const auto cut = [&](Doubles partial) HWY_ATTR { return hn::Floor(hn::Mul(partial, to_unit)); };
    Doubles sum = cut(value.part[part]);
    for (int i = 0; i < waits; ++i)
      sum = hn::Add(sum, cut(waiting[i].part[part]));
    value.part[part] = hn::Mul(sum, from_unit);
  }
};

// The sum of halves and sRGB colors in integers: partial sums have `kept` + 10 bits, and a float holds a
// quad's.
template <unit::Channel kind, bool fine>
struct ShortSum {
  static constexpr int kept = kind == unit::Channel::half ? 15 : 8;
  static constexpr int min_exponent = 127 - 40; // an exponent below all of them
  Ints value;                                   // in units of 2^-(kept + 10) of the exponent's power
  Ints exponent;                                // of the largest quad, in float format, in steps of four
  static constexpr int max_waiting = max_quads_of_pass(fine);
  Floats waiting[max_waiting]; // quads of the pass
  Ints waiting_largest[max_waiting];
  int waits = 0;
  BlockSigns signs;

  HWY_INLINE ShortSum() : value(hn::Zero(i32)), exponent(hn::Set(i32, min_exponent)) {}

  HWY_INLINE void add(const Quad& w, const Quad& texels, Ints flags) {
    Quad t = texels;
    if constexpr (kind == unit::Channel::half) {
      signs.add(texels, flags);
      const Ints magnitude = take_weighted(w, t), own = half_exponent(magnitude);
      add_quad(short_sum<kept>(w, t, own), where_any(hn::Gt(magnitude, hn::Zero(i32)), own));
    } else {
      const Ints own = take_srgb_exponent(w, t);
      const Floats weight = hn::Max(hn::Max(w.v[0], w.v[1]), hn::Max(w.v[2], w.v[3]));
      const IntMask weighted = hn::RebindMask(i32, hn::Gt(weight, hn::Zero(f)));
      add_quad(short_sum<kept>(w, t, own), where_any(weighted, own)); // the code 0 has an exponent too
    }
  }

  static HWY_INLINE Ints where_any(IntMask counted, Ints of_quad) {
    return fine ? hn::IfThenElseZero(counted, of_quad) : of_quad;
  }

  HWY_INLINE void add_quad(Floats quad, Ints quad_largest) {
    waiting[waits] = quad;
    waiting_largest[waits] = quad_largest;
    if (++waits == max_waiting) end_pass();
  }

  // Ends a pass: the next quad is the first of another one.
  HWY_INLINE void end_pass() {
    if (waits == 0) return;
    const Ints before = exponent;
    Ints of_pass = waiting_largest[0];
    for (int i = 1; i < waits; ++i)
      of_pass = hn::Max(of_pass, waiting_largest[i]);
    exponent = hn::Max(exponent, hn::Or(hn::ShiftRight<23>(of_pass), hn::Set(i32, 3)));
    const Floats to_unit =
        hn::BitCast(f, hn::ShiftLeft<23>(hn::Sub(hn::Set(i32, 127 + kept + 10 + 127), exponent)));
    const auto cut = [&](Floats partial)
                         HWY_ATTR { return hn::ConvertTo(i32, hn::Floor(hn::Mul(partial, to_unit))); };
    value = hn::Shr(value, hn::Min(hn::Sub(exponent, before), hn::Set(i32, 31)));
    for (int i = 0; i < waits; ++i)
      value = hn::Add(value, cut(waiting[i]));
    waits = 0;
  }

  // Rounds to 11 bits, halves away from zero, and to multiples of 2^-24; the bits cut earlier do not reach
  // the half.
  HWY_INLINE Floats result() {
    end_pass();
    const Ints magnitude = hn::Abs(value);
    const Ints short_enough = hn::IfThenElse(hn::Gt(magnitude, hn::Set(i32, 0xffffff)),
                                             hn::And(magnitude, hn::Set(i32, ~0xff)), magnitude);
    const Floats from_unit = hn::BitCast(f, hn::ShiftLeft<23>(hn::Sub(exponent, hn::Set(i32, kept + 10))));
    const Floats exact = hn::Mul(hn::ConvertTo(f, short_enough), from_unit);
    const Floats sum = hn::CopySign(exact, hn::BitCast(f, value));
    if constexpr (kind == unit::Channel::srgb8) return round_to_half(sum);
    return signs.settle(round_to_stored_half(sum), 0x7fffe000);
  }
};

// Adds up quads of one channel, with `Codes` if it is normalized, then of all channels.
template <unit::Channel kind, class Codes>
using QuadSum =
    std::conditional_t<kind == unit::Channel::single, SingleSum<Codes::fine>,
                       std::conditional_t<kind == unit::Channel::half || kind == unit::Channel::srgb8,
                                          ShortSum<kind, Codes::fine>, Codes>>;

template <unit::Channel kind, int channels, template <unit::Channel> class Codes>
struct QuadSums {
  static constexpr unit::Channel of_color = kind_of<kind, channels, 0>,
                                 of_last = kind_of<kind, channels, channels - 1>;
  QuadSum<of_color, Codes<of_color>> color[channels == 1 ? 1 : channels - 1];
  QuadSum<of_last, Codes<of_last>> last; // alpha, if there is one
  HWY_INLINE QuadSums() {}
  template <int channel>
  HWY_INLINE auto& at() {
    if constexpr (channel == channels - 1)
      return last;
    else
      return color[channel];
  }
};

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
