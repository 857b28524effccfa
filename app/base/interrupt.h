// Ctrl+C, for work that ends between two pieces.
#pragma once

#include <atomic>
#include <csignal>

namespace texelscope {

// While one lives, Ctrl+C is noted instead of ending the process. One at a time.
class Interrupt {
public:
  Interrupt() : before(std::signal(SIGINT, [](int) { noted = true; })) { noted = false; }
  ~Interrupt() { std::signal(SIGINT, before); }
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  static bool requested() { return noted; } // since the one that lives began

private:
  static inline std::atomic<bool> noted = false;
  void (*before)(int);
};

} // namespace texelscope
