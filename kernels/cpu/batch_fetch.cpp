#include "kernels/cpu/batch_fetch.h"

#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "kernels/cpu/block_fetch.h"
#include "kernels/cpu/fast_pixels.h"

namespace texelscope::cpu {

namespace {
// Fetches a block at a time, for requests from memory that the fast path does not take directly.
void fetch_blocks(const BlockPlan& plan, const Texture& texture, FetchKind kind,
                  const BatchRequests& requests, std::size_t first, std::size_t last,
                  std::uint32_t* components) {
  const std::size_t each = std::size_t(batch_component_count(texture, kind));
  Block block;
  Pixels pixels;
  Footprints footprints;
  for (; first < last; first += block_size) {
    const int count = int(std::min(last - first, std::size_t(block_size)));
    for (int i = 0; i < count; ++i)
      put_fetch(request_at(texture.dimension, kind, requests, first + std::size_t(i)), i, block, pixels);
    plan.fetch(pixels, count, block, footprints, components + first * each);
  }
}
} // namespace

void fetch_batch(const Texture& texture, FetchKind kind, const BatchRequests& requests, std::size_t count,
                 std::uint32_t* components, int threads) {
  const int each = batch_component_count(texture, kind);
  std::optional<FetchPlan> plan;
  if (kind != FetchKind::grad) plan = plan_batch(texture, kind, each, requests.component);
  const BlockPlan blocks(texture, kind, each, requests.component);
  const auto fetch_range = [&](std::size_t first, std::size_t last) {
    if (plan) return fetch_requests(*plan, requests, first, last, components);
    fetch_blocks(blocks, texture, kind, requests, first, last, components);
  };
  if (threads == 1) return fetch_range(0, count);
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] {
    constexpr std::size_t quad = 4; // requests that texture_unit/quad.h takes together
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, (count + quad - 1) / quad, 1024),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        fetch_range(range.begin() * quad, std::min(count, range.end() * quad));
                      });
  });
}

} // namespace texelscope::cpu
