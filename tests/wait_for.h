// Waits for what another thread does.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

namespace texelscope {

#if defined(TEXELSCOPE_SANITIZE) // all is slower
inline constexpr std::chrono::seconds patience(120);
#else
inline constexpr std::chrono::seconds patience(10);
#endif

// Fails the test if it does not happen in that time.
inline void wait_for(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(condition());
}

} // namespace texelscope
