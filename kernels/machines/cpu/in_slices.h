// Splits long work into parts, between which it can be stopped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>

#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope::cpu {

// Calls work(first, size) for one slice of [0, count) after the other; throws profile::Stopped before the
// first slice after a stop.
template <class Work>
void in_slices(std::size_t count, std::size_t slice, const std::stop_token& stop, Work&& work) {
  for (std::size_t first = 0; first < count; first += slice) {
    profile::throw_if_stopped(stop);
    work(first, std::min(slice, count - first));
  }
}

} // namespace texelscope::cpu
