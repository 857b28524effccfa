// Vector code of fetches of one texel, or of four that are filtered. A vector's lanes are in the order of the
// results: the channels of one fetch, then those of the next. So texels are read and results are stored as
// they lie in memory, and no vector is transposed; gathers, which take longer than all else, are not needed.
#if defined(TEXELSCOPE_FAST_PLANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PLANE_INL
#undef TEXELSCOPE_FAST_PLANE_INL
#else
#define TEXELSCOPE_FAST_PLANE_INL
#endif

#include <array>
#include <limits>

#include "kernels/unit/batch/fast_block-inl.h"
#include "kernels/unit/batch/fast_decode-inl.h"
#include "kernels/unit/batch/fast_plane_taps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

using ByteTag = hn::Repartition<std::uint8_t, FloatTag>;
using ShortTag = hn::Repartition<std::int16_t, FloatTag>;
using Bytes = hn::Vec<ByteTag>;
inline constexpr ByteTag u8;
inline constexpr ShortTag i16;
constexpr int lane_count = int(hn::MaxLanes(f));

// Calls load(n) for each block of 128 bits.
template <class D, class Load>
HWY_INLINE hn::Vec<D> in_blocks(D d, Load&& load, int first = 0) {
  if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) == 16) {
    return load(first);
  } else {
    const hn::Half<D> half;
    constexpr int blocks = int(hn::MaxLanes(half) * sizeof(hn::TFromD<D>) / 16);
    const auto lower = in_blocks(half, load, first);
    return hn::Combine(d, in_blocks(half, load, first + blocks), lower);
  }
}

// A texel by its index, or the border's.
template <int bytes>
HWY_INLINE const std::byte* plane_texel(const FetchPlan& plan, int index) {
  return index < 0 ? plan.border_texel.data() : plan.texels + std::ptrdiff_t(index) * bytes;
}

// Where rows of two texels lie.
template <int bytes>
struct TexelRows {
  const std::byte* texels;
  const std::int32_t *upper, *lower;

  HWY_INLINE const std::uint8_t* row(int which, int i) const {
    const std::int32_t* index = which == 0 ? upper : lower;
    return reinterpret_cast<const std::uint8_t*>(texels + std::ptrdiff_t(index[i]) * bytes);
  }
};

// Room for the rows of blocks in which not all texels are neighbors, or some are the border's.
template <int bytes>
struct CopiedRows {
  alignas(64) std::byte texels[block_size * 4 * bytes];
  std::int32_t place[2][block_size];

  // `index(tap, i)`: as in PlaneTaps.
  template <class Index>
  HWY_NOINLINE TexelRows<bytes> copy(const FetchPlan& plan, Index&& index, int count) {
    for (int i = 0; i < count; ++i)
      for (int tap = 0; tap < 4; ++tap) {
        const std::byte* from = plane_texel<bytes>(plan, index(tap, i));
        hwy::CopyBytes<std::size_t(bytes)>(from, texels + (4 * i + tap) * bytes);
        place[tap / 2][i] = 4 * i + tap / 2 * 2;
      }
    return {texels, place[0], place[1]};
  }
};

// For each lane of a block of 128 bits, of `bits` * `channels` bits a texel: the left and the right texel's
// number as 16 bits each. Bytes lie in their upper halves if they are `high`. `row`: of 8 bits, whose rows
// lie behind each other.
template <int bits, int channels, bool high, int row>
constexpr std::array<std::uint8_t, 16> pair_bytes() {
  std::array<std::uint8_t, 16> from = {};
  for (int i = 0; i < 16; ++i) {
    const int lane = i / 4, right = i / 2 % 2, byte = i % 2;
    const int first = lane / channels * 4 * channels + (bits == 8 ? row * 2 * channels : 0);
    const int number = (first / (bits / 8) + right * channels + lane % channels) * (bits / 8);
    from[std::size_t(i)] = std::uint8_t(bits == 16 ? number + byte : byte == int(high) ? number : 0x80);
  }
  return from;
}

struct Pairs {
  Ints row[2]; // the left texel's number in the lower 16 bits, the right one's in the upper

  HWY_INLINE Ints side(int tap) const {
    const hn::RebindToUnsigned<IntTag> u32;
    if (tap % 2 == 0) return hn::And(row[tap / 2], hn::Set(i32, 0xffff));
    return hn::BitCast(i32, hn::ShiftRight<16>(hn::BitCast(u32, row[tap / 2])));
  }
};

// Texels of 8 and 16 bits. Small ones are copied to where vectors can read them: rows of bytes beside each
// other, of larger numbers apart.
template <int bits, int channels, bool high = false>
struct PairReader {
  static constexpr int texel = bits / 8 * channels;
  static constexpr bool direct = channels == 4;
  struct Near {
    alignas(64) std::uint8_t bytes[direct ? 64 : block_size * 4 * texel];
  };

  const TexelRows<texel> rows;
  const std::uint8_t* const near;

  HWY_INLINE PairReader(const TexelRows<texel>& from, Near& to, int count) : rows(from), near(to.bytes) {
    if constexpr (!direct)
      for (int i = 0; i < count; ++i)
        copy_rows(i, to);
  }

  HWY_INLINE Pairs read(int i) const {
    if constexpr (bits == 8) {
      const Bytes both = bytes_of_rows(i);
      return {{shuffled<0>(both), shuffled<1>(both)}};
    } else {
      return {{shuffled<0>(bytes_of_row(0, i)), shuffled<0>(bytes_of_row(1, i))}};
    }
  }

private:
  static constexpr int place(int row, int i) {
    return bits == 8 ? (2 * i + row) * 2 * texel : (row * block_size + i) * 2 * texel;
  }
  HWY_INLINE void copy_rows(int i, Near& to) const {
    if constexpr (bits == 8) {
      using Both = std::conditional_t<texel == 1, std::uint32_t, std::uint64_t>;
      std::conditional_t<texel == 1, std::uint16_t, std::uint32_t> row[2];
      for (int r = 0; r < 2; ++r)
        hwy::CopyBytes<sizeof(row[0])>(rows.row(r, i), &row[r]);
      const Both both = row[0] | Both(row[1]) << 16 * texel;
      hwy::CopyBytes<sizeof(both)>(&both, to.bytes + place(0, i));
    } else {
      for (int r = 0; r < 2; ++r)
        hwy::CopyBytes<2 * std::size_t(texel)>(rows.row(r, i), to.bytes + place(r, i));
    }
  }
  HWY_INLINE Bytes bytes_of_rows(int i) const {
    if constexpr (direct) {
      const hn::Full128<std::uint64_t> two;
      const auto row = [&](int r, int of) HWY_ATTR {
        std::uint64_t both;
        hwy::CopyBytes<sizeof(both)>(rows.row(r, of), &both);
        return hn::Set(two, both);
      };
      return in_blocks(u8, [&](int n) HWY_ATTR {
        return hn::BitCast(hn::Full128<std::uint8_t>(),
                           hn::InterleaveLower(two, row(0, i + n), row(1, i + n)));
      });
    } else {
      return hn::Load(u8, near + place(0, i));
    }
  }
  HWY_INLINE Bytes bytes_of_row(int r, int i) const {
    if constexpr (direct) {
      const hn::Full128<std::uint8_t> whole;
      return in_blocks(u8, [&](int n) HWY_ATTR { return hn::LoadU(whole, rows.row(r, i + n)); });
    } else {
      return hn::Load(u8, near + place(r, i));
    }
  }
  template <int row>
  static HWY_INLINE Ints shuffled(Bytes bytes) {
    if constexpr (bits == 16 && channels == 1) return hn::BitCast(i32, bytes);
    alignas(16) static constexpr std::array<std::uint8_t, 16> from = pair_bytes<bits, channels, high, row>();
    const Bytes order = hn::LoadDup128(u8, from.data());
#if HWY_TARGET == HWY_WASM // Highway 1.0 looks up byte by byte there
    return hn::BitCast(i32, Bytes{wasm_i8x16_swizzle(bytes.raw, order.raw)});
#else
    return hn::BitCast(i32, hn::TableLookupBytesOr0(bytes, order));
#endif
  }
};

// The left and the right texels of rows in memory: one after the other for each fetch of a vector.
template <int channels>
HWY_INLINE void split_rows(const float* from, Floats& left, Floats& right) {
  if constexpr (channels == 4) {
    const hn::Full128<float> whole;
    left = in_blocks(f, [&](int n) HWY_ATTR { return hn::Load(whole, from + 8 * n); });
    right = in_blocks(f, [&](int n) HWY_ATTR { return hn::Load(whole, from + 8 * n + 4); });
  } else {
    using Texel = std::conditional_t<channels == 1, std::uint32_t, std::uint64_t>;
    const hn::Repartition<Texel, FloatTag> texels;
    const auto first = hn::BitCast(texels, hn::Load(f, from)),
               second = hn::BitCast(texels, hn::Load(f, from + lane_count));
    left = hn::BitCast(f, hn::ConcatEven(texels, second, first));
    right = hn::BitCast(f, hn::ConcatOdd(texels, second, first));
  }
}

// Texels of 32 bits a channel.
template <int channels>
struct SingleReader {
  static constexpr int texel = 4 * channels, near_size = channels == 4 ? 16 : block_size * 2 * channels;
  struct Near {
    alignas(64) float row[2][near_size];
  };

  const TexelRows<texel> rows;
  const float* const near;

  HWY_INLINE SingleReader(const TexelRows<texel>& from, Near& to, int count) : rows(from), near(to.row[0]) {
    if constexpr (channels == 4) return;
    for (int i = 0; i < count; ++i)
      for (int r = 0; r < 2; ++r)
        hwy::CopyBytes<2 * std::size_t(texel)>(from.row(r, i), to.row[r] + 2 * channels * i);
  }

  HWY_INLINE Quad read(int i) const {
    Quad t;
    for (int r = 0; r < 2; ++r) {
      if constexpr (channels == 4) {
        const hn::Full128<float> whole;
        const auto column = [&](int right) HWY_ATTR {
          return in_blocks(f, [&](int n) HWY_ATTR {
            return hn::LoadU(whole, reinterpret_cast<const float*>(rows.row(r, i + n)) + 4 * right);
          });
        };
        t.v[2 * r] = column(0), t.v[2 * r + 1] = column(1);
      } else {
        split_rows<channels>(near + r * near_size + 2 * channels * i, t.v[2 * r], t.v[2 * r + 1]);
      }
    }
    return t;
  }
};

// The number of each lane's fetch, counted from the vector's first.
template <int channels>
HWY_INLINE Ints of_fetches(const std::int32_t* from) {
  if constexpr (channels == 1) return hn::LoadU(i32, from);
  if constexpr (channels == lane_count) return hn::Set(i32, *from);
  if constexpr (channels == 2 && lane_count == 4) {
    const Ints two = hn::LoadU(i32, from);
    return hn::InterleaveLower(i32, two, two);
  }
  alignas(64) static constexpr auto own = [] {
    std::array<std::int32_t, std::size_t(lane_count)> of = {};
    for (int lane = 0; lane < lane_count; ++lane)
      of[std::size_t(lane)] = lane / channels;
    return of;
  }();
  return hn::TableLookupLanes(hn::LoadU(i32, from), hn::SetTableIndices(i32, own.data()));
}
template <int channels>
HWY_INLINE Floats of_fetches(const float* from) {
  return hn::BitCast(f, of_fetches<channels>(reinterpret_cast<const std::int32_t*>(from)));
}

// Adds the products of both 16-bit numbers of each lane.
HWY_INLINE Ints add_products(Ints a, Ints b, Ints sum) {
#if HWY_ARCH_X86
  Ints odd = hn::Zero(i32); // stays so, on x86
  return hn::ReorderWidenMulAccumulate(i32, hn::BitCast(i16, a), hn::BitCast(i16, b), sum, odd);
#elif HWY_TARGET == HWY_WASM
  return hn::Add(sum, Ints{wasm_i32x4_dot_i16x8(a.raw, b.raw)});
#else
  const auto low = [](Ints v) HWY_ATTR { return hn::ShiftRight<16>(hn::ShiftLeft<16>(v)); };
  const Ints high = hn::Mul(hn::ShiftRight<16>(a), hn::ShiftRight<16>(b));
  return hn::Add(sum, hn::Add(hn::Mul(low(a), low(b)), high));
#endif
}

// divide(), by 65535.
HWY_INLINE Floats over_65535(Ints code) {
  const Floats number = hn::ConvertTo(f, code);
#if HWY_NATIVE_FMA
  return hn::MulAdd(number, hn::Set(f, 0x1p-16f), hn::Mul(number, hn::Set(f, 0x1p-32f + 0x1p-48f)));
#else
  return divide(number, 65535);
#endif
}

// Codes: sums over 256 in integers, then finish_codes().
template <unit::Channel kind, int channels>
struct PlaneCodes {
  static constexpr bool settles = false;
  static constexpr int bits = kind == unit::Channel::unorm8 || kind == unit::Channel::snorm8 ? 8 : 16;
  using Reader = PairReader<bits, channels, kind == unit::Channel::snorm8>;

  static HWY_INLINE Floats filter(const Reader& reader, const PlaneTaps& taps, int i, IntMask&) {
    using enum unit::Channel;
    Pairs texels = reader.read(i);
    if constexpr (kind == unorm16) // as signed numbers
      for (Ints& row : texels.row)
        row = hn::Xor(row, hn::Set(i32, std::int32_t(0x80008000)));
    Ints sum = hn::Set(i32, kind == unorm16 ? 256 * 0x8000 : 0);
    for (int r = 0; r < 2; ++r)
      sum = add_products(texels.row[r], of_fetches<channels>(taps.pair[r] + i), sum);
    const Ints middle = hn::Set(i32, 128);
    if constexpr (kind == unorm8) return over_65535(hn::Add(sum, hn::ShiftRight<8>(hn::Add(sum, middle))));
    if constexpr (kind == unorm16) return over_65535(hn::ShiftRight<8>(hn::Add(sum, middle)));
    return finish_codes<kind>(hn::ConvertTo(f, kind == snorm8 ? hn::ShiftRight<8>(sum) : sum));
  }
};

template <int channels, class Taps>
HWY_INLINE Quad plane_weights(const Taps& taps, int i) {
  return {{of_fetches<channels>(taps.weight[0] + i), of_fetches<channels>(taps.weight[1] + i),
           of_fetches<channels>(taps.weight[2] + i), of_fetches<channels>(taps.weight[3] + i)}};
}

// The largest magnitude among texels with a weight, as bits.
HWY_INLINE Ints largest_weighted(const Quad& w, const Quad& t) {
  Ints largest = hn::Zero(i32);
  for (int i = 0; i < 4; ++i)
    largest =
        hn::Max(largest, hn::BitCast(i32, hn::IfThenElseZero(hn::Gt(w.v[i], hn::Zero(f)), hn::Abs(t.v[i]))));
  return largest;
}

// Lanes whose texels are all +0, or without weight, positive and below `infinity`. `largest`: with a weight.
HWY_INLINE IntMask are_positive_zeros(const Quad& t, Ints largest, float infinity) {
  const hn::RebindToUnsigned<IntTag> u32; // as unsigned, negative numbers are the largest
  auto any = hn::BitCast(u32, t.v[0]);
  for (int i = 1; i < 4; ++i)
    any = hn::Max(any, hn::BitCast(u32, t.v[i]));
  const auto finite = hn::Lt(any, hn::BitCast(u32, hn::Set(f, infinity)));
  return hn::And(hn::RebindMask(i32, finite), hn::Eq(largest, hn::Zero(i32)));
}

// Floats: filter_single() without doubles. A texel's 28 bits are split in 15 and 13, so that both weighted
// sums are exact in a float, and adding them rounds once.
template <int channels>
struct PlaneSingles {
  static constexpr bool settles = true;
  using Reader = SingleReader<channels>;

  // Clears lanes of `usual` whose results are not right.
  static HWY_INLINE Floats filter(const Reader& reader, const PlaneTaps& taps, int i, IntMask& usual) {
    const Quad t = reader.read(i), w = plane_weights<channels>(taps, i);
    const Ints largest = largest_weighted(w, t), exponent = hn::And(largest, hn::Set(i32, 0x7f800000));
    const Floats to_block =
        hn::BitCast(f, hn::Sub(hn::Set(i32, std::int32_t((127u + 27u + 127u) << 23)), exponent));
    const Floats coarse = hn::Set(f, 1.5f * 0x1p36f); // adding it rounds to multiples of 2^13
    Floats high = hn::Zero(f), low = high;
    for (int k = 0; k < 4; ++k) {
      const Floats number = hn::Trunc(hn::Mul(t.v[k], to_block));
      const Floats upper = hn::Sub(hn::Add(number, coarse), coarse), rest = hn::Sub(number, upper);
      high = k ? hn::MulAdd(w.v[k], upper, high) : hn::Mul(w.v[k], upper);
      low = k ? hn::MulAdd(w.v[k], rest, low) : hn::Mul(w.v[k], rest);
    }
    // Halves go away from zero: a quarter of a step moves ties alone, and there are none below 2^23.
    const Floats quarter =
        hn::IfThenElseZero(hn::Ge(hn::Abs(high), hn::Set(f, 0x1p23f)), hn::CopySign(hn::Set(f, 0.25f), high));
    const Floats sum = hn::Add(high, hn::Add(low, quarter));
    // Infinities and NaN, also of texels without weight, make the sum NaN.
    const IntMask finite =
        hn::And(hn::Lt(largest, hn::Set(i32, 0x7f800000)), hn::RebindMask(i32, hn::Eq(sum, sum)));
    usual = hn::And(usual, hn::And(finite, hn::Gt(largest, hn::Set(i32, min_ordinary_single - 1))));
    return hn::Mul(sum, hn::BitCast(f, hn::Sub(exponent, hn::Set(i32, 35 << 23))));
  }

  static HWY_INLINE Floats settle(const Reader& reader, const PlaneTaps& taps, int i) {
    const Quad t = reader.read(i), w = plane_weights<channels>(taps, i);
    if (hn::AllTrue(i32,
                    are_positive_zeros(t, largest_weighted(w, t), std::numeric_limits<float>::infinity())))
      return hn::Zero(f);
    return filter_any_single(w, widen(w), t, of_fetches<channels>(taps.flags + i));
  }
};

// Halves: a texel's 15 bits and 8 of its weight fit a float.
template <int channels>
struct PlaneHalves {
  static constexpr bool settles = true;
  using Reader = PairReader<16, channels>;

  static HWY_INLINE Floats filter(const Reader& reader, const PlaneTaps& taps, int i, IntMask& usual) {
    const Quad t = finite(reader.read(i)), w = plane_weights<channels>(taps, i);
    const Ints largest = largest_weighted(w, t);
    // Zeros may have a sign, and infinities and NaN count without weight, too.
    const Floats any =
        hn::Max(hn::Max(hn::Abs(t.v[0]), hn::Abs(t.v[1])), hn::Max(hn::Abs(t.v[2]), hn::Abs(t.v[3])));
    usual = hn::And(usual, hn::And(hn::Gt(largest, hn::Zero(i32)),
                                   hn::RebindMask(i32, hn::Lt(any, hn::Set(f, infinity)))));
    return round_to_stored_half(short_sum<15>(w, t, half_exponent(largest)));
  }

  static HWY_INLINE Floats settle(const Reader& reader, const PlaneTaps& taps, int i) {
    const Pairs pairs = reader.read(i);
    const Quad w = plane_weights<channels>(taps, i), numbers = finite(pairs);
    if (hn::AllTrue(i32, are_positive_zeros(numbers, largest_weighted(w, numbers), infinity)))
      return hn::Zero(f);
    const Quad t = {{from_half(pairs.side(0)), from_half(pairs.side(1)), from_half(pairs.side(2)),
                     from_half(pairs.side(3))}};
    return filter_half(w, t, of_fetches<channels>(taps.flags + i));
  }

private:
  static constexpr float infinity = 65536; // as finite() has it

  // from_half(), but of infinities and NaN.
  static HWY_INLINE Quad finite(const Pairs& pairs) {
    Quad t;
    for (int k = 0; k < 4; ++k) {
      const Ints half = pairs.side(k), sign = hn::ShiftLeft<16>(hn::And(half, hn::Set(i32, 0x8000)));
      const Ints magnitude = hn::ShiftLeft<13>(hn::And(half, hn::Set(i32, 0x7fff)));
      t.v[k] = hn::Or(hn::Mul(hn::BitCast(f, magnitude), hn::Set(f, 0x1p112f)), hn::BitCast(f, sign));
    }
    return t;
  }
};

// Lanes of an alpha channel, whose codes are linear under sRGB.
template <int channels>
HWY_INLINE IntMask alpha_lanes() {
  if constexpr (channels == 1) return hn::MaskFromVec(hn::Zero(i32));
  const Ints channel = hn::And(hn::Iota(i32, 0), hn::Set(i32, channels - 1));
  return hn::Eq(channel, hn::Set(i32, channels - 1));
}

// Texels of sRGB colors as rows of floats: entries of srgb_entries(), and an alpha's codes. Looked up one by
// one, which is faster than gathers where those are slow.
template <int channels>
struct ColorReader {
  static constexpr int texel = channels;
  struct Near {
    alignas(64) float row[2][block_size * 2 * channels];
  };
  const float* const near;

  HWY_INLINE ColorReader(const TexelRows<texel>& from, Near& to, int count) : near(to.row[0]) {
    const float* const colors = srgb_entries();
    for (int i = 0; i < count; ++i)
      for (int r = 0; r < 2; ++r) {
        std::uint8_t codes[2 * channels];
        hwy::CopyBytes<sizeof(codes)>(from.row(r, i), codes);
        for (int c = 0; c < 2 * channels; ++c) {
          const bool alpha = channels > 1 && c % channels == channels - 1;
          to.row[r][2 * channels * i + c] = alpha ? float(codes[c]) : colors[codes[c]];
        }
      }
  }

  HWY_INLINE Quad read(int i) const {
    Quad t;
    for (int r = 0; r < 2; ++r)
      split_rows<channels>(near + r * block_size * 2 * channels + 2 * channels * i, t.v[2 * r],
                           t.v[2 * r + 1]);
    return t;
  }
};

// sRGB colors: filter_srgb().
template <int channels>
struct PlaneColors {
  static constexpr bool settles = false;
  using Reader = ColorReader<channels>;

  static HWY_INLINE Floats filter(const Reader& reader, const PlaneTaps& taps, int i, IntMask&) {
    Quad t = reader.read(i);
    const Quad w = plane_weights<channels>(taps, i), codes = t;
    const Ints exponent = take_srgb_exponent(w, t);
    const Floats color = round_to_half(short_sum<8>(w, t, exponent));
    if constexpr (channels == 1) return color;
    const Floats alpha = finish_codes<unit::Channel::unorm8>(weighted_sum(w, codes, hn::Zero(f)));
    return hn::IfThenElse(hn::RebindMask(f, alpha_lanes<channels>()), alpha, color);
  }
};

// Once more, of a block with lanes that filter() does not compute.
template <class Filter, int channels>
HWY_NOINLINE void settle_plane(const typename Filter::Reader& reader, const PlaneTaps& taps, int count,
                               float* to) {
  for (int i = 0; i < count; i += lane_count / channels) {
    IntMask usual = hn::Eq(hn::Zero(i32), hn::Zero(i32));
    Floats result = Filter::filter(reader, taps, i, usual);
    if (!hn::AllTrue(i32, usual)) result = Filter::settle(reader, taps, i);
    hn::StoreU(result, f, to + i * channels);
  }
}

// `streams`: past the caches, to where whole vectors are aligned.
template <class Filter, int channels>
void filter_plane(const FetchPlan& plan, const Block& block, int count, bool streams,
                  std::uint32_t* components) {
  const PlaneTaps& taps = block.taps;
  constexpr int fetches = lane_count / channels;
  using Reader = typename Filter::Reader;
  const int whole = (count + fetches - 1) / fetches * fetches;
  CopiedRows<Reader::texel> copied;
  typename Reader::Near near;
  const Reader reader(HWY_LIKELY(taps.pairs)
                          ? TexelRows<Reader::texel>{plan.texels, taps.index[0], taps.index[2]}
                          : copied.copy(
                                plan, [&](int tap, int i) { return taps.index[tap][i]; }, whole),
                      near, whole);
  auto* to = reinterpret_cast<float*>(components);
  IntMask usual = hn::Eq(hn::Zero(i32), hn::Zero(i32));
  for (int i = 0; i < count; i += fetches) {
    const Floats result = Filter::filter(reader, taps, i, usual);
    if (streams)
      hn::Stream(result, f, to + i * channels);
    else
      hn::StoreU(result, f, to + i * channels);
  }
  if constexpr (Filter::settles)
    if (HWY_UNLIKELY(!hn::AllTrue(i32, usual))) settle_plane<Filter, channels>(reader, taps, count, to);
}

// Point sampling of 32 bits a channel, which are returned as they are.
template <int channels>
void copy_plane_points(const FetchPlan& plan, const Block& block, int count, bool,
                       std::uint32_t* components) {
  for (int i = 0; i < count; ++i)
    hwy::CopyBytes<std::size_t(4 * channels)>(plane_texel<4 * channels>(plan, block.taps.index[0][i]),
                                              components + i * channels);
}

// The number that a point fetch returns for each stored one; see unit::point_word().
template <unit::Channel kind, int channels>
HWY_INLINE Ints plane_word(Ints stored, const float* table) {
  using enum unit::Channel;
  const Floats number = hn::ConvertTo(f, stored);
  Floats value;
  if constexpr (kind == integer)
    value = hn::BitCast(f, stored);
  else if constexpr (kind == half)
    value = from_half(stored);
  else if constexpr (kind == unorm8)
    value = divide(number, 255);
  else if constexpr (kind == unorm16)
    value = divide(number, 65535);
  else if constexpr (kind == snorm8)
    value = divide(hn::Max(number, hn::Set(f, -127.0f)), 127);
  else if constexpr (kind == snorm16)
    value = divide(hn::Max(number, hn::Set(f, -32767.0f)), 32767);
  else {
    const Ints color = hn::And(hn::BitCast(i32, hn::GatherIndex(f, table, stored)), hn::Set(i32, ~0xff));
    return hn::IfThenElse(alpha_lanes<channels>(), hn::BitCast(i32, divide(number, 255)), color);
  }
  return hn::BitCast(i32, value);
}

// Point sampling of numbers of 8 and 16 bits.
template <unit::Channel kind, class Number, int channels>
void plane_points(const FetchPlan& plan, const Block& block, int count, bool streams,
                  std::uint32_t* components) {
  constexpr int fetches = lane_count / channels, bytes = int(sizeof(Number)) * channels;
  alignas(64) Number near[block_size * channels];
  for (int i = 0; i < count; ++i)
    hwy::CopyBytes<std::size_t(bytes)>(plane_texel<bytes>(plan, block.taps.index[0][i]), near + i * channels);
  const hn::Rebind<Number, FloatTag> numbers;
  const float* table = srgb_entries();
  auto* to = reinterpret_cast<std::int32_t*>(components);
  for (int i = 0; i < count; i += fetches) {
    const Ints words =
        plane_word<kind, channels>(hn::PromoteTo(i32, hn::Load(numbers, near + i * channels)), table);
    if (streams)
      hn::Stream(words, i32, to + i * channels);
    else
      hn::StoreU(words, i32, to + i * channels);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
