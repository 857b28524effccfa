// The live measurement's kernels. All have one signature, so that choosing one and launching it are separate.
#pragma once

#include <cuda_runtime.h>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cuda/profile/profile_launch.h"
#include "kernels/unit/fetch/fetch_rules.h"

namespace texelscope::cuda {

struct LiveArguments {
  cudaTextureObject_t texture = 0;
  FetchView view;
  int width = 0, height = 0; // pixels
  int columns = 1, rows = 1; // strips: a warp's tiles side by side
  std::int64_t strips = 0;   // the total over all warps; columns * rows is one pass
};

struct LiveCounts {
  ClockTable clocks;
  unsigned long long fetches = 0; // made by all threads; added to the present value
};

// Each thread's sums: floats, or integers modulo 2^32.
using LiveKernel = void (*)(LiveArguments, uint4* sums, LiveCounts* counts);
struct LiveProgram {
  LiveKernel kernel = nullptr;
  int strip_width = 0; // pixels; strips are as high as a tile
};

// `result`: the type that the unit returns. Affine views are flat ones with one fetch per pixel, handed over
// in the type that the unit returns.
LiveProgram affine_program(const FetchView& view, ResultType result);
LiveProgram general_program(ResultType result);
LiveProgram slab_program(const FetchView& view, ResultType result);

// Adds to `cycles`, which has one number per tile of profile::HeatMap, how long that tile's fetches took. The
// first warp takes tile `first`.
void launch_heat(const LiveArguments& arguments, ResultType result, float* cycles, int first, int blocks,
                 cudaStream_t stream);

// One warp fetches one tile; `sums` receives its 32 sums.
void launch_warp(const LiveArguments& arguments, ResultType result, const Pixel& tile, uint4* sums,
                 cudaStream_t stream);

} // namespace texelscope::cuda
