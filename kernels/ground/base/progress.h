// How long-running work reports its progress and learns that it is no longer wanted.
#pragma once

#include <functional>

namespace texelscope {

// Called now and then with the finished share, 0 to 1, from the calling thread or a worker; returning false
// stops the work.
using Progress = std::function<bool(double)>;

// The progress of a part that covers the shares `from` to `to` of the whole. `whole` must outlive it.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double share) { return whole(from + (to - from) * share); };
}

} // namespace texelscope
