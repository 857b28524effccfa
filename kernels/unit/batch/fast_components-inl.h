// Vector code that computes the components of fetches one vector a channel: of gathers, and parts for others.
#if defined(TEXELSCOPE_FAST_COMPONENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_COMPONENTS_INL
#undef TEXELSCOPE_FAST_COMPONENTS_INL
#else
#define TEXELSCOPE_FAST_COMPONENTS_INL
#endif

#include <cstring>
#include <utility>

#include "kernels/unit/batch/fast_block-inl.h"
#include "kernels/unit/batch/fast_decode-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

struct Components {
  Ints channel[4];
};

// Calls visit(integral_constant) for each channel.
template <int channels, class Visit>
HWY_INLINE void each_channel(Visit&& visit) {
  [&]<int... c>(std::integer_sequence<int, c...>) HWY_ATTR {
    (visit(std::integral_constant<int, c>()), ...);
  }
  (std::make_integer_sequence<int, channels>());
}

// `each`: the components of a fetch; those beyond `channels` are 0.
template <int channels>
HWY_INLINE void store_whole(const Components& components, int each, std::uint32_t* to) {
  const hn::RebindToUnsigned<IntTag> u;
  const auto word = [&](int c) HWY_ATTR {
    return c < channels ? hn::BitCast(u, components.channel[c]) : hn::Zero(u);
  };
  if (channels == 4 || each == 4) return hn::StoreInterleaved4(word(0), word(1), word(2), word(3), u, to);
  if constexpr (channels == 1)
    hn::StoreU(word(0), u, to);
  else
    hn::StoreInterleaved2(word(0), word(1), u, to);
}

// Stores the first `count` fetches of a vector.
template <int channels>
HWY_INLINE void store(const Components& components, int each, int count, std::uint32_t* to) {
  if (HWY_LIKELY(count >= int(hn::Lanes(f)))) return store_whole<channels>(components, each, to);
  HWY_ALIGN std::uint32_t last[4 * hn::MaxLanes(f)];
  store_whole<channels>(components, each, last);
  std::memcpy(to, last, std::size_t(count) * std::size_t(each) * sizeof(std::uint32_t));
}

// The values of one channel that a linear fetch needs of a quad.
template <unit::Channel kind>
struct Weights {
  Quad quad;
  HWY_INLINE explicit Weights(const Quad& w) : quad(w) {}
};
template <>
struct Weights<unit::Channel::single> {
  Quad quad;
  WideQuad wide;
  HWY_INLINE explicit Weights(const Quad& w) : quad(w), wide(widen(w)) {}
};

template <unit::Channel kind, class Given>
HWY_INLINE Floats filter(const Given& weights, const Quad& texels, Ints flags) {
  if constexpr (kind == unit::Channel::srgb8)
    return filter_srgb(weights.quad, texels);
  else if constexpr (kind == unit::Channel::half)
    return filter_half(weights.quad, texels, flags);
  else if constexpr (kind == unit::Channel::single)
    return filter_single(weights.quad, weights.wide, texels, flags);
  else
    return finish_codes<kind>(weighted_sum(weights.quad, texels, hn::Zero(f)));
}

struct Texels {
  TexelVectors tap[4];
};
template <int bits, int channels>
HWY_INLINE Texels read_quad(const FetchPlan& plan, const Block& block, const QuadTaps& quad, int i) {
  Texels texels;
  if constexpr (bits * channels < 32)
    if (HWY_LIKELY(block.pairs)) {
      read_pairs<bits, channels>(plan.texels, quad.index[0] + i, texels.tap[0], texels.tap[1]);
      read_pairs<bits, channels>(plan.texels, quad.index[2] + i, texels.tap[2], texels.tap[3]);
      return texels;
    }
  for (int tap = 0; tap < 4; ++tap)
    texels.tap[tap] = read_texels<bits, channels>(plan.texels, quad.index[tap] + i);
  return texels;
}

template <unit::Channel kind, int channel>
HWY_INLINE Quad decode_quad(const FetchPlan& plan, const Texels& texels, Ints flags, const float* table) {
  Quad value;
  for (int tap = 0; tap < 4; ++tap) {
    value.v[tap] = decode<kind, channel>(texels.tap[tap], table);
    if (plan.has_border)
      value.v[tap] = hn::IfThenElse(hn::RebindMask(f, has_flag(flags, tap)), hn::Set(f, plan.border[channel]),
                                    value.v[tap]);
  }
  return value;
}

// One component of the four texels, each passed through the filter by itself. The order starts at the lower
// left texel and goes counterclockwise.
template <unit::Channel kind, int bits, bool is_signed>
void gather_components(const FetchPlan& plan, const Block& block, int count, bool,
                       std::uint32_t* components) {
  const float* table = srgb_entries();
  const QuadTaps& quad = block.quad[0];
  const int lanes = int(hn::Lanes(f)), first_bit = plan.component * bits, bytes = plan.format.texel_bytes();
  const auto* base = reinterpret_cast<const std::int32_t*>(plan.texels) + first_bit / 32;
  const Floats zero = hn::Zero(f);
  const Weights<kind> weights(Quad{{hn::Set(f, 256.0f), zero, zero, zero}});
  const Ints only_first = hn::Set(i32, 0x10);
  const auto component = std::size_t(plan.component);
  for (int i = 0; i < count; i += lanes, components += lanes * 4) {
    const auto word = [&](int tap) HWY_ATTR {
      const Ints index = hn::Load(i32, quad.index[tap] + i);
      const Ints stored = bytes < 4 ? gather<1>(base, hn::Mul(index, hn::Set(i32, bytes)))
                                    : gather<4>(base, hn::Mul(index, hn::Set(i32, bytes / 4)));
      const TexelVectors texel = {{hn::ShiftRightSame(stored, first_bit % 32), stored, stored, stored}};
      const IntMask outside =
          plan.has_border ? has_flag(hn::Load(i32, quad.flags + i), tap) : hn::MaskFromVec(hn::Zero(i32));
      if constexpr (kind == unit::Channel::integer) {
        const Ints border = hn::Set(i32, std::int32_t(plan.border_word[component]));
        return hn::IfThenElse(outside, border, channel_bits<bits, is_signed, 0>(texel));
      } else {
        const Floats border = hn::Set(f, plan.border[component]), minus_zero = hn::Set(f, -0.0f);
        const Floats value =
            hn::IfThenElse(hn::RebindMask(f, outside), border, decode<kind, 0>(texel, table));
        return hn::BitCast(
            i32, filter<kind>(weights, Quad{{value, minus_zero, minus_zero, minus_zero}}, only_first));
      }
    };
    store<4>({{word(2), word(3), word(1), word(0)}}, 4, count - i, components);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
