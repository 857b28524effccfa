// oneTBB's ranges and loops on threads of the standard library, which ThreadSanitizer sees.
#pragma once

#include <algorithm>
#include <cstddef>

namespace tbb {

template <class Value>
class blocked_range {
public:
  blocked_range(Value first, Value last, std::size_t grain = 1)
      : first_(first), last_(std::max(first, last)), grain_(std::max<std::size_t>(grain, 1)) {}
  Value begin() const { return first_; }
  Value end() const { return last_; }
  std::size_t size() const { return std::size_t(last_ - first_); }
  std::size_t grainsize() const { return grain_; }

private:
  Value first_, last_;
  std::size_t grain_;
};

} // namespace tbb
