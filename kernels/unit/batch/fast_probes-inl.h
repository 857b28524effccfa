// Vector code that finds where an anisotropic fetch's probes lie and what share each has. See
// texture_unit/anisotropy.h.
#if defined(TEXELSCOPE_FAST_PROBES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PROBES_INL
#undef TEXELSCOPE_FAST_PROBES_INL
#else
#define TEXELSCOPE_FAST_PROBES_INL
#endif

#include "kernels/unit/batch/fast_taps-inl.h"
#include "kernels/unit/texture_unit/anisotropy.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

HWY_INLINE Ints falling(Ints i) {
  return hn::GatherIndex(i32, unit::falling_powers().data(), i);
}

// A level's probes, for a vector of fetches: pairs on both sides of the coordinate, or one probe, which
// counts as a pair's first.
struct ProbeRow {
  Ints level;
  Ints share;   // of the level, over 256
  Ints each;    // of a probe
  Ints half[2]; // of all probes on one side; a single probe has no other side
  Ints scale;   // multiplies weights, to count in 1/1024
  Ints step[2]; // from the coordinate to the first probe, in 1/256 texels; twice that between probes

  // `stretch` is in 1/64.
  HWY_INLINE ProbeRow(Ints of_level, Ints of_share, Ints stretch, Ints ratio, Ints x, Ints y)
      : level(of_level), share(of_share) {
    const Ints zero = hn::Zero(i32), one = hn::Set(i32, 1), low = hn::Set(i32, 255);
    ratio =
        hn::IfThenElse(hn::Eq(hn::And(ratio, low), low), hn::Add(ratio, one), ratio); // it rounds to a half
    const IntMask single = hn::Eq(ratio, zero);
    const Ints doublings = hn::ShiftRight<8>(ratio), fall = falling(hn::And(ratio, low));
    const IntMask row = hn::Gt(doublings, zero), ten_bits = hn::Gt(doublings, one);
    half[0] = hn::IfThenElse(ten_bits, hn::Set(i32, 512), hn::Set(i32, 256));
    half[1] = hn::IfThenZeroElse(single, half[0]);
    scale = hn::IfThenElse(ten_bits, one, hn::IfThenElse(single, hn::Set(i32, 4), hn::Set(i32, 2)));
    const Ints whole = hn::IfThenElse(ten_bits, hn::ShiftLeft<2>(fall), hn::Add(fall, fall));
    each = hn::IfThenElse(row, hn::Shr(whole, doublings), half[0]);
    // Two probes move apart as the ratio grows from 1 to 2.
    const Ints grown = hn::Sub(hn::Set(i32, 256), fall);
    const auto first = [&](Ints axis) HWY_ATTR {
      const Ints part = hn::ShiftRight<7>(hn::Add(hn::Mul(grown, axis), hn::Set(i32, 64)));
      return hn::ShiftRight<6>(hn::Mul(hn::IfThenElse(row, axis, part), stretch));
    };
    step[0] = hn::Add(first(x), first(x));
    step[1] = hn::Add(first(y), first(y));
  }

  // The share of the first `pairs` probes of a side, rounded as a running sum.
  HWY_INLINE Ints until(Ints pairs, Ints half_of_side, Ints rounding) const {
    const Ints done = hn::Min(hn::Mul(each, pairs), half_of_side);
    return hn::ShiftRight<8>(hn::Add(hn::Mul(done, share), rounding));
  }
  // The number of pairs of each fetch; 0 if the level has no share.
  HWY_INLINE Ints pairs() const {
    const Ints all = hn::IfThenElseZero(hn::Gt(share, hn::Zero(i32)), half[0]), one = hn::Set(i32, 1);
    Ints count = hn::Zero(i32);
    for (Ints done = hn::Zero(i32); !hn::AllFalse(i32, hn::Lt(done, all)); done = hn::Add(done, each))
      count = hn::Add(count, hn::IfThenElseZero(hn::Lt(done, all), one));
    return count;
  }
};

// One probe of each fetch, by its number from the row's far end before the coordinate.
struct ProbeOfRow {
  Ints share;
  Ints offset[2];

  HWY_INLINE ProbeOfRow(const ProbeRow& row, Ints pairs, Ints number) {
    const Ints zero = hn::Zero(i32), one = hn::Set(i32, 1), last = hn::Sub(pairs, one);
    const IntMask after = hn::Gt(number, last);
    const Ints from_middle = hn::IfThenElse(after, hn::Sub(number, pairs), hn::Sub(last, number));
    const IntMask exists = hn::And(hn::Not(hn::Lt(number, zero)), hn::Lt(from_middle, pairs));
    const Ints nth = hn::IfThenElseZero(exists, from_middle);
    const Ints half = hn::IfThenElse(after, row.half[1], row.half[0]);
    const Ints rounding = hn::IfThenElse(after, hn::Set(i32, 128), hn::Set(i32, 127));
    share = hn::IfThenElseZero(
        exists, hn::Sub(row.until(hn::Add(nth, one), half, rounding), row.until(nth, half, rounding)));
    const Ints steps = hn::Add(hn::Add(nth, nth), one);
    for (int a = 0; a < 2; ++a) {
      const Ints far = hn::Mul(row.step[a], steps);
      offset[a] = hn::IfThenElse(after, far, hn::Neg(far));
    }
  }
};

// The coordinate's position in a level, and those of the probes beside it.
struct ProbeAxis {
  AxisLanes lanes;
  Ints middle, odd;

  HWY_INLINE ProbeAxis(Floats given, const AxisLanes& axis) : lanes(axis), odd(hn::Zero(i32)) {
    const Floats c = plain(given), size = hn::ConvertTo(f, axis.size);
    // Probes reach up to 8 texels from the coordinate.
    const Floats max_magnitude =
        hn::IfThenElse(hn::Lt(size, hn::Set(f, 64.0f)), hn::Set(f, 64.0f), hn::Set(f, 2.0f));
    const Ints position = axis.normalized ? normalized_position(c, axis, true, false, max_magnitude, odd)
                                          : texel_position(c, axis, true);
    middle = hn::Sub(position, hn::Set(i32, 128));
  }

  HWY_INLINE AxisTexels at(Ints offset, bool right) const {
    Ints position = hn::Add(middle, offset), turned = odd;
    if (lanes.mode == AddressMode::wrap || lanes.mode == AddressMode::mirror) into_period(position, turned);
    return texels_at<true>(position, lanes, lanes.mode == AddressMode::clamp, right, turned);
  }

private:
  HWY_INLINE void into_period(Ints& position, Ints& turned) const {
    const Ints half_texel = hn::Set(i32, 128), zero = hn::Zero(i32);
    const Ints from_edge = hn::Add(position, half_texel), period = hn::ShiftLeft<8>(lanes.size);
    Ints periods = hn::ConvertTo(
        i32, hn::Floor(hn::Div(hn::ConvertTo(f, from_edge), hn::ConvertTo(f, period)))); // or off by one
    Ints rest = hn::Sub(from_edge, hn::Mul(periods, period));
    const auto correct = [&](IntMask wrong, int by) HWY_ATTR {
      periods = hn::Add(periods, hn::IfThenElseZero(wrong, hn::Set(i32, by)));
      rest = hn::Sub(rest, hn::IfThenElseZero(wrong, by > 0 ? period : hn::Neg(period)));
    };
    correct(hn::Lt(rest, zero), -1);
    correct(hn::Gt(rest, hn::Sub(period, hn::Set(i32, 1))), 1);
    position = hn::Sub(rest, half_texel);
    turned = hn::And(hn::Xor(turned, periods), hn::Set(i32, 1));
  }
};

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
