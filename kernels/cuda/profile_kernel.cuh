// What the profiler's kernels share: the walk, the sums, the clock.
#pragma once

#include "kernels/cuda/profile_launch.h"

namespace texelscope::cuda {

__device__ inline ProfileClock read_clock() {
  ProfileClock now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now.nanoseconds)::"memory");
  now.cycles = clock64();
  return now;
}

__device__ inline void add(float4& sum, const float4& more) {
  sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w};
}
__device__ inline void add(uint4& sum, const uint4& more) {
  sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w};
}
__device__ inline uint4 words_of(const float4& v) {
  return {__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w)};
}
__device__ inline uint4 words_of(const uint4& v) {
  return v;
}

// Which thread it is, and when it began.
struct ProfileThread {
  int index = int(blockIdx.x * blockDim.x + threadIdx.x);
  ProfileClock start = read_clock();

  template <class Number, bool draws>
  __device__ profile::Walker<Number, draws> walker(const profile::Walk& walk) const {
    return profile::start_walk<Number, draws>(walk, index / 32, int(gridDim.x * blockDim.x / 32), index % 32);
  }

  template <class Value>
  __device__ void finish(const Value& sum, uint4* sums, ProfileClock* clock) const {
    sums[index] = words_of(sum);
    if (index != 0) return;
    const ProfileClock end = read_clock();
    *clock = {end.cycles - start.cycles, end.nanoseconds - start.nanoseconds};
  }
};

// `Source` fetches what a walker is at, and makes a value of it once all chains of the step are under way.
template <class Source, bool draws>
__device__ void profile_loop(const ProfileArguments& arguments, int steps, uint4* sums, ProfileClock* clock) {
  const ProfileThread thread;
  auto walker = thread.walker<typename Source::Number, draws>(arguments.walk);
  typename Source::Value sum = {};
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    typename Source::Fetched fetched[profile::chains_of(Source::path)];
#pragma unroll
    for (auto& chain : fetched) {
      chain = Source::fetch(arguments, walker);
      profile::go_on(arguments.walk, walker);
    }
#pragma unroll
    for (const auto& chain : fetched)
      add(sum, Source::value(arguments, chain));
  }
  thread.finish(sum, sums, clock);
}

template <class Source>
__global__ void __launch_bounds__(profile_threads, Source::least_blocks)
    profile_kernel(const __grid_constant__ ProfileArguments arguments, int steps, uint4* sums, ProfileClock* clock) {
  if (arguments.walk.window_bits > 0)
    profile_loop<Source, true>(arguments, steps, sums, clock);
  else
    profile_loop<Source, false>(arguments, steps, sums, clock);
}

} // namespace texelscope::cuda
