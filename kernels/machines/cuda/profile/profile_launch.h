// The profiler's kernels. All have one signature, so that choosing one and launching it are separate.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "kernels/machines/cuda/device/clock_table.h"
#include "kernels/reports/profile/cell/access_pattern.h"
#include "kernels/reports/profile/cell/cell.h"
#include "kernels/reports/profile/cell/texels.h"

namespace texelscope::cuda {

struct ProfileArguments {
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
  const std::byte* memory = nullptr; // the same texels if they are not in an array
  unsigned pitch = 0;                // bytes from row to row of it
  int width = 1, height = 1;
  profile::AccessPattern pattern;
  bool keeps_all = false; // every thread's sum rather than only the first and the last block's
};

// The size of the buffer for sums if only those of few blocks are kept.
constexpr int sums_of_few = 3 * profile::threads_of_block;

// Sums are floats, or integers modulo 2^32: each thread's, or the first block's and then the last one's.
using ProfileKernel = void (*)(ProfileArguments, int steps, uint4* sums, ClockTable* clocks);
ProfileKernel tex_kernel_of(Dimension dimension, FetchKind kind, ResultType result);
ProfileKernel load_kernel_of(profile::Path path, const ElementFormat& format);   // ldg, load, surface
ProfileKernel filter_kernel_of(profile::Path path, const ElementFormat& format); // software, shared

// Fills rows of texels: word i of row r is texel_word(first_word + r * row_values + i).
void launch_profile_fill(std::byte* to, std::size_t pitch, int row_values, int rows, std::uint64_t first_word,
                         profile::WordMask mask, cudaStream_t stream);

// One thread that runs for 0.1 ms, to measure the clock if a launch is too short to do so.
void launch_profile_clock(ClockTable* clocks, cudaStream_t stream);

// Reads `bytes` bytes, so that the L2 cache holds nothing else and has nothing to write back.
void launch_profile_flush(const void* memory, std::size_t bytes, cudaStream_t stream);

} // namespace texelscope::cuda
