// The sectors of 32 bytes that fetches touch: only geometry, without the caches' content.
//
// Arrays are laid out in blocks of 64 bytes by 8 rows, in which 16 bytes of two rows are a sector and 32
// bytes of four rows a cache line; pitch and linear memory are laid out row by row. Found by counting sectors
// and misses of patterns on an H200 (docs/bench.md).
#pragma once

#include <cstdint>

#include "kernels/reports/profile/cell/access_pattern.h"
#include "kernels/state/session/spec.h"

namespace texelscope::profile {

// The bytes from a plane's first texel to a texel, in the order of memory. `row_bytes`: of a row of the
// plane.
std::int64_t place_in_memory(Storage storage, std::int64_t row_bytes, int texel_bytes, int x, int y);

struct Touched {
  double sectors = 0, lines = 0; // distinct ones per fetch
};
// The sectors of one step of a block, in its first region: these miss if nothing is kept between steps, and
// nothing is lost within one.
Touched touched_by_step(const BenchmarkCase& cell);

} // namespace texelscope::profile
