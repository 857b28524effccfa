// Vector code of step decode: gathers of whole words, then one vector of numbers a channel.
#if defined(TEXELSCOPE_FAST_DECODE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_DECODE_INL
#undef TEXELSCOPE_FAST_DECODE_INL
#else
#define TEXELSCOPE_FAST_DECODE_INL
#endif

#include "kernels/cpu/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// The words that hold a texel of `bits` * `channels`, at most four.
struct TexelWords {
  Ints word[4];
};

// `index` counts texels. Up to three bytes past the texel are read: Image has padding for that.
template <int bits, int channels>
HWY_INLINE TexelWords gather(const std::byte* texels, Ints index) {
  constexpr int bytes = bits / 8 * channels;
  const auto* base = reinterpret_cast<const std::int32_t*>(texels);
  TexelWords out;
  if constexpr (bytes < 4) {
    out.word[0] = hn::GatherOffset(i32, base, bytes == 2 ? hn::Add(index, index) : index);
  } else {
    constexpr int words = bytes / 4;
    const Ints first = words == 4 ? hn::ShiftLeft<2>(index) : words == 2 ? hn::Add(index, index) : index;
    for (int w = 0; w < words; ++w)
      out.word[w] = hn::GatherIndex(i32, base + w, first);
  }
  return out;
}

// The stored bits of one channel, sign or zero extended.
template <int bits, bool is_signed, int channel>
HWY_INLINE Ints channel_bits(const TexelWords& texel) {
  if constexpr (bits == 32) return texel.word[channel];
  constexpr int first = channel * bits % 32;
  constexpr int surplus = 32 - bits; // of a word
  const Ints word = texel.word[channel * bits / 32];
  if constexpr (is_signed) return hn::ShiftRight<surplus>(hn::ShiftLeft<surplus - first>(word));
  if constexpr (first == surplus)
    return hn::BitCast(i32, hn::ShiftRight<surplus>(hn::BitCast(hn::RebindToUnsigned<IntTag>(), word)));
  return hn::And(hn::ShiftRight<first>(word), hn::Set(i32, (1 << bits % 32) - 1));
}

// As half_to_float(). The scaling normalizes denormals.
HWY_INLINE Floats from_half(Ints half) {
  const Ints sign = hn::ShiftLeft<16>(hn::And(half, hn::Set(i32, 0x8000)));
  const Ints magnitude = hn::ShiftLeft<13>(hn::And(half, hn::Set(i32, 0x7fff)));
  const Ints finite = hn::BitCast(i32, hn::Mul(hn::BitCast(f, magnitude), hn::Set(f, 0x1p112f)));
  const auto special = hn::Gt(magnitude, hn::Set(i32, (0x7c00 << 13) - 1));
  const Ints value = hn::IfThenElse(special, hn::Or(magnitude, hn::Set(i32, 0x7f800000)), finite);
  return hn::BitCast(f, hn::Or(value, sign));
}

// What a channel is, given what colour channels are: the last of two or four keeps linear codes under sRGB.
template <unit::Channel kind, int channels, int channel>
inline constexpr unit::Channel kind_of = kind == unit::Channel::srgb8&& channel == (channels == 2 ? 1 : 3)
                                             ? unit::Channel::unorm8
                                             : kind;

// What the filter takes: integer codes as floats, halves and floats as they are, sRGB's entry of the table.
template <unit::Channel kind, int channel>
HWY_INLINE Floats decode(const TexelWords& texel, const float* srgb_table) {
  using enum unit::Channel;
  if constexpr (kind == srgb8)
    return hn::GatherIndex(f, srgb_table, channel_bits<8, false, channel>(texel));
  else if constexpr (kind == unorm8)
    return hn::ConvertTo(f, channel_bits<8, false, channel>(texel));
  else if constexpr (kind == snorm8)
    return hn::ConvertTo(f, channel_bits<8, true, channel>(texel));
  else if constexpr (kind == unorm16)
    return hn::ConvertTo(f, channel_bits<16, false, channel>(texel));
  else if constexpr (kind == snorm16)
    return hn::ConvertTo(f, channel_bits<16, true, channel>(texel));
  else if constexpr (kind == half)
    return from_half(channel_bits<16, false, channel>(texel));
  else
    return hn::BitCast(f, texel.word[channel]);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
