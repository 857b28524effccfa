// Vector code that finds the texels of fetches from one level of a 2-D texture, and the weights of bilinear
// ones, for fast_plane-inl.h.
#if defined(TEXELSCOPE_FAST_PLANE_TAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PLANE_TAPS_INL
#undef TEXELSCOPE_FAST_PLANE_TAPS_INL
#else
#define TEXELSCOPE_FAST_PLANE_TAPS_INL
#endif

#include <hwy/cache_control.h>

#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_taps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// One axis, with what is the same for all fetches. See FetchPlan::plane for the sizes.
struct PlaneAxis {
  AxisLanes lanes;
  Ints last;       // texel
  Floats scale;    // of normalized coordinates
  Floats most;     // a coordinate from which on all are at the last texel
  Ints half, rest; // of 2^shift, by which products are divided
  int bits, shift;
  bool short_product; // fixed * size and its rounding fit 32 bits

  HWY_INLINE explicit PlaneAxis(const unit::AxisRule& rule)
      : lanes(axis_lanes(rule, hn::Set(i32, rule.size), hn::Set(i32, rule.fraction_bits), rule.mode)),
        last(hn::Set(i32, rule.size - 1)), bits(rule.fraction_bits), shift(rule.fraction_bits - 8) {
    constexpr int nearly_short = 2048; // a clamped coordinate may stop at 1 - 2^-13 there
    const bool clamps = rule.mode == AddressMode::clamp;
    short_product = rule.mode != AddressMode::border && rule.fraction_bits == 21 &&
                    rule.size <= nearly_short - (clamps ? 0 : 1);
    half = hn::Set(i32, bits > 0 ? 1 << (shift - 1) : 0);
    rest = hn::Set(i32, bits > 0 ? (1 << shift) - 1 : 0);
    scale = hn::Set(f, float(1 << rule.fraction_bits));
    most = hn::Set(f, short_product ? 1 - 0x1p-13f : 1.0f);
  }
};

// fixed * size / 2^shift, rounded down, or to nearest, halves up.
template <bool round>
HWY_INLINE Ints in_texels(Ints fixed, const PlaneAxis& axis) {
  const Ints half = round ? axis.half : hn::Zero(i32);
  if (HWY_LIKELY(axis.short_product)) {
    const hn::RebindToUnsigned<IntTag> u32;
    const auto product = hn::BitCast(u32, hn::Add(hn::Mul(fixed, axis.lanes.size), half));
    return hn::BitCast(i32, hn::ShiftRightSame(product, axis.shift));
  }
  const Ints rest = hn::And(fixed, axis.rest);
  return hn::Add(hn::Mul(hn::ShiftRightSame(fixed, axis.shift), axis.lanes.size),
                 hn::ShiftRightSame(hn::Add(hn::Mul(rest, axis.lanes.size), half), axis.shift));
}

// The position in 1/256 texels that axis_texels() computes: from the edge, or from the first texel's center
// if the fetch is linear.
template <AddressMode mode, bool normalized, bool linear>
HWY_INLINE Ints plane_position(Floats given, const PlaneAxis& axis, Ints& odd) {
  constexpr bool periodic = mode == AddressMode::wrap || mode == AddressMode::mirror;
  const Ints center = hn::Set(i32, linear ? 128 : 0);
  if constexpr (mode == AddressMode::clamp && !normalized) {
    // The difference is exact where it is positive and within the texture. NaN becomes 0.
    const Floats from_center = hn::MulAdd(given, hn::Set(f, 256.0f), hn::Set(f, linear ? -127.5f : 0.0f));
    const Floats last = hn::ConvertTo(f, hn::ShiftLeft<8>(axis.last));
    return hn::ConvertTo(i32,
                         hn::IfThenElseZero(hn::Gt(from_center, hn::Zero(f)), hn::Min(from_center, last)));
  } else if constexpr (!normalized) {
    return hn::Sub(texel_position(plain(given), axis.lanes, linear), center);
  } else if constexpr (mode == AddressMode::clamp) {
    const Floats near = hn::IfThenElseZero(hn::Gt(given, hn::Zero(f)), hn::Min(given, axis.most));
    return hn::Sub(in_texels<linear>(hn::ConvertTo(i32, hn::Mul(near, axis.scale)), axis), center);
  } else if constexpr (periodic) {
    const Ints fixed = periodic_fixed(plain(given), axis.scale), one = hn::Set(i32, 1);
    odd = hn::And(hn::ShiftRightSame(fixed, axis.bits), one);
    const Ints period = hn::Sub(hn::ShiftLeftSame(one, axis.bits), one);
    return hn::Sub(in_texels<linear>(hn::And(fixed, period), axis), center);
  } else {
    const Floats far = hn::Set(f, 2.0f), near = hn::Min(hn::Max(plain(given), hn::Neg(far)), far);
    return hn::Sub(in_texels<linear>(hn::ConvertTo(i32, hn::Floor(hn::Mul(near, axis.scale))), axis), center);
  }
}

template <AddressMode mode, bool normalized, bool linear>
HWY_INLINE AxisTexels plane_texels(Floats given, const PlaneAxis& axis) {
  Ints odd = hn::Zero(i32);
  const Ints position = plane_position<mode, normalized, linear>(given, axis, odd);
  AxisLanes lanes = axis.lanes;
  lanes.mode = mode; // known when compiled
  return texels_at<linear>(position, lanes, mode == AddressMode::clamp, true, odd);
}

// weights_2d() in integers, as pairs of 16 bits or as floats.
template <bool codes>
HWY_INLINE void put_plane_weights(Ints a, Ints b, PlaneTaps& taps, int i) {
  const hn::Repartition<std::uint16_t, IntTag> u16;
  const Ints product = hn::BitCast(i32, hn::Mul(hn::BitCast(u16, a), hn::BitCast(u16, b)));
  const Ints lower_right = hn::ShiftRight<8>(hn::Add(product, hn::Set(i32, 128)));
  const Ints upper_right = hn::Sub(a, lower_right), lower_left = hn::Sub(b, lower_right);
  const Ints upper_left = hn::Sub(hn::Sub(hn::Set(i32, 256), a), lower_left);
  if constexpr (codes) {
    hn::Store(hn::Or(upper_left, hn::ShiftLeft<16>(upper_right)), i32, taps.pair[0] + i);
    hn::Store(hn::Or(lower_left, hn::ShiftLeft<16>(lower_right)), i32, taps.pair[1] + i);
  } else {
    hn::Store(hn::ConvertTo(f, upper_left), f, taps.weight[0] + i);
    hn::Store(hn::ConvertTo(f, upper_right), f, taps.weight[1] + i);
    hn::Store(hn::ConvertTo(f, lower_left), f, taps.weight[2] + i);
    hn::Store(hn::ConvertTo(f, lower_right), f, taps.weight[3] + i);
  }
}

enum class PlaneForm { point, codes, floats }; // of the filter

template <AddressMode mode, bool normalized, PlaneForm form>
void find_plane_taps(const FetchPlan& plan, Block& block, int count) {
  PlaneTaps& taps = block.taps;
  const FetchLevel& level = plan.level[0];
  constexpr bool linear = form != PlaneForm::point;
  const PlaneAxis across(level.axis[0]), down(level.axis[1]);
  const Ints width = across.lanes.size, origin = hn::Set(i32, level.first), outside = hn::Set(i32, -1);
  const bool layered = level.planes > 1;
  IntMask pairs = hn::Eq(width, width);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const AxisTexels x = plane_texels<mode, normalized, linear>(hn::Load(f, block.at[0] + i), across);
    const AxisTexels y = plane_texels<mode, normalized, linear>(hn::Load(f, block.at[1] + i), down);
    Ints first_row = hn::Zero(i32);
    if (layered) first_row = hn::Mul(hn::Load(i32, block.plane + i), down.lanes.size);
    const Ints upper = hn::Add(hn::Mul(hn::Add(first_row, y.first), width), origin);
    if constexpr (mode == AddressMode::clamp) {
      const Ints left = hn::Add(upper, x.first);
      hn::Store(left, i32, taps.index[0] + i);
      if constexpr (linear)
        hn::Store(hn::Add(left, hn::IfThenElseZero(hn::Lt(y.first, down.last), width)), i32,
                  taps.index[2] + i);
    } else {
      const Ints lower = hn::Add(hn::Mul(hn::Add(first_row, y.second), width), origin);
      const auto put = [&](Ints row, Ints column, IntMask border_row, IntMask border_column, int tap)
                           HWY_ATTR {
                             Ints index = hn::Add(row, column);
                             if constexpr (mode == AddressMode::border) {
                               const IntMask any = hn::Or(border_row, border_column);
                               index = hn::IfThenElse(any, outside, index);
                               pairs = hn::AndNot(any, pairs);
                             }
                             hn::Store(index, i32, taps.index[tap] + i);
                           };
      put(upper, x.first, y.outside_first, x.outside_first, 0);
      if constexpr (!linear) continue;
      put(upper, x.second, y.outside_first, x.outside_second, 1);
      put(lower, x.first, y.outside_second, x.outside_first, 2);
      put(lower, x.second, y.outside_second, x.outside_second, 3);
      pairs = hn::And(pairs, hn::Eq(x.second, hn::Add(x.first, hn::Set(i32, 1))));
    }
    if constexpr (linear) put_plane_weights<form == PlaneForm::codes>(x.weight, y.weight, taps, i);
    if constexpr (form == PlaneForm::floats) hn::Store(parts_of(x, y), i32, taps.flags + i);
  }
  taps.pairs = hn::AllTrue(i32, pairs);
  const int bytes = plan.format.texel_bytes();
  if (bytes < 8) return; // smaller texels are mostly cached
  for (int i = 0; i < count; ++i)
    for (int row = 0; row < (linear ? 4 : 2); row += 2)
      hwy::Prefetch(plan.texels + std::ptrdiff_t(taps.index[row][i]) * bytes);
}

using PlaneTapsFunction = decltype(BlockFunctions::find);

template <PlaneForm form>
PlaneTapsFunction choose_plane_taps(const FetchPlan& plan) {
  using enum AddressMode;
  if (!plan.plane) return nullptr;
  const unit::AxisRule& rule = plan.level[0].axis[0];
  if (rule.fraction_bits == 0)
    return rule.mode == border ? find_plane_taps<border, false, form> : find_plane_taps<clamp, false, form>;
  switch (rule.mode) {
  case wrap:
    return find_plane_taps<wrap, true, form>;
  case mirror:
    return find_plane_taps<mirror, true, form>;
  case border:
    return find_plane_taps<border, true, form>;
  default:
    return find_plane_taps<clamp, true, form>;
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
