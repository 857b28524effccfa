// Loops by oneTBB, on the calling thread alone in the child of a fork whose parent had used oneTBB: its
// threads are not there, and what they locked stays locked.
#pragma once

#include <atomic>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#if !defined(__EMSCRIPTEN__)
#include <pthread.h>
#endif

namespace texelscope {

// Asked before each use of oneTBB.
inline bool has_threads() {
#if defined(__EMSCRIPTEN__)
  return true;
#else
  static std::atomic<bool> gone = false;
  static const bool watched = ::pthread_atfork(nullptr, nullptr, [] { gone = true; }) == 0;
  return watched && !gone;
#endif
}

template <class Range, class Body>
void loop_in_parallel(const Range& range, const Body& body) {
  if (has_threads())
    tbb::parallel_for(range, body);
  else
    body(range);
}

// body(i) for each i of [0, count).
template <class Body>
void loop_in_parallel(int count, const Body& body) {
  loop_in_parallel(tbb::blocked_range<int>(0, count), [&](const tbb::blocked_range<int>& part) {
    for (int i = part.begin(); i < part.end(); ++i)
      body(i);
  });
}

} // namespace texelscope
