// Waits for what another thread does.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

namespace texelscope {

// Fails the test after ten seconds.
inline void wait_for(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(condition());
}

} // namespace texelscope
