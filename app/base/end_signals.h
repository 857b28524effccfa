// The signals that ask a program to end, while the object lives: SIGTERM, SIGINT, SIGHUP and SIGQUIT. A
// signal that was ignored before (nohup) stays ignored.
#pragma once

#include <array>

#include <signal.h>

namespace texelscope {

class EndSignals {
public:
  EndSignals();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  // The first that came, or 0. Whoever asks this often enough ends by itself; a program that has not ended 20
  // seconds later, since a driver or a thread holds it up, ends at once. Its exit code is 128 and the
  // signal's number, as shells have it.
  static int received();

private:
  struct Before {
    int signal;
    struct sigaction action;
  };
  std::array<Before, 5> before;
};

} // namespace texelscope
