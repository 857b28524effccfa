// Signals that end the program are recorded as a number that its loop reads.
#include "kernels/ground/files/end_signals.h"

#include <csignal>
#include <functional>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace texelscope {
namespace {

// Runs in a subprocess, since signals concern a whole process; returns its exit status, or 1000 plus the
// signal that killed it.
int ends(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(EndSignals, AreReceivedAndTheFirstCounts) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    EXPECT_EQ(ends([&] {
                const EndSignals signals;
                if (EndSignals::received() != 0) return 99;
                std::raise(signal);
                std::raise(signal == SIGTERM ? SIGINT : SIGTERM);
                return EndSignals::received();
              }),
              signal);
}

TEST(EndSignals, ActAsBeforeAfterwards) {
  EXPECT_EQ(ends([] {
              { const EndSignals signals; }
              return std::raise(SIGTERM);
            }),
            1000 + SIGTERM);
}

TEST(EndSignals, WhatWasIgnoredStaysIgnored) {
  EXPECT_EQ(ends([] {
              std::signal(SIGHUP, SIG_IGN);
              const EndSignals signals;
              std::raise(SIGHUP);
              return EndSignals::received();
            }),
            0);
}

// The alarm that a signal sets goes off when the program has not ended by itself.
TEST(EndSignals, AProgramThatIsHeldUpEndsAllTheSame) {
  EXPECT_EQ(ends([] {
              const EndSignals signals;
              std::raise(SIGINT);
              if (::alarm(0) == 0) return 99; // none was set
              std::raise(SIGALRM);
              return 98;
            }),
            128 + SIGINT);
}

} // namespace
} // namespace texelscope
