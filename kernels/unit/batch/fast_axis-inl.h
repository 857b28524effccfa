// Vector code of steps coordinate and address. Included once for each instruction set; instead of an include
// guard it has a toggle, as Highway's foreach_target.h requires.
#if defined(TEXELSCOPE_FAST_AXIS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_AXIS_INL
#undef TEXELSCOPE_FAST_AXIS_INL
#else
#define TEXELSCOPE_FAST_AXIS_INL
#endif

#include <hwy/highway.h>

#include "kernels/unit/batch/fast_doubles-inl.h"
#include "kernels/unit/batch/fast_fetch.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::RebindToSigned<FloatTag>;
using Floats = hn::Vec<FloatTag>;
using Ints = hn::Vec<IntTag>;
using IntMask = hn::Mask<IntTag>;

inline constexpr FloatTag f;
inline constexpr IntTag i32;

// A level of detail over 256 with its fraction's slope, within the sampler's clamps; corresponds to lod.cpp.
HWY_INLINE Ints limited_lod(Ints exact, const unit::LodRule& rule) {
  Ints lod = exact;
  if (rule.slope != 4) { // else the fraction stays
    const Ints low_byte = hn::Set(i32, 255);
    const Ints fraction = hn::ShiftRight<2>(hn::Mul(hn::And(exact, low_byte), hn::Set(i32, rule.slope)));
    lod = hn::Add(hn::AndNot(low_byte, exact), hn::Min(fraction, hn::Set(i32, 256)));
  }
  return hn::Max(hn::Min(lod, hn::Set(i32, rule.highest)), hn::Set(i32, rule.lowest));
}

// unit::AxisRule for a vector of fetches, each with its mip level's size.
struct AxisLanes {
  Ints size;
  Ints bits; // AxisRule::fraction_bits
  AddressMode mode;
  bool normalized, from_center; // from the center: -1 to 1
  bool wide;                    // 2^(bits - 8) * size does not fit 31 bits
};

HWY_INLINE AxisLanes axis_lanes(const unit::AxisRule& rule, Ints size, Ints bits, AddressMode mode) {
  const bool wide =
      rule.fraction_bits != 0 && (std::int64_t(rule.size) << (rule.fraction_bits - 8)) > INT32_MAX;
  return {size, bits, mode, rule.fraction_bits != 0, rule.from_center, wide};
}

// One axis of a footprint. Indices lie within the texture, except for a right texel without weight; `outside`
// marks those that the border color replaces.
struct AxisTexels {
  Ints first, second;
  IntMask outside_first, outside_second;
  Ints weight; // of the second, over 256
  Ints start;  // the first one requested
};

// For wrap and mirror: the coordinate modulo 2, times 2^bits, rounded down. This is exact: floats keep their
// bits when an even number is subtracted, except just below zero, where nothing is subtracted.
HWY_INLINE Ints periodic_fixed(Floats c, Floats scale) {
  const auto large = hn::Ge(hn::Abs(c), hn::Set(f, 128.0f)); // times 2^23 fits 31 bits
  if (!hn::AllFalse(f, large)) {
    const Floats even = hn::Mul(hn::Floor(hn::Mul(c, hn::Set(f, 0.5f))), hn::Set(f, 2.0f));
    c = hn::IfThenElse(large, hn::Sub(c, even), c);
    c = hn::IfThenElseZero(hn::Eq(c, c), c); // infinities become 0
  }
  return hn::ConvertTo(i32, hn::Floor(hn::Mul(c, scale)));
}

// The position in 1/256 texels, rounded down; with `round` to nearest, halves up. `odd`: 1 in reflected
// periods. `one_side`: the coordinate may be limited to [0,1]. `max_magnitude`: farther outside only the side
// matters.
HWY_INLINE Ints normalized_position(Floats c, const AxisLanes& axis, bool round, bool one_side,
                                    Floats max_magnitude, Ints& odd) {
  const Ints one = hn::Set(i32, 1), shift = hn::Sub(axis.bits, hn::Set(i32, 8));
  const Ints unit_scale = hn::Shl(one, axis.bits), half_scale = hn::ShiftRight<1>(unit_scale);
  const Ints origin = axis.from_center ? half_scale : hn::Zero(i32);
  const Floats scale = hn::ConvertTo(f, axis.from_center ? half_scale : unit_scale);
  Ints fixed;
  if (axis.mode == AddressMode::wrap || axis.mode == AddressMode::mirror) {
    fixed = hn::Add(periodic_fixed(c, scale), origin);
    odd = hn::And(hn::Shr(fixed, axis.bits), one);
    fixed = hn::And(fixed, hn::Sub(unit_scale, one));
  } else if (one_side) {
    const Floats near = hn::IfThenElseZero(hn::Gt(c, hn::Zero(f)), hn::Min(c, hn::Set(f, 1.0f)));
    fixed = hn::ConvertTo(i32, hn::Mul(near, scale)); // truncation, which here rounds down
  } else {
    const Floats near = axis.from_center ? c : hn::Min(hn::Max(c, hn::Neg(max_magnitude)), max_magnitude);
    fixed = hn::Add(hn::ConvertTo(i32, hn::Floor(hn::Mul(near, scale))), origin);
  }
  // Computes fixed * size >> shift in parts, so that each fits 32 bits.
  const Ints part = hn::Shl(one, shift);
  const Ints high = hn::Mul(hn::Shr(fixed, shift), axis.size);
  const Ints rest = hn::And(fixed, hn::Sub(part, one));
  const Ints half = round ? hn::ShiftRight<1>(part) : hn::Zero(i32);
  if (axis.wide) {
    constexpr int lowest = 8; // bits of the last part
    const Ints last = hn::Mul(hn::And(rest, hn::Set(i32, (1 << lowest) - 1)), axis.size);
    const Ints middle = hn::Mul(hn::ShiftRight<lowest>(rest), axis.size);
    const Ints sum = hn::Add(middle, hn::ShiftRight<lowest>(hn::Add(last, half)));
    return hn::Add(high, hn::Shr(sum, hn::Sub(shift, hn::Set(i32, lowest))));
  }
  return hn::Add(high, hn::Shr(hn::Add(hn::Mul(rest, axis.size), half), shift));
}

HWY_INLINE Ints texel_position(Floats c, const AxisLanes& axis, bool round) {
  const Floats size = hn::ConvertTo(f, axis.size), far = hn::Set(f, 64.0f); // farther than probes reach
  const Floats near = hn::Min(hn::Max(c, hn::Neg(far)), hn::Add(size, far));
  const Floats scaled = hn::Mul(near, hn::Set(f, 256.0f));
  const Floats down = hn::Floor(scaled);
  const Ints position = hn::ConvertTo(i32, down);
  if (!round) return position;
  const auto up =
      hn::Ge(hn::Sub(scaled, down), hn::Set(f, 0.5f)); // adding 0.5 would round where floats are dense
  return hn::Sub(position, hn::BitCast(i32, hn::VecFromMask(f, up)));
}

HWY_INLINE Ints inside(Ints index, Ints last) {
  return hn::Min(hn::Max(index, hn::Zero(i32)), last);
}

HWY_INLINE void address(AxisTexels& t, const AxisLanes& axis, Ints odd) {
  const Ints last = hn::Sub(axis.size, hn::Set(i32, 1));
  if (axis.mode == AddressMode::wrap) { // first is at least -1, second at most the size
    t.first = hn::IfThenElse(hn::Lt(t.first, hn::Zero(i32)), last, t.first);
    t.second = hn::IfThenElse(hn::Gt(t.second, last), hn::Zero(i32), t.second);
    return;
  }
  const Ints first = inside(t.first, last), second = inside(t.second, last);
  if (axis.mode == AddressMode::border) {
    t.outside_first = hn::Ne(t.first, first);
    t.outside_second = hn::Ne(t.second, second);
  }
  t.first = first;
  t.second = second;
  if (axis.mode == AddressMode::mirror) {
    const auto reflected = hn::Ne(odd, hn::Zero(i32));
    t.first = hn::IfThenElse(reflected, hn::Sub(last, first), first);
    t.second = hn::IfThenElse(reflected, hn::Sub(last, second), second);
  }
}

// The texels at a position in 1/256 texels, whose weight refers to the first texel's center. `limited`: clamp
// limits the position. `right`: the second texel may lie beyond the row if it has no weight.
template <bool linear>
HWY_INLINE AxisTexels texels_at(Ints position, const AxisLanes& axis, bool limited, bool right, Ints odd) {
  const Ints last = hn::Sub(axis.size, hn::Set(i32, 1));
  if (limited) position = inside(position, hn::ShiftLeft<8>(last));
  AxisTexels t;
  t.start = t.first = hn::ShiftRight<8>(position);
  t.second = linear ? hn::Add(t.first, hn::Set(i32, 1)) : t.first;
  t.weight = hn::And(position, hn::Set(i32, 255));
  t.outside_first = t.outside_second = hn::MaskFromVec(hn::Zero(i32));
  if (!limited)
    address(t, axis, odd);
  else if (!right)
    t.second = hn::Min(t.second, last);
  return t;
}

// Replaces denormals and NaN by 0.
HWY_INLINE Floats plain(Floats given) {
  return hn::IfThenElseZero(hn::Ge(hn::Abs(given), hn::Set(f, 0x1p-126f)), given);
}

template <bool linear>
HWY_INLINE AxisTexels axis_texels(Floats given, const AxisLanes& axis, bool limited, bool right) {
  limited = limited && axis.mode == AddressMode::clamp;
  const bool one_side =
      limited && axis.normalized && !axis.from_center; // numbers below and NaN are at 0 anyway
  const Floats c = one_side ? given : plain(given);
  Ints odd = hn::Zero(i32);
  Ints position = axis.normalized ? normalized_position(c, axis, linear, one_side, hn::Set(f, 2.0f), odd)
                                  : texel_position(c, axis, linear);
  if (linear) position = hn::Sub(position, hn::Set(i32, 128));
  return texels_at<linear>(position, axis, limited, right, odd);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
