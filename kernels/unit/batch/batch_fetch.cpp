#include "kernels/unit/batch/batch_fetch.h"

#include <unistd.h>

#include "kernels/unit/texture_unit/gradient.h"

namespace texelscope::cpu {

namespace {
// Results of more bytes are written past the caches: more than a quarter of the L3. On an EPYC with 32 MiB of
// it, bilinear fetches of 16 MiB then take 0.7 of the time, while tex1Dfetch of 8 MiB would take 1.25. On a
// Xeon with 300 MiB, they would take 1.2 and 1.45 of it at 16 MiB.
std::size_t near_bytes() {
  long cache = 0; // where it is unknown
#ifdef _SC_LEVEL3_CACHE_SIZE
  cache = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
  constexpr long usual = 32L << 20;
  return std::size_t(std::max(cache, usual)) / 4;
}
// Gradients choose a level and its probes; with one level and no probes there is nothing to choose.
FetchKind acting_kind(const Texture& texture, FetchKind kind) {
  const bool chooses = texture.level_count > 1 || unit::stretches(texture);
  return kind == FetchKind::grad && !chooses ? FetchKind::plain : kind;
}

// Puts vectors of `axes` numbers, `stride` apart, into columns.
template <int axes>
void put_columns(const float* from, int stride, int count, float (&to)[3][block_size]) {
  for (int i = 0; i < count; ++i)
    for (int a = 0; a < axes; ++a)
      to[a][i] = from[i * stride + a];
}
void put_columns(int axes, const float* from, int stride, int count, float (&to)[3][block_size]) {
  (axes == 1 ? put_columns<1> : axes == 2 ? put_columns<2> : put_columns<3>)(from, stride, count, to);
}
} // namespace

BatchPlan::BatchPlan(const Texture& from, FetchKind of, int component, std::size_t count, bool padded)
    : texture(from), kind(acting_kind(from, of)) {
  const int each = batch_component_count(texture, kind);
  if (padded && kind != FetchKind::grad) plan = plan_batch(texture, kind, each, component);
  static const std::size_t near = near_bytes();
  if (plan) plan->streams = count * std::size_t(each) * sizeof(std::uint32_t) > near;
  if (!plan) blocks.emplace(texture, kind, each, component, padded);
}

void BatchPlan::fetch(const BatchRequests& requests, std::size_t first, std::size_t last,
                      std::uint32_t* components) const {
  if (plan)
    fetch_requests(*plan, requests, first, last, components);
  else
    fetch_blocks(requests, first, last, components);
}

void BatchPlan::fetch_blocks(const BatchRequests& requests, std::size_t first, std::size_t last,
                             std::uint32_t* components) const {
  const auto each = std::size_t(batch_component_count(texture, kind));
  Block block;
  Pixels pixels;
  Footprints footprints;
  const int axes = coordinate_count(texture.dimension);
  for (; first < last; first += block_size) {
    const int count = int(std::min(last - first, std::size_t(block_size)));
    if (kind == FetchKind::texel) {
      std::copy_n(requests.texels + first, count, pixels.texel);
    } else {
      put_columns(axes, requests.coordinates + first * std::size_t(axes), axes, count, block.at);
      if (requests.layers) std::copy_n(requests.layers + first, count, pixels.layer);
      if (kind == FetchKind::lod) std::copy_n(requests.lods + first, count, pixels.lod);
    }
    if (kind == FetchKind::grad) {
      const float* gradients = requests.gradients + first * std::size_t(2 * axes);
      put_columns(axes, gradients, 2 * axes, count, pixels.dx);
      put_columns(axes, gradients + axes, 2 * axes, count, pixels.dy);
    }
    blocks->fetch(pixels, count, block, footprints, components + first * each);
  }
}

void fetch_batch(const Texture& texture, FetchKind kind, const BatchRequests& requests, std::size_t count,
                 std::uint32_t* components, int threads) {
  const BatchPlan plan(texture, kind, requests.component, count);
  in_parts(count, threads,
           [&](std::size_t first, std::size_t last) { plan.fetch(requests, first, last, components); });
}

} // namespace texelscope::cpu
