// Many fetches with coordinates from memory. The bits are the model's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <tbb/task_arena.h>

#include "kernels/ground/base/parallel.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/batch/block_fetch.h"
#include "kernels/unit/batch/fast_fetch.h"

namespace texelscope::cpu {

// The properties that all fetches of a batch have in common. The texture must outlive it.
class BatchPlan {
public:
  // `component`: of a gather. `count`: how many fetches follow; results larger than near caches are written
  // past them. `padded`: each level's texels have Image::padding readable bytes after their
  // end; without them the model fetches, one by one.
  BatchPlan(const Texture& texture, FetchKind kind, int component, std::size_t count, bool padded = true);

  // Fetches requests [first, last) into `components`, which points at those of request 0:
  // batch_component_count() of each, float bits or integers, by the texture's result_type. `first` is a
  // quad's first (texture_unit/quad.h): a multiple of 4.
  void fetch(const BatchRequests& requests, std::size_t first, std::size_t last,
             std::uint32_t* components) const;

  // Whether it reads the requests' gradients, which some textures need for nothing.
  bool takes_gradients() const { return kind == FetchKind::grad; }

private:
  void fetch_blocks(const BatchRequests& requests, std::size_t first, std::size_t last,
                    std::uint32_t* components) const;

  const Texture& texture;
  FetchKind kind;
  std::optional<FetchPlan> plan; // requests are read by the vector code itself
  std::optional<BlockPlan> blocks;
};

// Calls work(first, last) for parts of [0, count), each of whole quads, on up to `threads` threads; 0: all
// cores. In the child of a fork it may be one (kernels/ground/base/parallel.h).
template <class Work>
void in_parts(std::size_t count, int threads, Work&& work) {
  if (threads == 1 || !has_threads()) return work(std::size_t(0), count);
  constexpr std::size_t quad = 4, least = 1024; // quads in a part
  const int cores = tbb::this_task_arena::max_concurrency();
  tbb::task_arena arena(threads > 0 ? std::min(threads, cores) : tbb::task_arena::automatic);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, (count + quad - 1) / quad, least),
                      [&](const tbb::blocked_range<std::size_t>& quads) {
                        work(quads.begin() * quad, std::min(count, quads.end() * quad));
                      });
  });
}

// Fetches `count` requests into count * batch_component_count() components. `threads` 0: all cores.
void fetch_batch(const Texture& texture, FetchKind kind, const BatchRequests& requests, std::size_t count,
                 std::uint32_t* components, int threads = 0);

} // namespace texelscope::cpu
