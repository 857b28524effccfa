// Vector code that computes the components of fetches from a block's texels and weights: for one texel, for
// four, and for a gather.
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

// Point filter: the component of one channel. `element_bits` and `is_signed` only matter for integers.
template <unit::Channel kind, int element_bits, bool is_signed, int channel>
HWY_INLINE Ints point_word(const TexelVectors& texel, const float* table) {
  using enum unit::Channel;
  if constexpr (kind == integer) {
    return channel_bits<element_bits, is_signed, channel>(texel);
  } else {
    Floats value = decode<kind, channel>(texel, table);
    if constexpr (kind == unorm8) value = divide(value, 255);
    if constexpr (kind == unorm16) value = divide(value, 65535);
    if constexpr (kind == snorm8) value = divide(hn::Max(value, hn::Set(f, -127.0f)), 127);
    if constexpr (kind == snorm16) value = divide(hn::Max(value, hn::Set(f, -32767.0f)), 32767);
    const Ints word = hn::BitCast(i32, value);
    return kind == srgb8 ? hn::And(word, hn::Set(i32, ~0xff)) : word;
  }
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

// The quads of a block whose right texels follow the left ones, read row by row: of texels of 32 bits, and of
// 64. That is faster than gathers where those are slow, see has_fast_gathers().
template <int bits, int channels>
class RowPairs {
public:
  static constexpr int vectors = bits * channels / 32;
#if HWY_TARGET == HWY_SCALAR
  static constexpr bool supported = false;
#else
  static constexpr bool supported = vectors == 1 || vectors == 2;
#endif

  HWY_INLINE RowPairs(const FetchPlan& plan, const QuadTaps& quad, int count) {
    constexpr std::size_t bytes = vectors * 4;
    // hwy::CopyBytes, as compilers that fortify the C library check each memcpy while the program runs.
    for (int i = 0; i < count; ++i)
      for (int r = 0; r < 2; ++r)
        hwy::CopyBytes<2 * bytes>(plan.texels + std::ptrdiff_t(quad.index[2 * r][i]) * std::ptrdiff_t(bytes),
                                  row[r] + 2 * vectors * i);
  }

  HWY_INLINE Texels read(int i) const {
    Texels texels;
    for (int r = 0; r < 2; ++r) {
      const std::int32_t* from = row[r] + 2 * vectors * i;
      Ints *left = texels.tap[2 * r].word, *right = texels.tap[2 * r + 1].word;
      if constexpr (vectors == 1)
        hn::LoadInterleaved2(i32, from, left[0], right[0]);
      else
        hn::LoadInterleaved4(i32, from, left[0], left[1], right[0], right[1]);
    }
    return texels;
  }

private:
  alignas(64) std::int32_t row[2][block_size * 2 * (supported ? vectors : 1)];
};

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

HWY_INLINE Quad load_weights(const QuadTaps& quad, int i) {
  return {{hn::Load(f, quad.weight[0] + i), hn::Load(f, quad.weight[1] + i), hn::Load(f, quad.weight[2] + i),
           hn::Load(f, quad.weight[3] + i)}};
}

// One unfiltered texel.
template <unit::Channel kind, int bits, bool is_signed, int channels>
void point_components(const FetchPlan& plan, const Block& block, int count, std::uint32_t* components) {
  const float* table = srgb_entries();
  const QuadTaps& quad = block.quad[0];
  const int lanes = int(hn::Lanes(f));
  for (int i = 0; i < count; i += lanes, components += lanes * plan.component_count) {
    const TexelVectors texel = read_texels<bits, channels>(plan.texels, quad.index[0] + i);
    Components out;
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      Ints word = point_word<kind_of<kind, channels, channel>, bits, is_signed, channel>(texel, table);
      if (plan.has_border)
        word = hn::IfThenElse(has_flag(hn::Load(i32, quad.flags + i), 0),
                              hn::Set(i32, std::int32_t(plan.border_word[channel])), word);
      out.channel[channel] = word;
    });
    store<channels>(out, plan.component_count, count - i, components);
  }
}

// Four texels filtered. `read(i)` reads those of a vector of fetches.
template <unit::Channel kind, int channels, class Read>
HWY_INLINE void filtered_components(const FetchPlan& plan, const Block& block, int count,
                                    std::uint32_t* components, Read&& read) {
  const float* table = srgb_entries();
  const QuadTaps& quad = block.quad[0];
  const int lanes = int(hn::Lanes(f));
  for (int i = 0; i < count; i += lanes, components += lanes * plan.component_count) {
    const Texels texels = read(i);
    const Weights<kind> weights(load_weights(quad, i));
    const Ints flags = hn::Load(i32, quad.flags + i);
    Components out;
    each_channel<channels>([&](auto c) HWY_ATTR {
      constexpr int channel = decltype(c)::value;
      constexpr unit::Channel own = kind_of<kind, channels, channel>;
      const Quad value = decode_quad<own, channel>(plan, texels, flags, table);
      out.channel[channel] = hn::BitCast(i32, filter<own>(weights, value, flags));
    });
    store<channels>(out, plan.component_count, count - i, components);
  }
}

template <unit::Channel kind, int bits, int channels>
void linear_components(const FetchPlan& plan, const Block& block, int count, std::uint32_t* components) {
  const QuadTaps& quad = block.quad[0];
  using Rows = RowPairs<bits, channels>;
  constexpr bool has_avx512 = HWY_TARGET <= HWY_AVX3;
  if constexpr (Rows::supported)
    if (HWY_LIKELY(block.pairs) && !(has_avx512 && has_fast_gathers())) {
      const Rows rows(plan, quad, count);
      return filtered_components<kind, channels>(plan, block, count, components,
                                                 [&](int i) HWY_ATTR { return rows.read(i); });
    }
  filtered_components<kind, channels>(plan, block, count, components, [&](int i) HWY_ATTR {
    return read_quad<bits, channels>(plan, block, quad, i);
  });
}

// One component of the four texels, each passed through the filter by itself. The order starts at the lower
// left texel and goes counterclockwise.
template <unit::Channel kind, int bits, bool is_signed>
void gather_components(const FetchPlan& plan, const Block& block, int count, std::uint32_t* components) {
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
        return hn::IfThenElse(outside, border, point_word<kind, bits, is_signed, 0>(texel, table));
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
