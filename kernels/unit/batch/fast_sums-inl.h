// Vector code that computes components from several quads, and selects among the ways to compute components
// of a kind.
#if defined(TEXELSCOPE_FAST_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_SUMS_INL
#undef TEXELSCOPE_FAST_SUMS_INL
#else
#define TEXELSCOPE_FAST_SUMS_INL
#endif

#include "kernels/unit/batch/fast_components-inl.h"
#include "kernels/unit/batch/fast_partial-inl.h"
#include "kernels/unit/batch/fast_quads-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Adds up slices and levels.
template <unit::Channel kind, int bits, int channels>
void multi_quad_components(const FetchPlan& plan, const Block& block, int count, std::uint32_t* components) {
  const float* table = srgb_entries();
  const int lanes = int(hn::Lanes(f));
  for (int i = 0; i < count; i += lanes, components += lanes * plan.component_count) {
    QuadSums<kind, channels, CodeSum> sums;
    for (int q = 0; q < plan.quads; ++q) {
      const QuadTaps& quad = block.quad[q];
      const Texels texels = read_quad<bits, channels>(plan, block, quad, i);
      const Quad weights = load_weights(quad, i);
      const Ints flags = hn::Load(i32, quad.flags + i);
      each_channel<channels>([&](auto c) HWY_ATTR {
        constexpr int channel = decltype(c)::value;
        const Quad value = decode_quad<kind_of<kind, channels, channel>, channel>(plan, texels, flags, table);
        sums.template at<channel>().add(weights, value, flags);
      });
    }
    Components out;
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      out.channel[channel] = hn::BitCast(i32, sums.template at<channel>().result());
    });
    store<channels>(out, plan.component_count, count - i, components);
  }
}

// Combines a level's texel with the next one's, for integers read as elements. The sum over 256 is computed
// from the values' halves.
template <int bits, bool is_signed, int channels>
void blended_components(const FetchPlan& plan, const Block& block, int count, std::uint32_t* components) {
  const int lanes = int(hn::Lanes(f));
  const hn::RebindToUnsigned<IntTag> u;
  for (int i = 0; i < count; i += lanes, components += lanes * plan.component_count) {
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
    store<channels>(out, plan.component_count, count - i, components);
  }
}

template <unit::Channel kind, int bits, bool is_signed, int channels>
ComponentsFunction choose_components(const FetchPlan& plan) {
  if constexpr (kind == unit::Channel::integer) {
    return plan.quads == 0 ? point_components<kind, bits, is_signed, channels>
                           : blended_components<bits, is_signed, channels>;
  } else {
    if (plan.quads == 0) return point_components<kind, bits, is_signed, channels>;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (channels == 1 && bits < 32) return one_channel_quads<kind, bits>;
#endif
    return plan.quads == 1 ? linear_components<kind, bits, channels>
                           : multi_quad_components<kind, bits, channels>;
  }
}

template <unit::Channel kind, int bits, bool is_signed = false>
ComponentsFunction choose_channels(const FetchPlan& plan) {
  if (plan.footprint == unit::Footprint::gather) return gather_components<kind, bits, is_signed>;
  if (plan.format.channels == 1) return choose_components<kind, bits, is_signed, 1>(plan);
  if (plan.format.channels == 2) return choose_components<kind, bits, is_signed, 2>(plan);
  return choose_components<kind, bits, is_signed, 4>(plan);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
