// Vector code of anisotropic fetches of normalized integers: probes a pair at a time, summed in whole
// numbers. See texture_unit/anisotropy.h. Sums do not depend on the order, so that one probe is as good as a
// pair in one place.
#if defined(TEXELSCOPE_FAST_PROBES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PROBES_INL
#undef TEXELSCOPE_FAST_PROBES_INL
#else
#define TEXELSCOPE_FAST_PROBES_INL
#endif

#include "kernels/cpu/fast_words-inl.h"
#include "kernels/texture_unit/anisotropy.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

HWY_INLINE Ints falling(Ints i) {
  return hn::GatherIndex(i32, unit::falling_powers().data(), i);
}

// A level's probes, for a vector of fetches: pairs on both sides of the coordinate, the nearest first.
struct ProbeRow {
  Ints level;
  Ints share; // of the level, over 256
  Ints each;  // of a probe, over `half`, which is the share of all on one side
  Ints half;
  Ints scale;   // what weights are multiplied by to count 1/1024
  Ints step[2]; // from the coordinate to the first probe, in 1/256 texels; from one to the next twice that

  // `stretch` over 64.
  HWY_INLINE ProbeRow(Ints of_level, Ints of_share, Ints stretch, Ints ratio, Ints x, Ints y)
      : level(of_level), share(of_share) {
    const Ints zero = hn::Zero(i32), one = hn::Set(i32, 1), low = hn::Set(i32, 255);
    ratio =
        hn::IfThenElse(hn::Eq(hn::And(ratio, low), low), hn::Add(ratio, one), ratio); // it rounds to a half
    const Ints doublings = hn::ShiftRight<8>(ratio), fall = falling(hn::And(ratio, low));
    const IntMask row = hn::Gt(doublings, zero), ten_bits = hn::Gt(doublings, one);
    half = hn::IfThenElse(ten_bits, hn::Set(i32, 512), hn::Set(i32, 256));
    scale = hn::IfThenElse(ten_bits, one, hn::Set(i32, 2));
    const Ints whole = hn::IfThenElse(ten_bits, hn::ShiftLeft<2>(fall), hn::Add(fall, fall));
    each = hn::IfThenElse(row, hn::Shr(whole, doublings), half);
    // Two probes part as the ratio grows from 1 to 2.
    const Ints grown = hn::Sub(hn::Set(i32, 256), fall);
    const auto first = [&](Ints axis) HWY_ATTR {
      const Ints part = hn::ShiftRight<7>(hn::Add(hn::Mul(grown, axis), hn::Set(i32, 64)));
      return hn::ShiftRight<6>(hn::Mul(hn::IfThenElse(row, axis, part), stretch));
    };
    step[0] = hn::Add(first(x), first(x));
    step[1] = hn::Add(first(y), first(y));
  }

  // Share of the first `pairs` probes of a side, rounded as a running sum.
  HWY_INLINE Ints until(Ints pairs, int rounding) const {
    const Ints done = hn::Min(hn::Mul(each, pairs), half);
    return hn::ShiftRight<8>(hn::Add(hn::Mul(done, share), hn::Set(i32, rounding)));
  }
  HWY_INLINE bool has(int pair) const {
    const IntMask more = hn::Lt(hn::Mul(each, hn::Set(i32, pair)), half);
    return !hn::AllFalse(i32, hn::And(more, hn::Gt(share, hn::Zero(i32))));
  }
};

// Where the coordinate lies in a level, and where probes beside it do.
struct ProbeAxis {
  AxisLanes lanes;
  Ints middle, odd;

  HWY_INLINE ProbeAxis(Floats given, const AxisLanes& axis) : lanes(axis), odd(hn::Zero(i32)) {
    const Floats c = plain(given), size = hn::ConvertTo(f, axis.size);
    // Probes reach 8 texels far.
    const Floats most = hn::IfThenElse(hn::Lt(size, hn::Set(f, 64.0f)), hn::Set(f, 64.0f), hn::Set(f, 2.0f));
    const Ints position = axis.normalized ? normalized_position(c, axis, true, false, most, odd)
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
        i32, hn::Floor(hn::Div(hn::ConvertTo(f, from_edge), hn::ConvertTo(f, period)))); // or one beside it
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

// The filters of codes, from sums over 1024 on.
template <unit::Channel kind>
HWY_INLINE Floats finish_probes(Ints sum) {
  using enum unit::Channel;
  const Ints middle = hn::Set(i32, 512);
  if constexpr (kind == unorm8 || kind == unorm16) {
    const Ints widened = kind == unorm8 ? hn::Mul(sum, hn::Set(i32, 257)) : sum;
    return divide(hn::ConvertTo(f, hn::ShiftRight<10>(hn::Add(widened, middle))), 65535);
  } else {
    Ints rounded = hn::ShiftRight<10>(hn::Add(sum, middle));
    if constexpr (kind == snorm8) {
      const Ints carry = hn::ShiftLeft<6>(hn::ShiftRight<14>(sum));
      const Ints extra = hn::ShiftRight<7>(hn::Add(hn::Add(sum, carry), hn::Set(i32, 256)));
      rounded = hn::ShiftRight<2>(hn::Add(sum, extra));
    }
    const Ints most = hn::Set(i32, 32767);
    return divide(hn::ConvertTo(f, hn::Max(hn::Min(rounded, most), hn::Neg(most))), 32767);
  }
}

// A vector of fetches.
template <unit::Channel kind, int bits, int channels>
class ProbeSums {
public:
  HWY_INLINE ProbeSums(const FetchPlan& from, Block& to, int first) : plan(from), block(to), i(first) {
    for (Ints& channel : sum)
      channel = hn::Zero(i32);
  }

  HWY_INLINE void add(const ProbeRow& row) {
    const LevelLanes lanes{true,
                           hn::Mul(row.level, hn::Set(i32, int(sizeof(FetchLevel) / sizeof(std::int32_t))))};
    const FetchLevel& rules = plan.level[0];
    const auto axis = [&](std::size_t a) HWY_ATTR {
      const unit::AxisRule& rule = rules.axis[a];
      return AxisLanes{lanes(rule.size), lanes(rule.fraction_bits), rule.mode, rule.fraction_bits != 0,
                       false};
    };
    const ProbeAxis x(hn::Load(f, block.at[0] + i), axis(0)), y(hn::Load(f, block.at[1] + i), axis(1));
    Ints origin = lanes(rules.first);
    if (rules.planes > 1) {
      const Ints plane_rows = hn::Mul(hn::Load(i32, block.plane + i), y.lanes.size);
      origin = hn::Add(origin, hn::Mul(plane_rows, x.lanes.size));
    }
    Ints before[2] = {hn::Zero(i32), hn::Zero(i32)};
    Ints offset[2] = {row.step[0], row.step[1]};
    for (int pair = 0; row.has(pair); ++pair) {
      for (int side = 0; side < 2; ++side) {
        const Ints until = row.until(hn::Set(i32, pair + 1), 127 + side);
        const Ints share = hn::Sub(until, before[side]);
        before[side] = until;
        const auto moved = [&](int a) HWY_ATTR { return side == 0 ? hn::Neg(offset[a]) : offset[a]; };
        add_probe(x.at(moved(0), true), y.at(moved(1), false), x.lanes.size, origin, share, row.scale);
      }
      for (int a = 0; a < 2; ++a)
        offset[a] = hn::Add(offset[a], hn::Add(row.step[a], row.step[a]));
    }
  }

  HWY_INLINE Words result() const {
    Words out;
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      out.channel[channel] = hn::BitCast(i32, finish_probes<kind>(sum[channel]));
    });
    return out;
  }

private:
  HWY_INLINE void add_probe(const AxisTexels& x, const AxisTexels& y, Ints width, Ints origin, Ints share,
                            Ints scale) {
    put_indices(x, hn::Add(origin, hn::Mul(y.first, width)), hn::Add(origin, hn::Mul(y.second, width)), quad,
                0);
    block.pairs = hn::AllTrue(i32, hn::Eq(x.second, hn::Add(x.first, hn::Set(i32, 1))));
    const Quad weights =
        split_weights(hn::ConvertTo(f, share), hn::ConvertTo(f, x.weight), hn::ConvertTo(f, y.weight));
    const Ints flags = plan.has_border ? outside_of(x, y) : hn::Zero(i32);
    const Texels texels = read_quad<bits, channels>(plan, block, quad, 0);
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      const Quad value = decode_quad<kind, channel>(plan, texels, flags, nullptr);
      const Ints part = hn::ConvertTo(i32, weighted_sum(weights, value, hn::Zero(f)));
      sum[channel] = hn::Add(sum[channel], hn::Mul(part, scale));
    });
  }

  const FetchPlan& plan;
  Block& block;
  const int i;
  QuadTaps quad;
  Ints sum[channels];
};

// Fetches whose levels of detail are found, all of them as probes.
template <unit::Channel kind, int bits, int channels>
void probe_words(const FetchPlan& plan, const Footprints& footprints, Block& block, int count,
                 std::uint32_t* words) {
  const int lanes = int(hn::Lanes(f));
  const Ints zero = hn::Zero(i32), whole = hn::Set(i32, 256), last = hn::Set(i32, plan.level_count - 1);
  for (int i = 0; i < count; i += lanes, words += lanes * plan.words) {
    ProbeSums<kind, bits, channels> sums(plan, block, i);
    const Ints x = hn::Load(i32, footprints.axis[0] + i), y = hn::Load(i32, footprints.axis[1] + i);
    const Ints major = hn::Max(hn::Load(i32, footprints.log_major + i), zero);
    const Ints ratio = hn::Min(hn::Load(i32, footprints.ratio + i), major);
    const Ints lod = plan.level_count > 1 ? hn::Load(i32, block.lod + i) : zero, one = hn::Set(i32, 64);
    if (!plan.mip_linear) {
      const Ints level = hn::Min(hn::ShiftRight<8>(hn::Add(lod, hn::Set(i32, 128))), last);
      sums.add(ProbeRow(level, whole, one, ratio, x, y));
    } else {
      const Ints level = hn::ShiftRight<8>(lod), fraction = hn::And(lod, hn::Set(i32, 255));
      const Ints stretch = hn::ShiftRight<1>(falling(hn::Sub(whole, fraction)));
      sums.add(ProbeRow(level, hn::Sub(whole, fraction), hn::IfThenElse(hn::Eq(fraction, zero), one, stretch),
                        ratio, x, y));
      const Ints far = hn::Max(zero, hn::Sub(hn::Add(ratio, fraction), whole));
      sums.add(ProbeRow(hn::Min(hn::Add(level, hn::Set(i32, 1)), last), fraction, one, far, x, y));
    }
    store<channels>(sums.result(), plan.words, count - i, words);
  }
}

using ProbesFunction = void (*)(const FetchPlan& plan, const Footprints& footprints, Block& block, int count,
                                std::uint32_t* words);

template <unit::Channel kind, int bits>
ProbesFunction choose_probes(const FetchPlan& plan) {
  if (plan.format.channels == 1) return probe_words<kind, bits, 1>;
  return plan.format.channels == 2 ? probe_words<kind, bits, 2> : probe_words<kind, bits, 4>;
}

ProbesFunction probes_function(const FetchPlan& plan) {
  using enum unit::Channel;
  switch (plan.channel[0]) {
  case unorm8:
    return choose_probes<unorm8, 8>(plan);
  case snorm8:
    return choose_probes<snorm8, 8>(plan);
  case unorm16:
    return choose_probes<unorm16, 16>(plan);
  default:
    return choose_probes<snorm16, 16>(plan);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
