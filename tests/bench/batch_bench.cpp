// Batches of fetches, one row per class, in fetches per second on one thread; some on two.
#include <benchmark/benchmark.h>

#include "bench/batch_requests.h"
#include "kernels/unit/batch/batch_fetch.h"

namespace texelscope::bench {
namespace {

struct Way {
  const char* name;
  Dimension dimension = Dimension::d2;
  FetchKind kind = FetchKind::plain;
  FilterMode filter = FilterMode::linear;
  AddressMode address = AddressMode::clamp;
  bool normalized = true;
  int levels = 1;
  FilterMode mip_filter = FilterMode::point;
  bool seamless = false;
  int threads = 1;
};

using enum Dimension;
constexpr FilterMode point = FilterMode::point, linear = FilterMode::linear;
const Way ways[] = {
    {.name = "2d-linear"},
    {.name = "2d-linear-2-threads", .threads = 2},
    {.name = "2d-linear-wrap", .address = AddressMode::wrap},
    {.name = "2d-linear-mirror", .address = AddressMode::mirror},
    {.name = "2d-linear-border", .address = AddressMode::border},
    {.name = "2d-linear-texels", .normalized = false},
    {.name = "2d-point", .filter = point},
    {.name = "1d-linear", .dimension = d1},
    {.name = "3d-linear", .dimension = d3},
    {.name = "3d-point", .dimension = d3, .filter = point},
    {.name = "2d-layered-linear", .dimension = d2_layered},
    {.name = "cube-linear", .dimension = cube},
    {.name = "cube-linear-seamless", .dimension = cube, .seamless = true},
    {.name = "2d-lod-mip-point", .kind = FetchKind::lod, .levels = 8},
    {.name = "2d-lod-trilinear", .kind = FetchKind::lod, .levels = 8, .mip_filter = linear},
    {.name = "3d-lod-trilinear", .dimension = d3, .kind = FetchKind::lod, .levels = 6, .mip_filter = linear},
    {.name = "cube-lod-trilinear",
     .dimension = cube,
     .kind = FetchKind::lod,
     .levels = 6,
     .mip_filter = linear,
     .seamless = true},
    {.name = "2d-gather", .kind = FetchKind::gather},
    {.name = "tex1Dfetch", .dimension = d1, .kind = FetchKind::texel, .filter = point, .normalized = false},
};

// The texture of `way`, of about a million texels, and the requests for it.
struct Setup {
  std::vector<std::byte> bytes;
  Texture texture;
  std::vector<float> coordinates, lods;
  std::vector<int> layers, indices;
  BatchRequests requests;

  Setup(const Way& way, const ElementFormat& format) {
    texture.dimension = way.dimension;
    texture.format = format;
    shape(way);
    Sampler& s = texture.sampler;
    s.normalized_coords = way.normalized;
    s.address = {way.address, way.address, way.address};
    s.border_color = {0.25f, 0.5f, 0.75f, 1};
    const bool normalizes = format.kind != ElementKind::floating && format.bits < 32;
    s.filter = normalizes || format.kind == ElementKind::floating ? way.filter : point;
    s.read_mode = normalizes ? ReadMode::normalized_float : ReadMode::element;
    s.mip_filter = way.mip_filter;
    s.mip_max = 16;
    s.seamless_cube = way.seamless;
    request(way);
  }

  void shape(const Way& way) {
    const bool small = way.dimension == d3 || way.dimension == cube;
    texture.width = way.kind == FetchKind::texel ? int(request_count)
                    : way.dimension == d3        ? 128
                    : small                      ? 400
                                                 : side;
    texture.height = way.dimension == d1 ? 1 : texture.width;
    texture.planes = way.dimension == d3           ? 64
                     : way.dimension == cube       ? 6
                     : way.dimension == d2_layered ? 4
                                                   : 1;
    texture.level_count = way.levels;
    std::array<std::size_t, max_mip_levels> first = {};
    std::size_t count = 0;
    for (int level = 0; level < way.levels; ++level) {
      first[std::size_t(level)] = count;
      const auto [width, height, depth] = texture.size_of(level);
      count += std::size_t(width) * std::size_t(height) * std::size_t(depth);
    }
    bytes = texels(texture.format, count);
    for (int level = 0; level < way.levels; ++level)
      texture.level[std::size_t(level)] =
          bytes.data() + first[std::size_t(level)] * std::size_t(texture.format.texel_bytes());
  }

  void request(const Way& way) {
    const std::vector<float> view = turned_view();
    const int n = coordinate_count(way.dimension);
    for (std::size_t i = 0; i < request_count; ++i) {
      const float x = view[2 * i], y = view[2 * i + 1];
      if (way.dimension == cube) {
        coordinates.insert(coordinates.end(),
                           {4 * x - 2, 1, 4 * y - 2}); // a face, and beside it its neighbors
      } else {
        const float at[] = {x, y, 0.2f + 0.5f * y};
        for (int axis = 0; axis < n; ++axis)
          coordinates.push_back(at[axis] *
                                (way.normalized ? 1 : float(axis == 0 ? texture.width : texture.height)));
      }
      lods.push_back(1 + 2 * y);
      layers.push_back(int(3 * y));
      indices.push_back(int(i));
    }
    requests = {.coordinates = coordinates.data(),
                .layers = layers.data(),
                .lods = lods.data(),
                .texels = indices.data()};
  }
};

void run(benchmark::State& state, const Way& way, const ElementFormat& format) {
  const Setup setup(way, format);
  std::vector<std::uint32_t> components(request_count *
                                        std::size_t(batch_component_count(setup.texture, way.kind)));
  for (auto _ : state) {
    cpu::fetch_batch(setup.texture, way.kind, setup.requests, request_count, components.data(), way.threads);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * std::int64_t(request_count));
}

const bool added = [] {
  for (int kind = 0; kind < 3; ++kind)
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 4}) {
        if (kind == 2 && bits == 8) continue;
        const ElementFormat format{ElementKind(kind), bits, channels};
        for (const Way& way : ways) {
          auto* added_one = benchmark::RegisterBenchmark(
              ("batch/" + format_name(format) + "/" + way.name).c_str(),
              [way, format](benchmark::State& state) { run(state, way, format); });
          if (way.threads > 1) added_one->UseRealTime();
        }
      }
  return true;
}();

} // namespace
} // namespace texelscope::bench
