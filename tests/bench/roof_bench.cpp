// An upper bound for fetches: finds the rows of a footprint, reads two texels of each, and stores as many
// numbers as a fetch returns, without weights or a filter. One thread. Gathers of vectors are no part of it:
// on most CPUs they take longer than all the rest. Results are stored, or written past the caches, whichever
// is faster at their size.
#include <benchmark/benchmark.h>

#include "bench/batch_requests.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/roof_bench.cpp"
#include "kernels/unit/batch/fast_targets.h"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace texelscope::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t block = 64; // fetches whose rows are found before their texels are read

void find_rows(const float* at, std::int32_t* upper) {
  const hn::ScalableTag<float> f;
  const hn::RebindToSigned<decltype(f)> i32;
  for (std::size_t i = 0; i < block; i += hn::Lanes(f)) {
    auto x = hn::Undefined(f), y = x;
    hn::LoadInterleaved2(f, at + 2 * i, x, y);
    const auto column = hn::ConvertTo(i32, hn::Mul(x, hn::Set(f, side))),
               row = hn::ConvertTo(i32, hn::Mul(y, hn::Set(f, side)));
    hn::Store(hn::Add(hn::ShiftLeft<10>(row), column), i32, upper + i);
  }
}

// Two bytes of each row as one number, two texels of 32 bits as one or as four, four of 128 bits as four.
template <int bytes>
HWY_INLINE std::uint32_t read_one(const std::byte* upper, const std::byte* lower) {
  std::conditional_t<bytes == 1, std::uint16_t, std::uint64_t> a, b;
  hwy::CopyBytes<2 * bytes>(upper, &a);
  hwy::CopyBytes<2 * bytes>(lower, &b);
  return std::uint32_t(a ^ b);
}
#if HWY_TARGET != HWY_SCALAR
template <int bytes, class D>
HWY_INLINE hn::Vec<D> read_four(D d, const std::byte* upper, const std::byte* lower) {
  const auto part = [&](const std::byte* from) HWY_ATTR {
    if constexpr (bytes == 4) {
      const hn::Full64<std::uint8_t> half;
      const hn::Full128<std::uint16_t> u16;
      return hn::BitCast(d, hn::PromoteTo(u16, hn::LoadU(half, reinterpret_cast<const std::uint8_t*>(from))));
    } else {
      const auto* texels = reinterpret_cast<const std::uint32_t*>(from);
      return hn::Xor(hn::LoadU(d, texels), hn::LoadU(d, texels + 4));
    }
  };
  return hn::Xor(part(upper), part(lower));
}
#endif

template <int bytes, int channels, bool streams>
void read_footprints(const float* at, const std::byte* texels, std::uint32_t* out) {
  alignas(64) std::int32_t upper[block];
#if HWY_TARGET != HWY_SCALAR
  const hn::Full128<std::uint32_t> four;
#endif
  for (std::size_t i = 0; i < request_count; i += block, out += block * channels) {
    find_rows(at + 2 * i, upper);
    for (std::size_t j = 0; j < block; ++j) {
      const std::byte* row = texels + std::ptrdiff_t(upper[j]) * bytes;
      if constexpr (channels == 1) {
        out[j] = read_one<bytes>(row, row + side * bytes);
      } else {
#if HWY_TARGET != HWY_SCALAR
        const auto sum = read_four<bytes>(four, row, row + side * bytes);
        streams ? hn::Stream(sum, four, out + 4 * j) : hn::Store(sum, four, out + 4 * j);
#endif
      }
    }
  }
  if (streams) hwy::FlushStream();
}

void read_here(int bytes, int channels, bool streams, const float* at, const std::byte* texels,
               std::uint32_t* out) {
  const auto read = channels == 1 ? bytes == 1 ? read_footprints<1, 1, false> : read_footprints<4, 1, false>
                    : bytes == 4 ? streams ? read_footprints<4, 4, true> : read_footprints<4, 4, false>
                    : streams ? read_footprints<16, 4, true>
                                  : read_footprints<16, 4, false>;
  read(at, texels, out);
}
} // namespace texelscope::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <hwy/aligned_allocator.h>

namespace texelscope::bench {
namespace {
HWY_EXPORT(read_here);

void run(benchmark::State& state, const ElementFormat& format, bool streams) {
  const std::vector<std::byte> bytes = texels(format, request_count + side + 1);
  const std::vector<float> at = turned_view();
  const auto results = hwy::AllocateAligned<std::uint32_t>(request_count * std::size_t(format.channels));
  for (auto _ : state) {
    HWY_DYNAMIC_DISPATCH(read_here)
    (format.texel_bytes(), format.channels, streams, at.data(), bytes.data(), results.get());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(request_count));
}

const bool added = [] {
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::floating})
    for (const int channels : {1, 4})
      for (const bool streams : {false, true}) {
        if (streams && channels == 1) continue; // single numbers fill no vector here
        const ElementFormat format{kind, kind == ElementKind::floating ? 32 : 8, channels};
        benchmark::RegisterBenchmark(
            ("roof/" + format_name(format) + (streams ? "/streamed" : "")).c_str(),
            [format, streams](benchmark::State& state) { run(state, format, streams); });
      }
  return true;
}();
} // namespace
} // namespace texelscope::bench
#endif
