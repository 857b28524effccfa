// Vector code of integers between levels, and the choice among the ways to compute numbers of a kind.
#if defined(TEXELSCOPE_FAST_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_SUMS_INL
#undef TEXELSCOPE_FAST_SUMS_INL
#else
#define TEXELSCOPE_FAST_SUMS_INL
#endif

#include "kernels/unit/batch/fast_components-inl.h"
#include "kernels/unit/batch/fast_quads-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Combines a level's texel with the next one's, for integers read as elements. The sum over 256 is computed
// from the values' halves.
template <int bits, bool is_signed, int channels>
void blended_components(const FetchPlan& plan, const Block& block, int count, bool,
                        std::uint32_t* components) {
  const int lanes = int(hn::Lanes(f));
  const hn::RebindToUnsigned<IntTag> u;
  for (int i = 0; i < count; i += lanes, components += lanes * channels) {
    Components high, low;
    for (int c = 0; c < channels; ++c) {
      high.channel[c] = hn::Zero(i32);
      low.channel[c] = hn::Set(i32, bits == 32 ? 0 : 128);
    }
    for (int q = 0; q < 2; ++q) {
      const QuadTaps& quad = block.quad[q];
      const TexelVectors texel = read_texels<bits, channels>(plan.texels, quad.index[0] + i);
      const Ints weight = hn::ConvertTo(i32, hn::Load(f, quad.weight[0] + i)),
                 flags = hn::Load(i32, quad.flags + i);
      each_channel<channels>([&](auto c) HWY_ATTR {
        constexpr int channel = decltype(c)::value;
        Ints value = channel_bits<bits, is_signed, channel>(texel);
        if (plan.has_border)
          value = hn::IfThenElse(has_flag(flags, 0), hn::Set(i32, std::int32_t(plan.border_word[channel])),
                                 value);
        const Ints upper = is_signed ? hn::ShiftRight<16>(value)
                                     : hn::BitCast(i32, hn::ShiftRight<16>(hn::BitCast(u, value)));
        high.channel[channel] = hn::Add(high.channel[channel], hn::Mul(weight, upper));
        low.channel[channel] =
            hn::Add(low.channel[channel], hn::Mul(weight, hn::And(value, hn::Set(i32, 0xffff))));
      });
    }
    Components out;
    for (int c = 0; c < channels; ++c)
      out.channel[c] = hn::Add(hn::ShiftLeft<8>(high.channel[c]), hn::ShiftRight<8>(low.channel[c]));
    store<channels>(out, channels, count - i, components);
  }
}

template <unit::Channel kind, int bits, bool is_signed, int channels>
FilterFunction choose_sums() {
  if constexpr (kind == unit::Channel::integer)
    return blended_components<bits, is_signed, channels>;
  else
    return sum_quads<kind, channels>;
}

template <unit::Channel kind, int bits, bool is_signed = false>
FilterFunction choose_channels(const FetchPlan& plan) {
  if (plan.footprint == unit::Footprint::gather) return gather_components<kind, bits, is_signed>;
  if (plan.format.channels == 1) return choose_sums<kind, bits, is_signed, 1>();
  if (plan.format.channels == 2) return choose_sums<kind, bits, is_signed, 2>();
  return choose_sums<kind, bits, is_signed, 4>();
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
