// Internal: a parallel loop over rows that reports progress and can be stopped.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>

#include "kernels/ground/base/parallel.h"
#include "kernels/ground/base/progress.h"

namespace texelscope {

// Calls visit(first, last) for bands of rows that cover [0, height), from several threads. `row_bytes`
// determines how many rows make a band worth a task. Progress is called by one thread at a time. Returns
// false if progress requested a stop.
template <class Visit>
bool for_rows(int height, std::size_t row_bytes, const Progress& progress, Visit&& visit) {
  constexpr std::size_t band_bytes = 256 * 1024;
  const int band =
      static_cast<int>(std::clamp<std::size_t>(band_bytes / std::max<std::size_t>(row_bytes, 1), 1, 65536));
  std::atomic<int> done = 0;
  std::atomic<bool> stopped = false;
  std::mutex reporting;
  loop_in_parallel(tbb::blocked_range<int>(0, (height + band - 1) / band, 1),
                   [&](const tbb::blocked_range<int>& bands) {
                     for (int i = bands.begin(); i < bands.end() && !stopped; ++i) {
                       const int first = i * band, last = std::min(height, first + band);
                       visit(first, last);
                       done += last - first;
                       if (!progress) continue;
                       const std::unique_lock lock(reporting, std::try_to_lock);
                       if (lock && !stopped && !progress(double(done) / height)) stopped = true;
                     }
                   });
  return !stopped;
}

} // namespace texelscope
