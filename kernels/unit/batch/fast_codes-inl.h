// Vector code of bilinear fetches from one level of a 2-D texture of 8-bit codes, normalized and clamped, in
// integers of 16 bits. Texels are read row by row, since gathers take longer than all else.
#if defined(TEXELSCOPE_FAST_CODES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_CODES_INL
#undef TEXELSCOPE_FAST_CODES_INL
#else
#define TEXELSCOPE_FAST_CODES_INL
#endif

#include <cstring>

#include "kernels/unit/batch/fast_components-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
using ShortTag = hn::Repartition<std::uint16_t, FloatTag>;
using Shorts = hn::Vec<ShortTag>;
inline constexpr ShortTag u16;

// finish_codes<unorm8>() of a sum, which is 65280 at most, before it is divided.
template <class D, class V>
HWY_INLINE V wide_code(D d, V sum) {
  return hn::Add(sum, hn::ShiftRight<8>(hn::Add(sum, hn::Set(d, 128))));
}

// Four channels: the sums of the four texels of a vector's fetches, of whose two halves one is to be added to
// the other: 64 bits for the left column, 64 for the right one.
HWY_INLINE Shorts column_sums(const std::uint8_t* upper, const std::uint8_t* lower, const CodeTaps& taps,
                              int i) {
  const hn::Repartition<std::uint8_t, FloatTag> u8;
  const hn::Rebind<std::uint8_t, ShortTag> half;
  alignas(64) static constexpr std::uint8_t spread[64] = {
      0,  1,  0,  1,  0,  1,  0,  1,  2,  3,  2,  3,  2,  3,  2,  3,  4,  5,  4,  5,  4,  5,
      4,  5,  6,  7,  6,  7,  6,  7,  6,  7,  8,  9,  8,  9,  8,  9,  8,  9,  10, 11, 10, 11,
      10, 11, 10, 11, 12, 13, 12, 13, 12, 13, 12, 13, 14, 15, 14, 15, 14, 15, 14, 15};
  const auto lookup = hn::Load(u8, spread + i % 4 * 16);
  const auto weights = [&](int row) HWY_ATTR {
    const auto four =
        hn::LoadDup128(u8, reinterpret_cast<const std::uint8_t*>(taps.weights[row] + i / 4 * 4));
    return hn::BitCast(u16, hn::TableLookupBytes(four, lookup));
  };
  return hn::Add(hn::Mul(hn::PromoteTo(u16, hn::Load(half, upper + i * 8)), weights(0)),
                 hn::Mul(hn::PromoteTo(u16, hn::Load(half, lower + i * 8)), weights(1)));
}

HWY_INLINE Floats code_result(hn::Vec<IntTag> code) {
  return divide(hn::ConvertTo(f, code), 65535);
}

HWY_NOINLINE void four_channel_codes(const FetchPlan& plan, const Block& block, int count,
                                     std::uint32_t* components) {
  alignas(64) std::uint8_t row[2][block_size * 8]; // CopyBytes: see RowPairs
  for (int i = 0; i < count; ++i)
    for (int r = 0; r < 2; ++r)
      hwy::CopyBytes<8>(plan.texels + std::ptrdiff_t(block.codes.row[r][i]) * 4, row[r] + i * 8);
  const hn::RepartitionToWide<hn::RepartitionToWide<ShortTag>> u64;
  const hn::Half<ShortTag> half;
  constexpr int fetches = int(hn::MaxLanes(u16)) / 8; // in a vector of texels
  alignas(64) float last[2 * hn::MaxLanes(f)];
  for (int i = 0; i < count; i += 2 * fetches) {
    const auto first = hn::BitCast(u64, column_sums(row[0], row[1], block.codes, i));
    const auto second = hn::BitCast(u64, column_sums(row[0], row[1], block.codes, i + fetches));
    const Shorts sum = hn::Add(hn::BitCast(u16, hn::ConcatEven(u64, second, first)),
                               hn::BitCast(u16, hn::ConcatOdd(u64, second, first)));
    const Shorts code = wide_code(u16, sum);
    const bool whole = count - i >= 2 * fetches;
    float* to = whole ? reinterpret_cast<float*>(components) + i * 4 : last;
    hn::StoreU(code_result(hn::PromoteTo(i32, hn::LowerHalf(half, code))), f, to);
    hn::StoreU(code_result(hn::PromoteTo(i32, hn::UpperHalf(half, code))), f, to + hn::Lanes(f));
    if (!whole) std::memcpy(components + i * 4, last, std::size_t(count - i) * 16);
  }
}

HWY_NOINLINE void one_channel_codes(const FetchPlan& plan, const Block& block, int count,
                                    std::uint32_t* components) {
  alignas(64) std::uint16_t texels[block_size][2]; // of the upper and the lower row, two in each
  for (int i = 0; i < count; ++i)
    for (int r = 0; r < 2; ++r)
      hwy::CopyBytes<2>(plan.texels + block.codes.row[r][i], &texels[i][r]);
  const hn::RebindToUnsigned<IntTag> u32;
  const auto low_bytes = hn::Set(u32, 0x00ff00ff);
  const auto product = [&](auto column, int which, int i) HWY_ATTR {
    const auto weights = hn::BitCast(u16, hn::Load(i32, block.codes.weights[which] + i));
    return hn::Mul(hn::BitCast(u16, hn::And(column, low_bytes)), weights);
  };
  const int lanes = int(hn::Lanes(f));
  for (int i = 0; i < count; i += lanes) {
    const auto both = hn::Load(u32, reinterpret_cast<const std::uint32_t*>(texels[i]));
    const auto rows = hn::BitCast(u32, hn::Add(product(both, 0, i), product(hn::ShiftRight<8>(both), 1, i)));
    const auto sum = hn::Add(hn::And(rows, hn::Set(u32, 0xffff)), hn::ShiftRight<16>(rows));
    const Ints result = hn::BitCast(i32, code_result(hn::BitCast(i32, wide_code(u32, sum))));
    Components out;
    out.channel[0] = result;
    store<1>(out, 1, count - i, components + i);
  }
}
#endif

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
