#pragma once

#include <thread>
#include <utility>
#include <vector>

#include "tbb/global_control.h"

namespace tbb {

namespace this_task_arena {
inline thread_local int limit = 0; // of the arena that the thread is in; 0: none
inline thread_local int index = 0; // of the thread in its loop

inline int max_concurrency() {
  return limit > 0 ? limit : global_control::limit().load();
}
inline int current_thread_index() {
  return index;
}
} // namespace this_task_arena

class task_arena {
public:
  enum class priority { low, normal, high };
  static constexpr int automatic = -1;
  explicit task_arena(int count = automatic, unsigned = 1, priority = priority::normal) : count_(count) {}

  template <class Work>
  auto execute(Work&& work) {
    const Entered entered(count_);
    return work();
  }
  template <class Work>
  void enqueue(Work work) {
    threads_.emplace_back(std::move(work));
  }

private:
  struct Entered {
    explicit Entered(int count) : before(std::exchange(this_task_arena::limit, count)) {}
    ~Entered() { this_task_arena::limit = before; }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;
    int before;
  };

  int count_;
  std::vector<std::jthread> threads_;
};

} // namespace tbb
