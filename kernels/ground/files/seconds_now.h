// A clock that never goes back.
#pragma once

#include <chrono>

namespace texelscope {

inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace texelscope
