#include "kernels/ground/files/end_signals.h"

#include <csignal>

#include <unistd.h>

namespace texelscope {

namespace {
constexpr unsigned patience = 20; // seconds

volatile std::sig_atomic_t first = 0;

void on_end(int signal) {
  if (first != 0) return;
  first = signal;
  ::alarm(patience);
}

void on_alarm(int) {
  ::_exit(128 + first);
}
} // namespace

EndSignals::EndSignals() : before{{{SIGALRM, {}}, {SIGTERM, {}}, {SIGINT, {}}, {SIGHUP, {}}, {SIGQUIT, {}}}} {
  first = 0;
  for (Before& each : before) {
    struct sigaction ours = {};
    ours.sa_handler = each.signal == SIGALRM ? on_alarm : on_end;
    ours.sa_flags = SA_RESTART;
    ::sigaction(each.signal, nullptr, &each.action);
    if (each.action.sa_handler != SIG_IGN || each.signal == SIGALRM) ::sigaction(each.signal, &ours, nullptr);
  }
}

EndSignals::~EndSignals() {
  ::alarm(0);
  for (const Before& each : before)
    ::sigaction(each.signal, &each.action, nullptr);
}

int EndSignals::received() {
  return first;
}

} // namespace texelscope
