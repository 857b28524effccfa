// The live measurement's kernels. All have one signature, so that choosing one and launching it are apart.
#pragma once

#include <cuda_runtime.h>

#include "kernels/backend/backend.h"
#include "kernels/cuda/profile/profile_launch.h"
#include "kernels/fetch/fetch_rules.h"

namespace texelscope::cuda {

struct LiveArguments {
  cudaTextureObject_t texture = 0;
  FetchView view;
  int width = 0, height = 0; // pixels
  int columns = 1, rows = 1; // strips: a warp's tiles side by side
  std::int64_t strips = 0;   // that all warps together take; columns * rows is one pass
};

struct LiveCounts {
  ClockTable clocks;
  unsigned long long fetches = 0; // made by all threads; adds to what is there
};

// Each thread's sums: floats, or integers modulo 2^32.
using LiveKernel = void (*)(LiveArguments, uint4* sums, LiveCounts* counts);
struct LiveProgram {
  LiveKernel kernel = nullptr;
  int strip_width = 0; // pixels; strips are as high as a tile
};

// `result`: the type that the unit returns. Affine views are flat ones of one fetch a pixel, handed over as
// the unit returns it.
LiveProgram affine_program(const FetchView& view, ResultType result);
LiveProgram general_program(ResultType result);
LiveProgram slab_program(const FetchView& view, ResultType result);

// Adds to `cycles`, one number a tile of profile::HeatMap, how long that tile's fetches took. The first warp
// takes tile `first`.
void launch_heat(const LiveArguments& arguments, ResultType result, float* cycles, int first, int blocks,
                 cudaStream_t stream);

// One warp fetches one tile; `sums` takes 32 sums of what came back.
void launch_warp(const LiveArguments& arguments, ResultType result, const Pixel& tile, uint4* sums,
                 cudaStream_t stream);

} // namespace texelscope::cuda
