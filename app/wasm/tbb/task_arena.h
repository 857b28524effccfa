#pragma once

namespace tbb {

class task_arena {
public:
  enum class priority { low, normal, high };
  static constexpr int automatic = -1;
  explicit task_arena(int = automatic, unsigned = 1, priority = priority::normal) {}
  template <class Work>
  auto execute(Work&& work) {
    return work();
  }
};

namespace this_task_arena {
inline int max_concurrency() {
  return 1;
}
inline int current_thread_index() {
  return 0;
}
} // namespace this_task_arena

} // namespace tbb
