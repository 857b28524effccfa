#include "kernels/unit/image_io/exr_threads.h"

#include <algorithm>
#include <mutex>
#include <system_error>

#include <OpenEXR/ImfThreading.h>
#include <tbb/task_arena.h>

#include "kernels/ground/base/parallel.h"

namespace texelscope {

namespace {
constexpr std::size_t block_rows = 16; // of ZIP, which write_exr() uses
constexpr std::size_t copies = 6;      // two blocks a thread, each raw, sorted and packed
constexpr std::size_t max_memory = std::size_t(256) << 20;

std::mutex pool_mutex; // of the pool, whose size is the process' own
int pool_users = 0;

// One after the other: OpenEXR does not survive that one of several cannot be started.
void grow_pool(int threads) {
  try {
    for (int count = Imf::globalThreadCount() + 1; count <= threads; ++count)
      Imf::setGlobalThreadCount(count);
  } catch (const std::system_error&) {
  }
}
} // namespace

ExrThreads::ExrThreads(std::size_t width, std::size_t height) {
  const std::size_t cores = has_threads() ? std::size_t(tbb::this_task_arena::max_concurrency()) : 1;
  const std::size_t blocks = (height + block_rows - 1) / block_rows;
  const std::size_t block_bytes = std::max<std::size_t>(width, 1) * block_rows * 4 * sizeof(float);
  const std::size_t threads = std::min({cores, blocks, max_memory / copies / block_bytes});
  const std::lock_guard lock(pool_mutex);
  if (threads > 1) grow_pool(int(threads));
  ++pool_users;
}

ExrThreads::~ExrThreads() {
  const std::lock_guard lock(pool_mutex);
  if (--pool_users == 0 && Imf::globalThreadCount() > 0) Imf::setGlobalThreadCount(0);
}

} // namespace texelscope
