// Vector code of anisotropic fetches: adds up probes in passes.
#if defined(TEXELSCOPE_FAST_PROBE_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PROBE_SUMS_INL
#undef TEXELSCOPE_FAST_PROBE_SUMS_INL
#else
#define TEXELSCOPE_FAST_PROBE_SUMS_INL
#endif

#include "kernels/unit/batch/fast_components-inl.h"
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_partial-inl.h"
#include "kernels/unit/batch/fast_probes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// The filters of codes, starting at sums over 1024.
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
    const Ints max_code = hn::Set(i32, 32767);
    return divide(hn::ConvertTo(f, hn::Max(hn::Min(rounded, max_code), hn::Neg(max_code))), 32767);
  }
}

// The weights of a probe's four texels, over 256 or, by `scale`, over 512 or 1024.
struct ProbeWeights {
  Quad whole;
  Ints scale; // to count 1/1024
  Quad parts; // of 1/256

  HWY_INLINE ProbeWeights(const Quad& numbers, Ints to_finest) : whole(numbers), scale(to_finest) {
    const Floats part = hn::Mul(hn::ConvertTo(f, scale), hn::Set(f, 0.25f));
    for (int tap = 0; tap < 4; ++tap)
      parts.v[tap] = hn::Mul(whole.v[tap], part);
  }
  HWY_INLINE operator const Quad&() const { return parts; }
};

// Adds up normalized integers; their order does not matter.
template <unit::Channel kind>
struct ProbeCodes {
  static constexpr bool fine = true;
  Ints sum;
  HWY_INLINE ProbeCodes() : sum(hn::Zero(i32)) {}
  HWY_INLINE void add(const ProbeWeights& w, const Quad& t, Ints) {
    sum = hn::Add(sum, hn::Mul(hn::ConvertTo(i32, weighted_sum(w.whole, t, hn::Zero(f))), w.scale));
  }
  HWY_INLINE void end_pass() {}
  HWY_INLINE Floats result() { return finish_probes<kind>(sum); }
};

// Adds up the probes of a vector of fetches.
template <unit::Channel kind, int bits, int channels>
class ProbeSums {
public:
  HWY_INLINE ProbeSums(const FetchPlan& from, Block& to, int first) : plan(from), block(to), i(first) {}

  // `seconds`: -1 if two fetches share their passes and this is the second.
  // Not inlined: it is called three times, and takes long to compile.
  HWY_NOINLINE void add(const ProbeRow& row, Ints seconds) {
    const int first_level = hn::GetLane(row.level);
    const bool many = !hn::AllTrue(i32, hn::Eq(row.level, hn::Set(i32, first_level)));
    const FetchLevel& rules = plan.level[many ? 0 : std::size_t(first_level)];
    const LevelLanes lanes{many,
                           hn::Mul(row.level, hn::Set(i32, int(sizeof(FetchLevel) / sizeof(std::int32_t))))};
    const auto axis = [&](std::size_t a) HWY_ATTR {
      const unit::AxisRule& rule = rules.axis[a];
      AxisLanes found = axis_lanes(rule, lanes(rule.size), lanes(rule.fraction_bits), rule.mode);
      found.from_center = false;
      return found;
    };
    const ProbeAxis x(hn::Load(f, block.at[0] + i), axis(0)), y(hn::Load(f, block.at[1] + i), axis(1));
    Ints origin = lanes(rules.first);
    if (rules.planes > 1) {
      const Ints plane_rows = hn::Mul(hn::Load(i32, block.plane + i), y.lanes.size);
      origin = hn::Add(origin, hn::Mul(plane_rows, x.lanes.size));
    }
    add_probes(row, seconds, x, y, origin);
  }

  HWY_INLINE Components result() {
    Components out;
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      out.channel[channel] = hn::BitCast(i32, sums.template at<channel>().result());
    });
    return out;
  }

private:
  // The order is that of texture_unit/anisotropy.h: from end to end; a second fetch's probes begin where the
  // first's last pass ends.
  HWY_INLINE void add_probes(const ProbeRow& row, Ints seconds, const ProbeAxis& x, const ProbeAxis& y,
                             Ints origin) {
    const Ints pairs = row.pairs(), all = hn::Add(pairs, pairs);
    constexpr int of_pass = bits * channels > 32 ? 2 : 4; // unit::probes_of_pass()
    const Ints filled = hn::And(seconds, hn::And(all, hn::Set(i32, of_pass - 1)));
    const int end = hn::GetLane(hn::MaxOfLanes(i32, hn::Add(all, filled)));
    for (int place = 0; place < end; ++place) {
      const ProbeOfRow probe(row, pairs, hn::Sub(hn::Set(i32, place), filled));
      if (!hn::AllFalse(i32, hn::Gt(probe.share, hn::Zero(i32))))
        add_probe(x.at(probe.offset[0], true), y.at(probe.offset[1], false), x.lanes.size, origin,
                  probe.share, row.scale);
      if ((place + 1) % of_pass == 0 || place + 1 == end) end_pass();
    }
  }

  HWY_INLINE void end_pass() {
    each_channel<channels>([&](auto c) HWY_ATTR { sums.template at<decltype(c)::value>().end_pass(); });
  }

  HWY_INLINE void add_probe(const AxisTexels& x, const AxisTexels& y, Ints width, Ints origin, Ints share,
                            Ints scale) {
    put_indices(x, hn::Add(origin, hn::Mul(y.first, width)), hn::Add(origin, hn::Mul(y.second, width)), quad,
                0);
    block.pairs = hn::AllTrue(i32, hn::Eq(x.second, hn::Add(x.first, hn::Set(i32, 1))));
    const ProbeWeights weights(
        split_weights(hn::ConvertTo(f, share), hn::ConvertTo(f, x.weight), hn::ConvertTo(f, y.weight)),
        scale);
    Ints flags = hn::Zero(i32);
    if constexpr (kind == unit::Channel::half || kind == unit::Channel::single)
      flags = hn::IfThenElseZero(hn::Gt(share, hn::Zero(i32)), parts_of(x, y));
    if (plan.has_border) flags = hn::Or(flags, outside_of(x, y));
    const Texels texels = read_quad<bits, channels>(plan, block, quad, 0);
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      const Quad value = decode_quad<kind_of<kind, channels, channel>, channel>(plan, texels, flags, table);
      sums.template at<channel>().add(weights, value, flags);
    });
  }

  const FetchPlan& plan;
  Block& block;
  const int i;
  const float* table = srgb_entries();
  QuadTaps quad;
  QuadSums<kind, channels, ProbeCodes> sums;
};

// Fetches whose levels of detail are known; all of them are made of probes.
template <unit::Channel kind, int bits, int channels>
void probe_components(const FetchPlan& plan, const Footprints& footprints, Block& block, int count,
                      std::uint32_t* components) {
  const int lanes = int(hn::Lanes(f));
  const Ints zero = hn::Zero(i32), whole = hn::Set(i32, 256), last = hn::Set(i32, plan.level_count - 1);
  for (int i = 0; i < count; i += lanes, components += lanes * plan.component_count) {
    ProbeSums<kind, bits, channels> sums(plan, block, i);
    const Ints x = hn::Load(i32, footprints.axis[0] + i), y = hn::Load(i32, footprints.axis[1] + i);
    const Ints major = hn::Max(hn::Load(i32, footprints.log_major + i), zero);
    const Ints ratio = hn::Min(hn::Load(i32, footprints.ratio + i), major);
    const Ints seconds = hn::Load(i32, footprints.seconds + i);
    const Ints lod = plan.level_count > 1 ? hn::Load(i32, block.lod + i) : zero, one = hn::Set(i32, 64);
    if (!plan.mip_linear) {
      const Ints level = hn::Min(hn::ShiftRight<8>(hn::Add(lod, hn::Set(i32, 128))), last);
      sums.add(ProbeRow(level, whole, one, ratio, x, y), seconds);
    } else {
      const Ints level = hn::ShiftRight<8>(lod), fraction = hn::And(lod, hn::Set(i32, 255));
      const Ints stretch = hn::ShiftRight<1>(falling(hn::Sub(whole, fraction)));
      sums.add(ProbeRow(level, hn::Sub(whole, fraction), hn::IfThenElse(hn::Eq(fraction, zero), one, stretch),
                        ratio, x, y),
               seconds);
      const Ints far = hn::Max(zero, hn::Sub(hn::Add(ratio, fraction), whole));
      sums.add(ProbeRow(hn::Min(hn::Add(level, hn::Set(i32, 1)), last), fraction, one, far, x, y), seconds);
    }
    store<channels>(sums.result(), plan.component_count, count - i, components);
  }
}

template <unit::Channel kind, int bits>
ProbesFunction choose_probes(const FetchPlan& plan) {
  if (plan.format.channels == 1) return probe_components<kind, bits, 1>;
  return plan.format.channels == 2 ? probe_components<kind, bits, 2> : probe_components<kind, bits, 4>;
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
