#pragma once

#include <atomic>
#include <cstddef>
#include <new>

namespace tbb {

class global_control {
public:
  enum parameter { max_allowed_parallelism };
  global_control(parameter, std::size_t count) : before_(limit().exchange(int(count))) {}
  ~global_control() { limit() = before_; }
  global_control(const global_control&) = delete;
  global_control& operator=(const global_control&) = delete;

  static std::atomic<int>& limit() { // of the threads of a loop
    static std::atomic<int> count = 4;
    return count;
  }

private:
  int before_;
};

struct attach {};
class task_scheduler_handle {
public:
  explicit task_scheduler_handle(attach) {}
};
inline bool finalize(task_scheduler_handle&, const std::nothrow_t&) {
  return true; // no thread outlives its loop
}

} // namespace tbb
