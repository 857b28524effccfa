// Shared code of the profiler's kernels: the access pattern, the sums, the clock.
#pragma once

#include "kernels/machines/cuda/profile/profile_launch.h"

namespace texelscope::cuda {

__device__ inline unsigned long long global_nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
}

// Called by one thread of a block. Of many blocks only the first record when they begin and the last when
// they end: each multiprocessor runs some of both, and the blocks between are not delayed.
constexpr unsigned clocked_blocks = 2048;
__device__ inline ClockSpan* span_here(ClockTable* clocks) {
  unsigned multiprocessor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  return multiprocessor < ClockTable::max_multiprocessors ? &clocks->of[multiprocessor] : nullptr;
}
__device__ inline void begin_span(ClockTable* clocks) {
  ClockSpan* const span = blockIdx.x < clocked_blocks ? span_here(clocks) : nullptr;
  if (!span) return;
  atomicMax(&span->not_first_nanosecond, ~global_nanoseconds());
  atomicMax(&span->not_first_cycle, ~(unsigned long long)clock64());
}
__device__ inline void end_span(ClockTable* clocks) {
  ClockSpan* const span = blockIdx.x + clocked_blocks >= gridDim.x ? span_here(clocks) : nullptr;
  if (!span) return;
  atomicMax(&span->last_nanosecond, global_nanoseconds());
  atomicMax(&span->last_cycle, (unsigned long long)clock64());
}

__device__ inline void add(float4& sum, const float4& more) {
  sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w};
}
__device__ inline void add(uint4& sum, const uint4& more) {
  sum = {sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w};
}
__device__ inline uint4 bits_of(const float4& v) {
  return {__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w)};
}
__device__ inline uint4 bits_of(const uint4& v) {
  return v;
}

// The type in which results are summed: floats, or integers modulo 2^32.
__device__ inline float4 sum_type(const float4& v) {
  return v;
}
__device__ inline uint4 sum_type(const uint4& v) {
  return v;
}
__device__ inline uint4 sum_type(const int4& v) {
  return {unsigned(v.x), unsigned(v.y), unsigned(v.z), unsigned(v.w)};
}

// A thread's index; its block records when it begins and ends.
struct ProfileThread {
  int index = int(blockIdx.x * profile::threads_of_block + threadIdx.x);
  ClockTable* clocks;

  __device__ explicit ProfileThread(ClockTable* to) : clocks(to) {
    if (threadIdx.x == 0) begin_span(clocks);
  }

  template <class Number, bool draws>
  __device__ profile::AccessCursor<Number, draws> cursor(const profile::AccessPattern& pattern) const {
    return profile::start_access<Number, draws>(pattern, int(blockIdx.x), int(threadIdx.x));
  }

  // A sum that is not kept is tested all the same, so that no fetch can be optimized away: if its bits happen
  // to match this value, it is written to a place that nobody reads.
  template <class Value>
  __device__ void finish(const ProfileArguments& arguments, const Value& sum, uint4* sums) const {
    const uint4 bits = bits_of(sum);
    const bool is_last = blockIdx.x == gridDim.x - 1;
    const int kept =
        arguments.keeps_all
            ? index
            : int(threadIdx.x) + (blockIdx.x == 0 ? 0 : profile::threads_of_block * (is_last ? 1 : 2));
    if (arguments.keeps_all || blockIdx.x == 0 || is_last ||
        (bits.x ^ bits.y ^ bits.z ^ bits.w) == 0x7fedcba9u)
      sums[kept] = bits;
    if (threadIdx.x == 0) end_span(clocks);
  }
};

// `Source` fetches at the cursor, and adds its value to the sum once all chains of the step are in flight.
template <class Source, bool draws>
__device__ void profile_loop(const ProfileArguments& arguments, int steps, uint4* sums, ClockTable* clocks) {
  const ProfileThread thread(clocks);
  auto cursor = thread.cursor<typename Source::Number, draws>(arguments.pattern);
  typename Source::Value sum = {};
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    constexpr int chains = profile::chains_of(Source::path);
    typename Source::Fetched fetched[chains];
#pragma unroll
    for (int i = 0; i < chains; ++i) {
      fetched[i] = Source::fetch(arguments, cursor, i);
      profile::draw(arguments.pattern, cursor);
    }
    profile::advance(arguments.pattern, cursor);
#pragma unroll
    for (const auto& chain : fetched)
      Source::add_to(sum, chain);
  }
  thread.finish(arguments, sum, sums);
}

template <class Source>
__global__ void __launch_bounds__(profile::threads_of_block, Source::min_blocks)
    profile_kernel(const __grid_constant__ ProfileArguments arguments, int steps, uint4* sums,
                   ClockTable* clocks) {
  if (arguments.pattern.window_bits > 0)
    profile_loop<Source, true>(arguments, steps, sums, clocks);
  else
    profile_loop<Source, false>(arguments, steps, sums, clocks);
}

} // namespace texelscope::cuda
