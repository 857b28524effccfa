// Vector code that sums the quads of slices and levels, in the order of the results as fast_plane-inl.h.
#if defined(TEXELSCOPE_FAST_QUADS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_QUADS_INL
#undef TEXELSCOPE_FAST_QUADS_INL
#else
#define TEXELSCOPE_FAST_QUADS_INL
#endif

#include "kernels/unit/batch/fast_partial-inl.h"
#include "kernels/unit/batch/fast_plane-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

template <unit::Channel kind>
struct CodeSum {
  static constexpr bool fine = false;
  Floats sum;
  HWY_INLINE CodeSum() : sum(hn::Zero(f)) {}
  HWY_INLINE void add(const Quad& w, const Quad& t, Ints) { sum = weighted_sum(w, t, sum); }
  HWY_INLINE Floats result() { return finish_codes<kind>(sum); }
};

template <unit::Channel kind, int channels>
using QuadReader = std::conditional_t<
    kind == unit::Channel::srgb8, ColorReader<channels>,
    std::conditional_t<
        kind == unit::Channel::single, SingleReader<channels>,
        PairReader<kind == unit::Channel::unorm8 || kind == unit::Channel::snorm8 ? 8 : 16, channels>>>;

// The input of the filter, as decode() has it.
template <unit::Channel kind, class Reader>
HWY_INLINE Quad read_quad_of(const Reader& reader, int i) {
  using enum unit::Channel;
  if constexpr (kind == srgb8 || kind == single) {
    return reader.read(i);
  } else {
    const Pairs pairs = reader.read(i);
    Quad t;
    for (int k = 0; k < 4; ++k) {
      const Ints number = pairs.side(k);
      if constexpr (kind == half)
        t.v[k] = from_half(number);
      else if constexpr (kind == snorm8)
        t.v[k] = hn::ConvertTo(f, hn::ShiftRight<24>(hn::ShiftLeft<24>(number)));
      else if constexpr (kind == snorm16)
        t.v[k] = hn::ConvertTo(f, hn::ShiftRight<16>(hn::ShiftLeft<16>(number)));
      else
        t.v[k] = hn::ConvertTo(f, number);
    }
    return t;
  }
}

// A vector of fetches.
template <unit::Channel kind, int channels, class Reader>
HWY_INLINE Floats sum_of_quads(const FetchPlan& plan, const Block& block, const Reader* readers, int i) {
  constexpr bool has_alpha = kind == unit::Channel::srgb8 && channels > 1;
  QuadSum<kind, CodeSum<kind>> sum;
  CodeSum<unit::Channel::unorm8> alpha;
  for (int q = 0; q < plan.quads; ++q) {
    const QuadTaps& quad = block.quad[q];
    const Quad w = plane_weights<channels>(quad, i), t = read_quad_of<kind>(readers[q], i);
    const Ints flags = of_fetches<channels>(quad.flags + i);
    sum.add(w, t, flags);
    if constexpr (has_alpha) alpha.add(w, t, flags);
  }
  if constexpr (has_alpha)
    return hn::IfThenElse(hn::RebindMask(f, alpha_lanes<channels>()), alpha.result(), sum.result());
  return sum.result();
}

template <unit::Channel kind, int channels>
void sum_quads(const FetchPlan& plan, const Block& block, int count, bool, std::uint32_t* numbers) {
  using Reader = QuadReader<kind, channels>;
  constexpr int fetches = lane_count / channels;
  const int whole = (count + fetches - 1) / fetches * fetches;
  CopiedRows<Reader::texel> copied[4];
  typename Reader::Near near[4];
  const auto reader = [&](int q) HWY_ATTR {
    const QuadTaps& quad = block.quad[q];
    if (q >= plan.quads || HWY_LIKELY(block.pairs && !plan.has_border))
      return Reader({plan.texels, quad.index[0], quad.index[2]}, near[q], q < plan.quads ? whole : 0);
    const auto index = [&](int tap, int i) {
      const bool outside = plan.has_border && (quad.flags[i] >> tap & 1) != 0;
      return outside ? -1 : quad.index[tap][i];
    };
    return Reader(copied[q].copy(plan, index, whole), near[q], whole);
  };
  const Reader readers[4] = {reader(0), reader(1), reader(2), reader(3)};
  auto* to = reinterpret_cast<float*>(numbers);
  for (int i = 0; i < count; i += fetches)
    hn::StoreU(sum_of_quads<kind, channels>(plan, block, readers, i), f, to + i * channels);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
