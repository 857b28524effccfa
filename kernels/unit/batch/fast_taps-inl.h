// Vector code of one texture level's part: computes texels and their weights from the coordinates of a block
// of fetches.
#if defined(TEXELSCOPE_FAST_TAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_TAPS_INL
#undef TEXELSCOPE_FAST_TAPS_INL
#else
#define TEXELSCOPE_FAST_TAPS_INL
#endif

#include "kernels/unit/batch/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

struct Quad {
  Floats v[4]; // top left, top right, bottom left, bottom right
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

// The flags of taps that do not contribute and of those behind the border; see QuadTaps.
HWY_INLINE Ints parts_of(const AxisTexels& x, const AxisTexels& y) {
  const Ints none =
      hn::Or(where(hn::Eq(x.weight, hn::Zero(i32)), 0xa0), where(hn::Eq(y.weight, hn::Zero(i32)), 0xc0));
  return hn::AndNot(none, hn::Set(i32, 0xf0));
}
HWY_INLINE Ints outside_of(const AxisTexels& x, const AxisTexels& y) {
  return hn::Or(hn::Or(where(x.outside_first, 0x5), where(x.outside_second, 0xa)),
                hn::Or(where(y.outside_first, 0x3), where(y.outside_second, 0xc)));
}

// Bit `bit` of QuadTaps::flags.
HWY_INLINE IntMask has_flag(Ints flags, int bit) {
  const Ints flag = hn::Set(i32, 1 << bit);
  return hn::Eq(hn::And(flags, flag), flag);
}

HWY_INLINE void put_indices(const AxisTexels& x, Ints upper, Ints lower, QuadTaps& quad, int i) {
  hn::Store(hn::Add(upper, x.first), i32, quad.index[0] + i);
  hn::Store(hn::Add(upper, x.second), i32, quad.index[1] + i);
  hn::Store(hn::Add(lower, x.first), i32, quad.index[2] + i);
  hn::Store(hn::Add(lower, x.second), i32, quad.index[3] + i);
}

HWY_INLINE void put_weights(const Quad& weights, QuadTaps& quad, int i) {
  for (int tap = 0; tap < 4; ++tap)
    hn::Store(weights.v[tap], f, quad.weight[tap] + i);
}

// Reads a member of one level's rules, or of the level of each fetch.
struct LevelLanes {
  bool many;
  Ints step; // the offset of the level, in units of 32 bits

  HWY_INLINE Ints operator()(const std::int32_t& member) const {
    return many ? hn::GatherIndex(i32, &member, step) : hn::Set(i32, member);
  }
};

// `linear`: two texels on each axis, with weights. `many`: not all fetches choose the same level. `shape`:
// FetchPlan::shape, if it is known at compile time.
template <bool linear, bool many, FetchShape shape = FetchShape::any>
struct LevelTaps {
  static_assert(sizeof(FetchLevel) % sizeof(std::int32_t) == 0);
  static constexpr bool any = shape == FetchShape::any;
  static constexpr bool face = shape == FetchShape::face, volume = shape == FetchShape::volume;

  const FetchPlan& plan;
  // Copies, so that the stores into the block cannot change them.
  const FetchLevel level; // the first fetch's
  const Dimension dimension;
  const bool limited, seamless, has_border, needs_flags;
  const int quads;
  const int which; // first or second level
  Block& block;
  IntMask pairs; // whether the right texel follows the left one

  HWY_INLINE LevelTaps(const FetchPlan& given, int which_level, Block& to)
      : plan(given), level(plan.level[std::size_t(to.level[which_level][0])]), dimension(plan.dimension),
        limited(any ? plan.limited : !face), seamless(any ? plan.seamless : face),
        has_border(any && plan.has_border), needs_flags(plan.needs_flags), quads(plan.quads),
        which(which_level), block(to), pairs(hn::Eq(hn::Zero(i32), hn::Zero(i32))) {}

  // The rules of the one level, or the first level's, from which vectors are gathered.
  HWY_INLINE const FetchLevel& rules() const { return many ? plan.level[0] : level; }

  HWY_INLINE AxisLanes axis(std::size_t i, const LevelLanes& lanes) const {
    const unit::AxisRule& rule = rules().axis[i];
    AxisLanes found = axis_lanes(rule, lanes(rule.size), lanes(rule.fraction_bits), rule.mode);
    if constexpr (!any) found.mode = AddressMode::clamp, found.normalized = true, found.from_center = face;
    return found;
  }

  HWY_INLINE void find(int i) {
    LevelLanes lanes{many, hn::Zero(i32)};
    Floats share = hn::Set(f, 256.0f);
    if (plan.mip_linear) share = hn::Load(f, block.level_weight[which] + i);
    if constexpr (many)
      lanes.step = hn::Mul(hn::Load(i32, block.level[which] + i),
                           hn::Set(i32, int(sizeof(FetchLevel) / sizeof(std::int32_t))));
    const AxisLanes across = axis(0, lanes), down = axis(1, lanes);
    const Ints origin = lanes(rules().first);
    const AxisTexels x = axis_texels<linear>(hn::Load(f, block.at[0] + i), across, limited, true);
    const AxisTexels y = axis_texels<linear>(hn::Load(f, block.at[1] + i), down, limited, false);
    pairs = hn::And(pairs, hn::Eq(x.second, hn::Add(x.first, hn::Set(i32, 1))));
    const auto slice = [&](Ints row, Floats part, Ints outside, QuadTaps& quad) HWY_ATTR {
      const Ints upper = hn::Mul(hn::Add(row, y.first), across.size);
      const Ints lower = hn::Mul(hn::Add(row, y.second), across.size);
      put_quad(x, y, hn::Add(upper, origin), hn::Add(lower, origin), part, outside, quad, i);
    };
    if (volume || (any && dimension == Dimension::d3)) {
      const AxisTexels z = axis_texels<linear>(hn::Load(f, block.at[2] + i), axis(2, lanes), limited, false);
      QuadTaps* quad = block.quad + which * (linear ? 2 : 1);
      const Floats far = share_of(share, hn::ConvertTo(f, z.weight), 127 / 256.0f);
      slice(hn::Mul(z.first, down.size), linear ? hn::Sub(share, far) : share, where(z.outside_first, 0xf),
            quad[0]);
      if (linear) slice(hn::Mul(z.second, down.size), far, where(z.outside_second, 0xf), quad[1]);
      return;
    }
    QuadTaps& quad = block.quad[which];
    Ints row = hn::Zero(i32);
    if (face || (any && level.planes > 1)) row = hn::Mul(hn::Load(i32, block.plane + i), down.size);
    slice(row, share, hn::Zero(i32), quad);
    if (linear && seamless) cross_edges(x, y, across.size, quad, i);
  }

  // `upper`, `lower`: the starts of the rows. `outside`: the slice's flags.
  HWY_INLINE void put_quad(const AxisTexels& x, const AxisTexels& y, Ints upper, Ints lower, Floats share,
                           Ints outside, QuadTaps& quad, int i) {
    if constexpr (linear) {
      const Floats a = hn::ConvertTo(f, x.weight), b = hn::ConvertTo(f, y.weight);
      put_indices(x, upper, lower, quad, i);
      put_weights(volume || quads > 1 ? split_weights(share, a, b) : weights_2d(a, b), quad, i);
    } else {
      hn::Store(hn::Add(upper, x.first), i32, quad.index[0] + i);
      if (quads > 0) { // one texel combined with others: its level's share
        for (int tap = 1; tap < 4; ++tap)
          hn::Store(hn::Add(upper, x.first), i32, quad.index[tap] + i);
        put_weights({{share, hn::Zero(f), hn::Zero(f), hn::Zero(f)}}, quad, i);
      }
    }
    if (!needs_flags) return;
    Ints flags = linear ? parts_of(x, y) : hn::Set(i32, 0x10);
    flags = hn::IfThenElseZero(hn::RebindMask(i32, hn::Gt(share, hn::Zero(f))), flags);
    if (has_border) flags = hn::Or(flags, hn::Or(outside, outside_of(x, y)));
    hn::Store(flags, i32, quad.flags + i);
  }

  // Only few fetches of a face cross its edges; they are handled one by one.
  HWY_INLINE void cross_edges(const AxisTexels& x, const AxisTexels& y, Ints size, QuadTaps& quad, int i) {
    const Ints last = hn::Sub(size, hn::Set(i32, 2)),
               zero = hn::Zero(i32); // from zero to last no right texel is outside
    const auto over = [&](Ints start) HWY_ATTR { return hn::Or(hn::Lt(start, zero), hn::Gt(start, last)); };
    const IntMask crossing = hn::Or(over(x.start), over(y.start));
    if (HWY_LIKELY(hn::AllFalse(i32, crossing))) return;
    block.pairs = false; // rows of the neighbor may run the other way
    HWY_ALIGN std::int32_t crosses[hn::MaxLanes(i32)], column[hn::MaxLanes(i32)], row[hn::MaxLanes(i32)];
    hn::Store(hn::VecFromMask(i32, crossing), i32, crosses);
    hn::Store(x.start, i32, column);
    hn::Store(y.start, i32, row);
    for (int lane = 0; lane < int(hn::Lanes(i32)); ++lane) {
      if (!crosses[lane]) continue;
      const int index = block.level[which][many ? i + lane : 0];
      cross_edge(plan.level[std::size_t(index)], quad, i + lane, block.plane[i + lane], column[lane],
                 row[lane]);
    }
  }
};

// Computes the first or second level's part of all fetches of the block.
template <bool linear, bool many, FetchShape shape = FetchShape::any>
HWY_NOINLINE void level_taps(const FetchPlan& plan, int which, Block& block, int count) {
  LevelTaps<linear, many, shape> taps(plan, which, block);
  for (int i = 0; i < count; i += int(hn::Lanes(f)))
    taps.find(i);
  block.pairs = block.pairs && hn::AllTrue(i32, taps.pairs);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
