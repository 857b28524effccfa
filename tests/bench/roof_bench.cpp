// An upper bound for fetches: reads the coordinates and the four texels of a footprint and stores as many
// components, without filter or weights. One thread.
#include <benchmark/benchmark.h>

#include "bench/batch_requests.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/roof_bench.cpp"
#include "kernels/unit/batch/fast_targets.h"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace texelscope::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// `channels` of a texel as 32-bit values, all of them or packed into one.
template <int channels, int texel_values>
void read_footprints(const float* at, const std::int32_t* texels, std::uint32_t* out) {
  const hn::ScalableTag<float> f;
  const hn::RebindToSigned<decltype(f)> i32;
  const hn::RebindToUnsigned<decltype(f)> u32;
  const std::size_t lanes = hn::Lanes(f);
  for (std::size_t i = 0; i < request_count; i += lanes, out += lanes * channels) {
    auto x = hn::Undefined(f), y = x;
    hn::LoadInterleaved2(f, at + 2 * i, x, y);
    const auto column = hn::ConvertTo(i32, hn::Mul(x, hn::Set(f, side))),
               row = hn::ConvertTo(i32, hn::Mul(y, hn::Set(f, side)));
    auto texel = hn::Add(hn::ShiftLeft<10>(row), column);
    if (texel_values > 1) texel = hn::ShiftLeft<2>(texel);
    hn::Vec<decltype(u32)> sum[texel_values];
    for (int w = 0; w < texel_values; ++w) {
      auto four = hn::GatherIndex(i32, texels + w, texel);
      for (const int next : {texel_values, side * texel_values, (side + 1) * texel_values})
        four = hn::Xor(four, hn::GatherIndex(i32, texels + next + w, texel));
      sum[w] = hn::BitCast(u32, four);
    }
    if constexpr (channels == 1)
      hn::StoreU(sum[0], u32, out);
    else
      hn::StoreInterleaved4(sum[0], sum[1 % texel_values], sum[2 % texel_values], sum[3 % texel_values], u32,
                            out);
  }
}

void read_here(int channels, int texel_values, const float* at, const std::byte* texels, std::uint32_t* out) {
  const auto* from = reinterpret_cast<const std::int32_t*>(texels);
  if (channels == 1)
    read_footprints<1, 1>(at, from, out);
  else if (texel_values == 1)
    read_footprints<4, 1>(at, from, out);
  else
    read_footprints<4, 4>(at, from, out);
}
} // namespace texelscope::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texelscope::bench {
namespace {
HWY_EXPORT(read_here);

void run(benchmark::State& state, const ElementFormat& format) {
  const std::vector<std::byte> bytes = texels({format.kind, 32, format.channels}, request_count + side + 1);
  const std::vector<float> at = turned_view();
  std::vector<std::uint32_t> results(request_count * std::size_t(format.channels));
  for (auto _ : state) {
    HWY_DYNAMIC_DISPATCH(read_here)
    (format.channels, (format.texel_bytes() + 3) / 4, at.data(), bytes.data(), results.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(request_count));
}

const bool added = [] {
  for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::floating})
    for (const int channels : {1, 4}) {
      const ElementFormat format{kind, kind == ElementKind::floating ? 32 : 8, channels};
      benchmark::RegisterBenchmark(("roof/" + name(format)).c_str(),
                                   [format](benchmark::State& state) { run(state, format); });
    }
  return true;
}();
} // namespace
} // namespace texelscope::bench
#endif
