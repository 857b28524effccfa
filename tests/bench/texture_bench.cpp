// Making textures: patterns of 1024 x 1024 with slices, layers and mip levels, and rows of many layers, into
// fresh memory.
#include <string>

#include <benchmark/benchmark.h>

#include "bench/core_time.h"
#include "kernels/state/session/enums.h"
#include "kernels/unit/image/patterns.h"

namespace texelscope::bench {
namespace {

void run(benchmark::State& state, const TextureSpec& spec) {
  std::size_t bytes = 0;
  const CoreTime core_time(state);
  for (auto _ : state)
    bytes = make_pattern(spec).size_bytes();
  state.counters["MiB"] = double(bytes) / (1 << 20);
}

void add(const std::string& name, const TextureSpec& spec) {
  benchmark::RegisterBenchmark(("texture/" + name).c_str(),
                               [spec](benchmark::State& state) { run(state, spec); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

TextureSpec shape(Source source, Dimension dimension, int width, int height, int depth, int levels = 1) {
  TextureSpec spec;
  spec.source = source;
  spec.dimension = dimension;
  spec.width = width, spec.height = height, spec.depth = depth;
  spec.levels = levels;
  return spec;
}

const bool added = [] {
  using enum Dimension;
  for (const Source source : {Source::checkerboard, Source::ramp, Source::zone_plate, Source::uv_grid,
                              Source::noise, Source::one_hot}) {
    const std::string name(identifier(source));
    add(name + "/1024", shape(source, d2, 1024, 1024, 1));
    add(name + "/1024x32-slices", shape(source, d3, 1024, 1024, 32));
    add(name + "/16384-rows-2048", shape(source, d1_layered, 16384, 1, 2048));
  }
  for (const MipSource mips : {MipSource::box, MipSource::subsample, MipSource::tinted})
    for (const ElementFormat format :
         {ElementFormat{ElementKind::unsigned_int, 8, 4}, ElementFormat{ElementKind::floating, 16, 4},
          ElementFormat{ElementKind::floating, 32, 1}}) {
      TextureSpec spec = shape(Source::checkerboard, d2_layered, 1024, 1024, 8, 11);
      spec.format = format;
      spec.mips = mips;
      const std::string kind = format.kind == ElementKind::floating ? "f" : "u";
      add("mips/" + std::string(identifier(mips)) + "/" + kind + std::to_string(format.bits) + "x" +
              std::to_string(format.channels),
          spec);
    }
  return true;
}();

} // namespace
} // namespace texelscope::bench
