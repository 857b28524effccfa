#include "app/main/workers.h"

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include <tbb/scalable_allocator.h>
#include <tbb/task_arena.h>

namespace texelscope {

namespace {
// While it lives, the threads that run wait() are busy.
class Gate {
public:
  ~Gate() {
    *open = true;
    open->notify_all();
  }
  auto wait() const {
    return [open = open] { open->wait(false); };
  }

private:
  std::shared_ptr<std::atomic<bool>> open = std::make_shared<std::atomic<bool>>(false);
};

// oneTBB takes its memory from here. Where it gets none while it starts, versions since 2022 wait without end
// for a lock that they hold themselves, so that the first piece is taken before.
void take_first_memory() {
  void* memory = scalable_malloc(1);
  if (memory == nullptr) throw std::bad_alloc();
  scalable_free(memory);
}
} // namespace

Workers::Workers() {
  take_first_memory();
  const int threads = tbb::this_task_arena::max_concurrency();
  std::vector<std::unique_ptr<tbb::task_arena>> arenas; // of one thread each, which starts for it
  const Gate gate;
  try {
    while (int(arenas.size()) + 1 < threads)
      arenas.emplace_back(std::make_unique<tbb::task_arena>(2))->enqueue(gate.wait());
  } catch (const std::runtime_error&) {
    limit.emplace(tbb::global_control::max_allowed_parallelism, arenas.size());
  }
}

Workers::~Workers() {
  if (!limit) tbb::finalize(handle, std::nothrow);
}

} // namespace texelscope
