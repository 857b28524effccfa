// Vector code of one channel that filters a block's quads, or sums them over slices and levels. Texels are
// read row by row, as in fast_plane-inl.h; with more channels that costs more than it saves.
#if defined(TEXELSCOPE_FAST_QUADS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_QUADS_INL
#undef TEXELSCOPE_FAST_QUADS_INL
#else
#define TEXELSCOPE_FAST_QUADS_INL
#endif

#include "kernels/unit/batch/fast_components-inl.h"
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

#if HWY_TARGET != HWY_SCALAR

template <unit::Channel kind, int bits>
using QuadReader = std::conditional_t<kind == unit::Channel::srgb8, ColorReader<1>, PairReader<bits, 1>>;

// The input of the filter, as decode() has it.
template <unit::Channel kind, class Reader>
HWY_INLINE Quad read_quad_of(const Reader& reader, int i) {
  using enum unit::Channel;
  if constexpr (kind == srgb8) {
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

// A vector's quads: filtered alone, or summed.
template <unit::Channel kind, class Reader>
HWY_INLINE Floats result_of_quads(const FetchPlan& plan, const Block& block, const Reader* readers, int i) {
  if (plan.quads == 1)
    return filter<kind>(Weights<kind>(load_weights(block.quad[0], i)), read_quad_of<kind>(readers[0], i),
                        hn::Load(i32, block.quad[0].flags + i));
  QuadSum<kind, CodeSum<kind>> sum;
  for (int q = 0; q < plan.quads; ++q)
    sum.add(load_weights(block.quad[q], i), read_quad_of<kind>(readers[q], i),
            hn::Load(i32, block.quad[q].flags + i));
  return sum.result();
}

template <unit::Channel kind, int bits>
void one_channel_quads(const FetchPlan& plan, const Block& block, int count, std::uint32_t* components) {
  using Reader = QuadReader<kind, bits>;
  const int whole = (count + lane_count - 1) / lane_count * lane_count;
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
  alignas(64) float results[block_size];
  for (int i = 0; i < count; i += lane_count)
    hn::Store(result_of_quads<kind>(plan, block, readers, i), f, results + i);
  spread_channels(results, count, 1, plan.component_count, components);
}

#endif

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
