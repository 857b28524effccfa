// Vector code of one texture level's part: from the coordinates of a block of fetches to texels and their
// weights.
#if defined(TEXELSCOPE_FAST_TAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_TAPS_INL
#undef TEXELSCOPE_FAST_TAPS_INL
#else
#define TEXELSCOPE_FAST_TAPS_INL
#endif

#include "kernels/cpu/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

struct Quad {
  Floats v[4]; // left top, right top, left bottom, right bottom
};

// floor(a * b / 256 + more) of whole numbers.
HWY_INLINE Floats share_of(Floats a, Floats b, float more) {
  return hn::Floor(hn::MulAdd(hn::Mul(a, b), hn::Set(f, 1 / 256.0f), hn::Set(f, more)));
}

// unit::split_weights
HWY_INLINE Quad split_weights(Floats share, Floats a, Floats b) {
  const Floats right = share_of(share, a, 0.5f), left = hn::Sub(share, right);
  const Floats right_lower = share_of(right, b, 0.5f), left_lower = share_of(left, b, 127 / 256.0f);
  return {{hn::Sub(left, left_lower), hn::Sub(right, right_lower), left_lower, right_lower}};
}

// The same for a share of 256.
HWY_INLINE Quad weights_2d(Floats a, Floats b) {
  const Floats both = share_of(a, b, 0.5f);
  const Floats right = hn::Sub(a, both), below = hn::Sub(b, both);
  return {{hn::Sub(hn::Sub(hn::Set(f, 256.0f), a), below), right, below, both}};
}

HWY_INLINE Ints where(IntMask mask, int bits) {
  return hn::IfThenElseZero(mask, hn::Set(i32, bits));
}

// Flags of taps without a part and behind the border; see QuadTaps.
HWY_INLINE Ints parts_of(const AxisTexels& x, const AxisTexels& y) {
  const Ints none =
      hn::Or(where(hn::Eq(x.weight, hn::Zero(i32)), 0xa0), where(hn::Eq(y.weight, hn::Zero(i32)), 0xc0));
  return hn::AndNot(none, hn::Set(i32, 0xf0));
}
HWY_INLINE Ints outside_of(const AxisTexels& x, const AxisTexels& y) {
  return hn::Or(hn::Or(where(x.outside_first, 0x5), where(x.outside_second, 0xa)),
                hn::Or(where(y.outside_first, 0x3), where(y.outside_second, 0xc)));
}

// Stores where a fetch takes the level at hand.
template <bool chosen, class D>
HWY_INLINE void put(hn::Vec<D> value, IntMask here, D d, hn::TFromD<D>* to) {
  if constexpr (chosen)
    hn::BlendedStore(value, hn::RebindMask(d, here), d, to);
  else
    hn::Store(value, d, to);
}

template <bool chosen>
HWY_INLINE void put_indices(const AxisTexels& x, Ints upper, Ints lower, IntMask here, QuadTaps& quad,
                            int i) {
  put<chosen>(hn::Add(upper, x.first), here, i32, quad.index[0] + i);
  put<chosen>(hn::Add(upper, x.second), here, i32, quad.index[1] + i);
  put<chosen>(hn::Add(lower, x.first), here, i32, quad.index[2] + i);
  put<chosen>(hn::Add(lower, x.second), here, i32, quad.index[3] + i);
}

template <bool chosen>
HWY_INLINE void put_weights(const Quad& weights, IntMask here, QuadTaps& quad, int i) {
  for (int tap = 0; tap < 4; ++tap)
    put<chosen>(weights.v[tap], here, f, quad.weight[tap] + i);
}

// `linear`: two texels on each axis, with weights. `chosen`: by some fetches, as block.level says. `usual`:
// FetchPlan::usual where it is known when compiled.
template <bool linear, bool chosen, bool usual = false>
struct LevelTaps {
  // Copies, which the stores into the block cannot change.
  const FetchLevel level;
  const Dimension dimension;
  const bool limited, seamless, has_border, tells_parts;
  const int quads;
  const int which; // first or second level
  Block& block;
  IntMask pairs; // where the right texel follows the left one

  HWY_INLINE LevelTaps(const FetchPlan& plan, int index, int which_level, Block& to)
      : level(plan.level[std::size_t(index)]), dimension(plan.dimension), limited(plan.limited || usual),
        seamless(plan.seamless && !usual), has_border(plan.has_border && !usual),
        tells_parts(plan.tells_parts), quads(plan.quads), which(which_level), block(to),
        pairs(hn::Eq(hn::Zero(i32), hn::Zero(i32))) {}

  HWY_INLINE unit::AxisRule axis(std::size_t i) const {
    const unit::AxisRule& rule = level.axis[i];
    return usual ? unit::AxisRule{rule.size, AddressMode::clamp, rule.fraction_bits == 21 ? 21 : 22, false}
                 : rule;
  }

  HWY_INLINE void find(int i, IntMask here) {
    const AxisTexels x = axis_texels<linear>(hn::Load(f, block.at[0] + i), axis(0), limited, true);
    const AxisTexels y = axis_texels<linear>(hn::Load(f, block.at[1] + i), axis(1), limited, false);
    pairs = hn::And(pairs, hn::Eq(x.second, hn::Add(x.first, hn::Set(i32, 1))));
    Floats share = hn::Set(f, 256.0f);
    if constexpr (chosen) share = hn::Load(f, block.level_weight[which] + i);
    if (!usual && dimension == Dimension::d3) {
      find_slices(x, y, share, i, here);
      return;
    }
    Ints row = y.first, lower_row = y.second;
    if (level.planes > 1) {
      const Ints first = hn::Mul(hn::Load(i32, block.plane + i), hn::Set(i32, level.axis[1].size));
      row = hn::Add(row, first), lower_row = hn::Add(lower_row, first);
    }
    QuadTaps& quad = block.quad[which];
    put_quad(x, y, row, lower_row, share, hn::Zero(i32), quad, i, here);
    if (linear && seamless) cross_edges(x, y, quad, i, here);
  }

  // All three axes.
  HWY_INLINE void find_slices(const AxisTexels& x, const AxisTexels& y, Floats share, int i, IntMask here) {
    const AxisTexels z = axis_texels<linear>(hn::Load(f, block.at[2] + i), level.axis[2], limited, false);
    const Ints height = hn::Set(i32, level.axis[1].size);
    const Floats far = share_of(share, hn::ConvertTo(f, z.weight), 127 / 256.0f);
    QuadTaps* quad = block.quad + which * (linear ? 2 : 1);
    const Ints near_row = hn::Mul(z.first, height);
    put_quad(x, y, hn::Add(near_row, y.first), hn::Add(near_row, y.second),
             linear ? hn::Sub(share, far) : share, where(z.outside_first, 0xf), quad[0], i, here);
    if constexpr (!linear) return;
    const Ints far_row = hn::Mul(z.second, height);
    put_quad(x, y, hn::Add(far_row, y.first), hn::Add(far_row, y.second), far, where(z.outside_second, 0xf),
             quad[1], i, here);
  }

  // `outside`: flags of the slice.
  HWY_INLINE void put_quad(const AxisTexels& x, const AxisTexels& y, Ints row, Ints lower_row, Floats share,
                           Ints outside, QuadTaps& quad, int i, IntMask here) {
    const Ints width = hn::Set(i32, level.axis[0].size), first = hn::Set(i32, level.first);
    const Ints upper = hn::Add(hn::Mul(row, width), first);
    if constexpr (linear) {
      const Floats a = hn::ConvertTo(f, x.weight), b = hn::ConvertTo(f, y.weight);
      put_indices<chosen>(x, upper, hn::Add(hn::Mul(lower_row, width), first), here, quad, i);
      if (!usual && quads > 1)
        put_weights<chosen>(split_weights(share, a, b), here, quad, i);
      else
        put_weights<chosen>(weights_2d(a, b), here, quad, i);
    } else {
      put<chosen>(hn::Add(upper, x.first), here, i32, quad.index[0] + i);
      if (quads > 0) { // one texel among others: its level's share
        for (int tap = 1; tap < 4; ++tap)
          put<chosen>(hn::Add(upper, x.first), here, i32, quad.index[tap] + i);
        put_weights<chosen>({{share, hn::Zero(f), hn::Zero(f), hn::Zero(f)}}, here, quad, i);
      }
    }
    if (!tells_parts) return;
    Ints flags = linear ? parts_of(x, y) : hn::Set(i32, 0x10);
    flags = hn::IfThenElseZero(hn::RebindMask(i32, hn::Gt(share, hn::Zero(f))), flags);
    if (has_border) flags = hn::Or(flags, hn::Or(outside, outside_of(x, y)));
    put<chosen>(flags, here, i32, quad.flags + i);
  }

  // Few fetches of a face step over its edges: one by one.
  HWY_INLINE void cross_edges(const AxisTexels& x, const AxisTexels& y, QuadTaps& quad, int i, IntMask here) {
    const Ints last = hn::Set(i32, level.axis[0].size - 2),
               zero = hn::Zero(i32); // of which no right texel is outside
    const auto over = [&](Ints start) HWY_ATTR { return hn::Or(hn::Lt(start, zero), hn::Gt(start, last)); };
    const IntMask crossing = hn::And(here, hn::Or(over(x.start), over(y.start)));
    if (HWY_LIKELY(hn::AllFalse(i32, crossing))) return;
    block.pairs = false; // rows of the neighbour may run the other way
    HWY_ALIGN std::int32_t crosses[hn::MaxLanes(i32)], column[hn::MaxLanes(i32)], row[hn::MaxLanes(i32)];
    hn::Store(hn::VecFromMask(i32, crossing), i32, crosses);
    hn::Store(x.start, i32, column);
    hn::Store(y.start, i32, row);
    for (int lane = 0; lane < int(hn::Lanes(i32)); ++lane)
      if (crosses[lane]) cross_edge(level, quad, i + lane, block.plane[i + lane], column[lane], row[lane]);
  }
};

// One texture level for all fetches of the block, or those that choose it.
template <bool linear, bool chosen, bool usual = false>
HWY_NOINLINE void level_taps(const FetchPlan& plan, int index, int which, Block& block, int count) {
  LevelTaps<linear, chosen, usual> taps(plan, index, which, block);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    IntMask here = hn::Eq(hn::Zero(i32), hn::Zero(i32));
    if constexpr (chosen) {
      here = hn::Eq(hn::Load(i32, block.level[which] + i), hn::Set(i32, index));
      if (hn::AllFalse(i32, here)) continue;
    }
    taps.find(i, here);
  }
  block.pairs = block.pairs && hn::AllTrue(i32, taps.pairs);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
