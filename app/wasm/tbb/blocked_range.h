// oneTBB's ranges and loops for a program of one thread.
#pragma once

#include <cstddef>

namespace tbb {

template <class Value>
class blocked_range {
public:
  blocked_range(Value first, Value last, std::size_t = 1) : first_(first), last_(last) {}
  Value begin() const { return first_; }
  Value end() const { return last_; }
  std::size_t size() const { return std::size_t(last_ - first_); }

private:
  Value first_, last_;
};

} // namespace tbb
