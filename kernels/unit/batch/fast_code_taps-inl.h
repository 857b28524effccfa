// Vector code that finds the texels and weights for fast_codes-inl.h.
#if defined(TEXELSCOPE_FAST_CODE_TAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_CODE_TAPS_INL
#undef TEXELSCOPE_FAST_CODE_TAPS_INL
#else
#define TEXELSCOPE_FAST_CODE_TAPS_INL
#endif

#include "kernels/unit/batch/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// `low` in the lower 16 bits, `high` in the upper ones.
HWY_INLINE Ints both_halves(Ints low, Ints high) {
  return hn::Or(low, hn::ShiftLeft<16>(high));
}

// weights_2d() in integers. One channel takes them by columns, so that a vector's 16-bit numbers are the two
// rows; four channels by rows.
template <int channels>
HWY_INLINE void put_code_weights(Ints a, Ints b, CodeTaps& taps, int i) {
  const Ints lower_right = hn::ShiftRight<8>(hn::Add(hn::Mul(a, b), hn::Set(i32, 128)));
  const Ints upper_right = hn::Sub(a, lower_right), lower_left = hn::Sub(b, lower_right);
  const Ints upper_left = hn::Sub(hn::Sub(hn::Set(i32, 256), a), lower_left);
  const bool by_rows = channels == 4;
  hn::Store(both_halves(upper_left, by_rows ? upper_right : lower_left), i32, taps.weights[0] + i);
  hn::Store(both_halves(by_rows ? lower_left : upper_right, lower_right), i32, taps.weights[1] + i);
}

template <int channels>
HWY_NOINLINE void find_code_taps(const FetchPlan& plan, Block& block, int count) {
  const FetchLevel level = plan.level[0];
  const auto lanes = [](const unit::AxisRule& rule) HWY_ATTR {
    return axis_lanes(rule, hn::Set(i32, rule.size), hn::Set(i32, rule.fraction_bits), AddressMode::clamp);
  };
  const AxisLanes across = lanes(level.axis[0]), down = lanes(level.axis[1]);
  const Ints origin = hn::Set(i32, level.first);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const AxisTexels x = axis_texels<true>(hn::Load(f, block.at[0] + i), across, true, true);
    const AxisTexels y = axis_texels<true>(hn::Load(f, block.at[1] + i), down, true, false);
    const Ints column = hn::Add(origin, x.first);
    hn::Store(hn::Add(hn::Mul(y.first, across.size), column), i32, block.codes.row[0] + i);
    hn::Store(hn::Add(hn::Mul(y.second, across.size), column), i32, block.codes.row[1] + i);
    put_code_weights<channels>(x.weight, y.weight, block.codes, i);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
