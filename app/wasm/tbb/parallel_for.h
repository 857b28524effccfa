#pragma once

#include "tbb/blocked_range.h"

namespace tbb {

template <class Range, class Body>
void parallel_for(const Range& range, const Body& body) {
  if (range.begin() < range.end()) body(range);
}
template <class Index, class Body>
void parallel_for(Index first, Index last, const Body& body) {
  for (Index i = first; i < last; ++i)
    body(i);
}

} // namespace tbb
