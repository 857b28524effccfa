#pragma once

#include <atomic>
#include <exception>
#include <mutex>

#include "tbb/blocked_range.h"
#include "tbb/task_arena.h"

namespace tbb {

// Each thread takes the next part until none is left. The first exception ends the loop, which throws it.
template <class Value, class Body>
void parallel_for(const blocked_range<Value>& range, const Body& body) {
  const std::size_t parts = (range.size() + range.grainsize() - 1) / range.grainsize();
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&](int index) {
    const int before = std::exchange(this_task_arena::index, index);
    for (std::size_t part = next++; part < parts; part = next++) {
      const std::size_t first = part * range.grainsize(),
                        last = std::min(first + range.grainsize(), range.size());
      try {
        body(blocked_range<Value>(range.begin() + Value(first), range.begin() + Value(last)));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!thrown) thrown = std::current_exception();
        next = parts;
      }
    }
    this_task_arena::index = before;
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < this_task_arena::max_concurrency() && std::size_t(i) < parts; ++i)
      others.emplace_back(work, i);
    work(0);
  }
  if (thrown) std::rethrow_exception(thrown);
}

template <class Index, class Body>
void parallel_for(Index first, Index last, const Body& body) {
  parallel_for(blocked_range<Index>(first, last), [&](const blocked_range<Index>& part) {
    for (Index i = part.begin(); i < part.end(); ++i)
      body(i);
  });
}

} // namespace tbb
