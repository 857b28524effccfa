// The expected results of a launch, by the exact model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/reports/profile/cell/access_pattern.h"
#include "kernels/reports/profile/cell/cell.h"
#include "kernels/unit/display/picture.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::profile {

// A launch: blocks of warps of 32 threads, each of which makes `steps` steps of `chains` fetches.
struct Extent {
  int blocks = 0, steps = 0, chains = 0;
  std::int64_t texels() const { return std::int64_t(blocks) * threads_of_block * steps * chains; }
};

// The sums of a warp's 32 threads, in the order of their fetches: floats, or integers modulo 2^32, by the
// texture's result_type. The texture must have its texels, the access pattern its blocks.
std::vector<TexelBits> expected_sums(const Texture& texture, FetchKind kind, const AccessPattern& pattern,
                                     Extent extent, int block, int warp);

// The largest difference of two threads' sums, divided by the number of fetches in one; for integers 1 if
// they differ; infinite if a sum is not a number.
double largest_error(ResultType type, std::span<const TexelBits> expected, std::span<const TexelBits> found,
                     int fetches);

// The limit of largest_error: 0 if a path returns the unit's bits; the possible error of the model for sums
// of many anisotropic probes; the unit's own rounding if the kernel weighs or normalizes with floats.
double tolerance(const BenchmarkCase& cell);

} // namespace texelscope::profile
