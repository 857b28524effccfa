// Shared code of the live measurement's kernels: a warp's path through the picture, strip after strip.
#pragma once

#include "kernels/machines/cuda/profile/live_launch.h"
#include "kernels/machines/cuda/profile/profile_kernel.cuh"
#include "kernels/machines/cuda/unit/unit_fetch.cuh"

namespace texelscope::cuda {

constexpr int tile_width = 8, tile_height = 4; // pixels of a warp

// Warp w takes every n-th strip, n being the number of warps, row after row, and continues from the last one
// to the first. The positions are floats, which count exactly in this range, to avoid conversions.
class LiveWarp {
public:
  __device__ LiveWarp(const LiveArguments& a) : arguments(a), left(a.strips - warp()) {
    const int pass = a.columns * a.rows, first = warp() % pass, next = warps() % pass;
    column = float(first % a.columns);
    row = float(first / a.columns);
    next_column = float(next % a.columns);
    next_row = float(next / a.columns);
  }

  __device__ bool goes_on() const { return left > 0; }
  __device__ void next() {
    left -= warps();
    column += next_column;
    row += next_row;
    if (column >= float(arguments.columns)) {
      column -= float(arguments.columns);
      row += 1;
    }
    if (row >= float(arguments.rows)) row -= float(arguments.rows);
  }

  // Whether all pixels of the strip lie in the picture.
  __device__ bool is_inside(int strip_width) const {
    return (column + 1) * float(strip_width) <= float(arguments.width) &&
           (row + 1) * float(tile_height) <= float(arguments.height);
  }
  // The pixel of this thread in the strip's first tile.
  __device__ float x(int strip_width) const {
    return fmaf(column, float(strip_width), float(threadIdx.x % tile_width));
  }
  __device__ float y() const { return fmaf(row, float(tile_height), float(threadIdx.x % 32 / tile_width)); }

private:
  __device__ static int warp() { return int((blockIdx.x * blockDim.x + threadIdx.x) / 32); }
  __device__ static int warps() { return int(gridDim.x * blockDim.x / 32); }

  const LiveArguments& arguments;
  std::int64_t left;
  float column, row, next_column, next_row;
};

__device__ inline void add_if(float4& sum, const float4& v, bool counts) {
  sum = {sum.x + (counts ? v.x : 0), sum.y + (counts ? v.y : 0), sum.z + (counts ? v.z : 0),
         sum.w + (counts ? v.w : 0)};
}
__device__ inline void add_if(uint4& sum, const uint4& v, bool counts) {
  const unsigned mask = counts ? ~0u : 0u;
  sum = {sum.x + (v.x & mask), sum.y + (v.y & mask), sum.z + (v.z & mask), sum.w + (v.w & mask)};
}

// Hands a fetch's components over as tex*<T> does, in the session's type.
template <class T>
__device__ uint4 handed_over(const T& v, const FetchView& view) {
  return {rules::read_as(view.type, bits(v.x)), rules::read_as(view.type, bits(v.y)),
          rules::read_as(view.type, bits(v.z)), rules::read_as(view.type, bits(v.w))};
}

// Sums them in that type.
class HandedSum {
public:
  __device__ explicit HandedSum(const FetchView& view) : floats(view.result == ResultType::floating) {}
  __device__ void add(const uint4& v) {
    if (floats)
      cuda::add(as_float,
                {__uint_as_float(v.x), __uint_as_float(v.y), __uint_as_float(v.z), __uint_as_float(v.w)});
    else
      cuda::add(as_integer, v);
  }
  __device__ uint4 to_bits() const { return floats ? bits_of(as_float) : as_integer; }

private:
  bool floats;
  float4 as_float = {};
  uint4 as_integer = {};
};

// Records when its block begins and ends.
struct LiveThread {
  LiveCounts* counts;

  __device__ explicit LiveThread(LiveCounts* to) : counts(to) {
    if (threadIdx.x == 0) begin_span(&counts->clocks);
  }

  template <class Value>
  __device__ void finish(const Value& sum, unsigned fetches, uint4* sums) const {
    sums[blockIdx.x * blockDim.x + threadIdx.x] = bits_of(sum);
    for (int lanes = 16; lanes > 0; lanes /= 2)
      fetches += __shfl_xor_sync(~0u, fetches, lanes);
    if (threadIdx.x % 32 == 0) atomicAdd(&counts->fetches, (unsigned long long)fetches);
    if (threadIdx.x == 0) end_span(&counts->clocks);
  }
};

} // namespace texelscope::cuda
