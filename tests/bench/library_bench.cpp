// The installed library's batches (include/texelscope/batch.h), beside batch/.../2d-linear and remap/...:
// bilinear, clamped, normalized, on one core and on all.
#include <benchmark/benchmark.h>

#include "bench/batch_requests.h"
#include "texelscope/batch.h"

namespace texelscope::bench {
namespace {

TextureDesc bilinear(bool floats) {
  TextureDesc desc;
  desc.normalizedCoords = true;
  desc.addressMode.fill(TextureAddressMode::clamp);
  desc.filterMode = TextureFilterMode::linear;
  desc.readMode = floats ? TextureReadMode::element : TextureReadMode::normalized_float;
  return desc;
}

template <class Texel, class Result>
void run(benchmark::State& state, int threads) {
  constexpr ChannelFormat format = channel_format<Texel>();
  const bool floats = format.kind == ChannelFormatKind::floating;
  const std::vector<std::byte> bytes =
      texels({floats ? ElementKind::floating : ElementKind::unsigned_int, format.bits, format.channels},
             request_count);
  const TextureObject texture(texture_2d(reinterpret_cast<const Texel*>(bytes.data()), side, side),
                              bilinear(floats));
  const std::vector<float> view = turned_view();
  const std::span at(reinterpret_cast<const float2*>(view.data()), request_count);
  std::vector<Result> results(request_count);
  for (auto _ : state) {
    tex2D<Result>(texture, at, results, threads);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(request_count));
}

template <class Texel, class Result>
void add(const std::string& name) {
  benchmark::RegisterBenchmark(("library/" + name).c_str(),
                               [](benchmark::State& state) { run<Texel, Result>(state, 1); });
  benchmark::RegisterBenchmark(("library-all-cores/" + name).c_str(), [](benchmark::State& state) {
    run<Texel, Result>(state, 0);
  })->UseRealTime();
}

const bool added = [] {
  add<unsigned char, float>("u8x1");
  add<uchar4, float4>("u8x4");
  add<float, float>("f32x1");
  add<float4, float4>("f32x4");
  return true;
}();

} // namespace
} // namespace texelscope::bench
