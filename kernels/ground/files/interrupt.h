// Ctrl+C, for work that ends between two pieces.
#pragma once

#include <atomic>
#include <csignal>

namespace texelscope {

// While an instance lives, Ctrl+C is recorded instead of ending the process. Only one may exist at a time.
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
