#include "kernels/cpu/fast_fetch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/cpu/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/fast_fetch.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include "kernels/cpu/fast_decode-inl.h"
#include "kernels/cpu/fast_filter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// The map's fused multiply-add is one instruction or, where there is none, the library's.
HWY_INLINE Floats fused(Floats a, float b, Floats c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, hn::Set(f, b), c);
#else
  HWY_ALIGN float x[hn::MaxLanes(f)], y[hn::MaxLanes(f)];
  hn::Store(a, f, x);
  hn::Store(c, f, y);
  for (std::size_t i = 0; i < hn::Lanes(f); ++i)
    x[i] = std::fma(x[i], b, y[i]);
  return hn::Load(f, x);
#endif
}

struct Coordinates {
  Floats x, y;
};

HWY_INLINE Coordinates coordinates(const FetchMap& map, int column, int row) {
  const Floats px = hn::Add(hn::Iota(f, float(column)), hn::Set(f, map.offset));
  const Floats py = hn::Set(f, float(row) + map.offset);
  return {fused(px, map.xx, fused(py, map.xy, hn::Set(f, map.x0))),
          fused(px, map.yx, fused(py, map.yy, hn::Set(f, map.y0)))};
}

// Point: the word of one channel. `element_bits` and `is_signed` matter to integers only.
template <unit::Channel kind, int element_bits, bool is_signed, int channel>
HWY_INLINE Ints point_word(const FetchPlan& plan, const TexelWords& texel, const float* table,
                           IntMask outside) {
  using enum unit::Channel;
  Ints word;
  if constexpr (kind == integer) {
    word = channel_bits<element_bits, is_signed, channel>(texel);
  } else {
    Floats value = decode<kind, channel>(texel, table);
    if constexpr (kind == unorm8) value = divide(value, 255);
    if constexpr (kind == unorm16) value = divide(value, 65535);
    if constexpr (kind == snorm8) value = divide(hn::Max(value, hn::Set(f, -127.0f)), 127);
    if constexpr (kind == snorm16) value = divide(hn::Max(value, hn::Set(f, -32767.0f)), 32767);
    word = hn::BitCast(i32, value);
    if constexpr (kind == srgb8) word = hn::And(word, hn::Set(i32, ~0xff));
  }
  if (!plan.has_border) return word;
  return hn::IfThenElse(outside, hn::Set(i32, std::int32_t(plan.border_word[channel])), word);
}

struct Footprint {
  TexelWords texel[4];
  IntMask outside[4];
};

template <unit::Channel kind, int channel>
HWY_INLINE Ints linear_word(const FetchPlan& plan, const Footprint& taps, const Quad& weights,
                            const float* table) {
  Quad value;
  for (int i = 0; i < 4; ++i) {
    value.v[i] = decode<kind, channel>(taps.texel[i], table);
    if (plan.has_border)
      value.v[i] =
          hn::IfThenElse(hn::RebindMask(f, taps.outside[i]), hn::Set(f, plan.border[channel]), value.v[i]);
  }
  return hn::BitCast(i32, filter<kind>(weights, value));
}

struct Words {
  Ints channel[4];
};

template <int bits, int channels>
HWY_INLINE Footprint read_footprint(const FetchPlan& plan, const AxisTexels& x, const AxisTexels& y) {
  const Ints width = hn::Set(i32, plan.axis[0].size);
  const Ints upper = hn::Mul(y.first, width), lower = hn::Mul(y.second, width);
  Footprint taps;
  taps.texel[0] = gather<bits, channels>(plan.texels, hn::Add(upper, x.first));
  taps.texel[1] = gather<bits, channels>(plan.texels, hn::Add(upper, x.second));
  taps.texel[2] = gather<bits, channels>(plan.texels, hn::Add(lower, x.first));
  taps.texel[3] = gather<bits, channels>(plan.texels, hn::Add(lower, x.second));
  taps.outside[0] = hn::Or(x.outside_first, y.outside_first);
  taps.outside[1] = hn::Or(x.outside_second, y.outside_first);
  taps.outside[2] = hn::Or(x.outside_first, y.outside_second);
  taps.outside[3] = hn::Or(x.outside_second, y.outside_second);
  return taps;
}

// One way of fetching: its fetch() gives the words of a vector of pixels. `kind` is that of colour channels.
template <unit::Channel kind, int bits, bool is_signed, int channels, bool linear>
struct Fetch {
  static HWY_INLINE Words fetch(const FetchPlan& plan, const Coordinates& at, const float* table) {
    const AxisTexels x = axis_texels<linear>(at.x, plan.axis[0]);
    const AxisTexels y = axis_texels<linear>(at.y, plan.axis[1]);
    Words out;
    for (Ints& word : out.channel)
      word = hn::Zero(i32);
    if constexpr (linear) {
      const Footprint taps = read_footprint<bits, channels>(plan, x, y);
      const Quad weights = weights_2d(x.weight, y.weight);
      out.channel[0] = linear_word<kind_of<kind, channels, 0>, 0>(plan, taps, weights, table);
      if constexpr (channels > 1)
        out.channel[1] = linear_word<kind_of<kind, channels, 1>, 1>(plan, taps, weights, table);
      if constexpr (channels > 2)
        out.channel[2] = linear_word<kind_of<kind, channels, 2>, 2>(plan, taps, weights, table);
      if constexpr (channels > 2)
        out.channel[3] = linear_word<kind_of<kind, channels, 3>, 3>(plan, taps, weights, table);
    } else {
      const Ints index = hn::Add(hn::Mul(y.first, hn::Set(i32, plan.axis[0].size)), x.first);
      const TexelWords texel = gather<bits, channels>(plan.texels, index);
      const IntMask outside = hn::Or(x.outside_first, y.outside_first);
      out.channel[0] =
          point_word<kind_of<kind, channels, 0>, bits, is_signed, 0>(plan, texel, table, outside);
      if constexpr (channels > 1)
        out.channel[1] =
            point_word<kind_of<kind, channels, 1>, bits, is_signed, 1>(plan, texel, table, outside);
      if constexpr (channels > 2)
        out.channel[2] =
            point_word<kind_of<kind, channels, 2>, bits, is_signed, 2>(plan, texel, table, outside);
      if constexpr (channels > 2)
        out.channel[3] =
            point_word<kind_of<kind, channels, 3>, bits, is_signed, 3>(plan, texel, table, outside);
    }
    return out;
  }
};

HWY_INLINE void store(const Words& words, std::uint32_t* to) {
  const hn::RebindToUnsigned<IntTag> u;
  hn::StoreInterleaved4(hn::BitCast(u, words.channel[0]), hn::BitCast(u, words.channel[1]),
                        hn::BitCast(u, words.channel[2]), hn::BitCast(u, words.channel[3]), u, to);
}

template <class Way>
HWY_INLINE void span_of(const FetchPlan& plan, int row, int column, int end, const float* table,
                        std::uint32_t* out) {
  const int lanes = int(hn::Lanes(f));
  HWY_ALIGN std::uint32_t last[4 * hn::MaxLanes(f)];
  for (; column < end; column += lanes, out += 4 * lanes) {
    const Words words = Way::fetch(plan, coordinates(plan.map, column, row), table);
    const bool whole = column + lanes <= end;
    store(words, whole ? out : last);
    if (!whole) std::memcpy(out, last, std::size_t(end - column) * 16);
  }
}

// In tiles, which keep close in the texture whatever the view's rotation.
template <class Way>
void rows_of(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* words) {
  constexpr int tile = 64;
  const float* table = srgb_entries();
  for (int column = 0; column < plan.width; column += tile)
    for (int row = first_row; row < last_row; ++row) {
      std::uint32_t* out = words + (std::size_t(row) * std::size_t(plan.width) + std::size_t(column)) * 4;
      span_of<Way>(plan, row, column, std::min(column + tile, plan.width), table, out);
    }
}

template <unit::Channel kind, int bits, bool is_signed, int channels>
RowFunction choose_filter(bool linear) {
  if constexpr (kind != unit::Channel::integer)
    if (linear) return rows_of<Fetch<kind, bits, is_signed, channels, true>>;
  return rows_of<Fetch<kind, bits, is_signed, channels, false>>;
}

template <unit::Channel kind, int bits, bool is_signed = false>
RowFunction choose_channels(const FetchPlan& plan) {
  if (plan.format.channels == 1) return choose_filter<kind, bits, is_signed, 1>(plan.linear);
  if (plan.format.channels == 2) return choose_filter<kind, bits, is_signed, 2>(plan.linear);
  return choose_filter<kind, bits, is_signed, 4>(plan.linear);
}

RowFunction choose(const FetchPlan& plan) {
  using enum unit::Channel;
  const bool is_signed = plan.format.kind == ElementKind::signed_int;
  switch (plan.channel[0]) {
  case unorm8:
    return choose_channels<unorm8, 8>(plan);
  case snorm8:
    return choose_channels<snorm8, 8>(plan);
  case unorm16:
    return choose_channels<unorm16, 16>(plan);
  case snorm16:
    return choose_channels<snorm16, 16>(plan);
  case srgb8:
    return choose_channels<srgb8, 8>(plan);
  case half:
    return choose_channels<half, 16>(plan);
  case single:
    return choose_channels<single, 32>(plan);
  case integer:
    break;
  }
  if (plan.format.bits == 8)
    return is_signed ? choose_channels<integer, 8, true>(plan) : choose_channels<integer, 8>(plan);
  if (plan.format.bits == 16)
    return is_signed ? choose_channels<integer, 16, true>(plan) : choose_channels<integer, 16>(plan);
  return choose_channels<integer, 32>(plan);
}

void fetch_rows_here(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* words) {
  choose(plan)(plan, first_row, last_row, words);
}

const char* instructions_here() {
  return hwy::TargetName(HWY_TARGET);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texelscope::cpu {
HWY_EXPORT(fetch_rows_here);
HWY_EXPORT(instructions_here);

void fetch_rows(const FetchPlan& plan, int first_row, int last_row, std::uint32_t* words) {
  HWY_DYNAMIC_DISPATCH(fetch_rows_here)(plan, first_row, last_row, words);
}

const char* fetch_instructions() {
  return HWY_DYNAMIC_DISPATCH(instructions_here)();
}
} // namespace texelscope::cpu
#endif
