// Internal: the threads of OpenEXR's own pool, which pack and unpack blocks of rows.
#pragma once

#include <cstddef>

namespace texelscope {

// While one lives, files that are opened use the pool. The pool is empty in between, so that no thread of it
// is missing in the child of a fork.
class ExrThreads {
public:
  // For a file of this size in pixels: as many as there are cores, unless its blocks are fewer, or so large
  // that those in work would take too much memory. Where the system has no thread left, fewer do the work, or
  // the caller alone.
  ExrThreads(std::size_t width, std::size_t height);
  ~ExrThreads();
  ExrThreads(const ExrThreads&) = delete;
  ExrThreads& operator=(const ExrThreads&) = delete;
};

} // namespace texelscope
