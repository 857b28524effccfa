#include "kernels/machines/cpu_profile/core_speed.h"

#include <cstdint>
#include <ctime>

namespace texelscope::cpu {

namespace {
double microseconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e6 + double(now.tv_nsec) * 1e-3;
}
} // namespace

// Six numbers that are independent enough of one another to fill a core. The empty statement keeps the loop
// from being computed at compile time.
double time_core_loop() {
  std::uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
  const double start = microseconds();
  for (std::uint64_t i = 0; i < std::uint64_t(core_loop_steps); ++i) {
    a += i ^ b;
    b = b * 3 + 1;
    c ^= a;
    d += c >> 3;
    e = e * 5 + d;
    f ^= e;
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
  }
  return microseconds() - start;
}

} // namespace texelscope::cpu
