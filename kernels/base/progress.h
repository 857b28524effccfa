// How long work tells how far it is, and hears that it is no longer wanted.
#pragma once

#include <functional>

namespace texelscope {

// Called now and then with the share done, 0 to 1, from the calling thread or a worker; false stops the work.
using Progress = std::function<bool(double)>;

// Progress of the part of a work from share `from` to share `to`. `whole` must outlive it.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double share) { return whole(from + (to - from) * share); };
}

} // namespace texelscope
