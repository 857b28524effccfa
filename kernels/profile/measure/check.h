// What a launch must give, by the exact model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/display/picture.h"
#include "kernels/profile/cell/access_pattern.h"
#include "kernels/profile/cell/cell.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::profile {

// A launch: blocks of warps of 32 threads, each of which makes `steps` steps of `chains` fetches.
struct Extent {
  int blocks = 0, steps = 0, chains = 0;
  std::int64_t texels() const { return std::int64_t(blocks) * threads_of_block * steps * chains; }
};

// The sums of a warp's 32 threads, in the order of their fetches. Floats, or integers modulo 2^32, as the
// texture's result_type says. The texture has its texels, the access pattern its blocks.
std::vector<TexelBits> expected_sums(const Texture& texture, FetchKind kind, const AccessPattern& pattern,
                                     Extent extent, int block, int warp);

// The largest difference of two threads' sums, divided by the fetches in one; of integers 1 where they
// differ, infinite where a sum is no number.
double largest_error(ResultType type, std::span<const TexelBits> expected, std::span<const TexelBits> found,
                     int fetches);

// What largest_error may be: 0 where a path returns the unit's bits; what the model of the unit's sums of
// many anisotropic probes may be off; the unit's own rounding where the kernel weighs or normalizes with
// floats.
double tolerance(const BenchmarkCase& cell);

} // namespace texelscope::profile
