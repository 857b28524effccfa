// The result of a computation that takes a while: the last one that was found, and whether another is
// running.
#pragma once

#include <optional>
#include <string>

namespace texelscope {

template <class T>
struct AsyncResult {
  std::optional<T> found;
  bool busy = false;
  std::string failure; // of the last attempt, a sentence
};

} // namespace texelscope
