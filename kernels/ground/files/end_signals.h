// While the object lives, it catches the signals that ask a program to end: SIGTERM, SIGINT, SIGHUP and
// SIGQUIT. A signal that was ignored before (nohup) stays ignored.
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

  // Returns the first signal that was received, or 0. A program that checks this often enough ends by itself.
  // If it has not ended 20 seconds later, because a driver or a thread blocks it, it ends at once. Its exit
  // code is then 128 plus the signal's number, as in shells.
  static int received();

private:
  struct Before {
    int signal;
    struct sigaction action;
  };
  std::array<Before, 5> before;
};

} // namespace texelscope
