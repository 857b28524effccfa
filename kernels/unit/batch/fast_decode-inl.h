// Vector code of step decode: gathers of 32 bits, then one vector of numbers per channel.
#if defined(TEXELSCOPE_FAST_DECODE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_DECODE_INL
#undef TEXELSCOPE_FAST_DECODE_INL
#else
#define TEXELSCOPE_FAST_DECODE_INL
#endif

#include "kernels/unit/batch/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// The vectors that hold texels of `bits` * `channels` bits, at most four.
struct TexelVectors {
  Ints word[4];
};

// Gathers 32 bits at `index` * scale bytes, and pairs of 32 bits at index * 4. AVX-512 merges gathers into
// the old content of the register; starting from zeros avoids a dependency from gather to gather.
template <int scale>
HWY_INLINE Ints gather(const std::int32_t* base, Ints index) {
#if HWY_TARGET == HWY_AVX3
  return Ints{_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xffff, index.raw, base, scale)};
#else
  return scale == 4 ? hn::GatherIndex(i32, base, index) : hn::GatherOffset(i32, base, index);
#endif
}
HWY_INLINE Ints gather_pairs(const std::int32_t* base, const std::int32_t* index) {
#if HWY_TARGET == HWY_AVX3
  const __m256i at = _mm256_load_si256(reinterpret_cast<const __m256i*>(index));
  return Ints{_mm512_mask_i32gather_epi64(_mm512_setzero_si512(), 0xff, at, base, 4)};
#else
  const hn::RepartitionToWide<IntTag> pair;
  const auto offset = hn::ShiftLeft<2>(hn::PromoteTo(pair, hn::Load(hn::Half<IntTag>(), index)));
  return hn::BitCast(i32, hn::GatherOffset(pair, reinterpret_cast<const std::int64_t*>(base), offset));
#endif
}

// Texels of 16 bytes: each texel is read by itself, and its channels are separated afterwards.
template <class D>
HWY_INLINE hn::Vec<D> read_four_values(D d, const std::int32_t* texels, const std::int32_t* index,
                                       int stride) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::LoadU(d, texels + std::ptrdiff_t(*index) * 4);
  } else {
    const hn::Half<D> half;
    const auto lower = read_four_values(half, texels, index, stride);
    return hn::Combine(d, read_four_values(half, texels, index + stride * int(hn::Lanes(half)) / 4, stride),
                       lower);
  }
}
HWY_INLINE TexelVectors read_long_texels(const std::int32_t* texels, const std::int32_t* index) {
  Ints texel[4]; // in each block of 128 bits every fourth texel
  for (int i = 0; i < 4; ++i)
    texel[i] = read_four_values(i32, texels, index + i, 4);
  const hn::RepartitionToWide<IntTag> pair;
  const auto low = [&](Ints a, Ints b) HWY_ATTR { return hn::BitCast(pair, hn::InterleaveLower(i32, a, b)); };
  const auto high = [&](Ints a, Ints b)
                        HWY_ATTR { return hn::BitCast(pair, hn::InterleaveUpper(i32, a, b)); };
  const auto first = low(texel[0], texel[1]), second = low(texel[2], texel[3]);
  const auto third = high(texel[0], texel[1]), fourth = high(texel[2], texel[3]);
  return {{hn::BitCast(i32, hn::InterleaveLower(pair, first, second)),
           hn::BitCast(i32, hn::InterleaveUpper(pair, first, second)),
           hn::BitCast(i32, hn::InterleaveLower(pair, third, fourth)),
           hn::BitCast(i32, hn::InterleaveUpper(pair, third, fourth))}};
}

// Reads a vector of texels; `index` points at their indices. Up to three bytes past a texel are read, for
// which Image has padding.
template <int bits, int channels>
HWY_INLINE TexelVectors read_texels(const std::byte* texels, const std::int32_t* index) {
  constexpr int bytes = bits / 8 * channels;
  const auto* base = reinterpret_cast<const std::int32_t*>(texels);
  if constexpr (bytes == 16) return read_long_texels(base, index);
  const Ints at = hn::Load(i32, index);
  TexelVectors out = {};
  if constexpr (bytes < 4) {
    out.word[0] = gather<1>(base, bytes == 2 ? hn::Add(at, at) : at);
  } else {
    constexpr int vector_count = bytes / 4;
    const Ints first = vector_count == 4 ? hn::ShiftLeft<2>(at) : vector_count == 2 ? hn::Add(at, at) : at;
    for (int w = 0; w < vector_count; ++w)
      out.word[w] = gather<4>(base + w, first);
  }
  return out;
}

// Reads adjacent left and right texels, of four bytes at most, with one access.
template <int bits, int channels>
HWY_INLINE void read_pairs(const std::byte* texels, const std::int32_t* index, TexelVectors& left,
                           TexelVectors& right) {
  constexpr int bytes = bits / 8 * channels;
  [[maybe_unused]] const auto* base = reinterpret_cast<const std::int32_t*>(texels);
  if constexpr (bytes < 4) {
    left = read_texels<bits, channels>(texels, index);
    right.word[0] = hn::ShiftRight<8 * bytes>(left.word[0]);
  } else {
    const Ints lower = gather_pairs(base, index), upper = gather_pairs(base, index + hn::Lanes(i32) / 2);
    left.word[0] = hn::ConcatEven(i32, upper, lower);
    right.word[0] = hn::ConcatOdd(i32, upper, lower);
  }
}

// The stored bits of one channel, sign or zero extended.
template <int bits, bool is_signed, int channel>
HWY_INLINE Ints channel_bits(const TexelVectors& texel) {
  if constexpr (bits == 32) return texel.word[channel];
  constexpr int first = channel * bits % 32;
  constexpr int surplus = 32 - bits; // of a word
  const Ints word = texel.word[channel * bits / 32];
  if constexpr (is_signed) return hn::ShiftRight<surplus>(hn::ShiftLeft<surplus - first>(word));
  if constexpr (first == surplus)
    return hn::BitCast(i32, hn::ShiftRight<surplus>(hn::BitCast(hn::RebindToUnsigned<IntTag>(), word)));
  return hn::And(hn::ShiftRight<first>(word), hn::Set(i32, (1 << bits % 32) - 1));
}

// Corresponds to half_to_float(). The scaling normalizes denormals.
HWY_INLINE Floats from_half(Ints half) {
  const Ints sign = hn::ShiftLeft<16>(hn::And(half, hn::Set(i32, 0x8000)));
  const Ints magnitude = hn::ShiftLeft<13>(hn::And(half, hn::Set(i32, 0x7fff)));
  const Ints finite = hn::BitCast(i32, hn::Mul(hn::BitCast(f, magnitude), hn::Set(f, 0x1p112f)));
  const auto special = hn::Gt(magnitude, hn::Set(i32, (0x7c00 << 13) - 1));
  const Ints value = hn::IfThenElse(special, hn::Or(magnitude, hn::Set(i32, 0x7f800000)), finite);
  return hn::BitCast(f, hn::Or(value, sign));
}

// The kind of a channel, given that of color channels: the last of two or four keeps linear codes under sRGB.
template <unit::Channel kind, int channels, int channel>
inline constexpr unit::Channel kind_of = kind == unit::Channel::srgb8&& channel == (channels == 2 ? 1 : 3)
                                             ? unit::Channel::unorm8
                                             : kind;

// The input of the filter: integer codes as floats, halves and floats unchanged, for sRGB the entry of the
// table.
template <unit::Channel kind, int channel>
HWY_INLINE Floats decode(const TexelVectors& texel, const float* srgb_table) {
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
