// Many fetches with coordinates from memory, for `texelscope sample` and the benchmarks. The bits are the
// model's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/fetch/batch_requests.h"

namespace texelscope::cpu {

// Fetches `count` requests into count * batch_component_count() components: float bits or integers, by the
// texture's result_type. Each level's texels need Image::padding readable bytes after their end. `threads` 0:
// all cores.
void fetch_batch(const Texture& texture, FetchKind kind, const BatchRequests& requests, std::size_t count,
                 std::uint32_t* components, int threads = 0);

} // namespace texelscope::cpu
