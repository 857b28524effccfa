// What a process in the sandbox can no longer do. Each attempt runs in a subprocess.
#include "kernels/ground/files/sandbox.h"

#include <cerrno>
#include <csignal>
#include <functional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace texelscope {
namespace {

// The errno of the attempt in the sandbox; 0 if it succeeds.
int error_of(const std::function<bool()>& attempt, const SandboxLimits& limits = {}) {
  const pid_t child = ::fork();
  if (child == 0) {
    enter_sandbox(limits);
    errno = 0;
    ::_exit(attempt() ? 0 : errno);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(Sandbox, OpensNoFile) {
  EXPECT_EQ(error_of([] { return ::open("/etc/passwd", O_RDONLY) >= 0; }), EPERM);
  EXPECT_EQ(error_of([] { return ::open("/tmp/texelscope-sandbox", O_WRONLY | O_CREAT, 0600) >= 0; }), EPERM);
  EXPECT_EQ(error_of([] { return ::access("/etc/passwd", F_OK) == 0; }), EPERM);
  EXPECT_EQ(error_of([] { return ::unlink("/tmp/texelscope-sandbox") == 0; }), EPERM);
}

TEST(Sandbox, ReachesNothingElse) {
  EXPECT_EQ(error_of([] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }), EPERM);
  EXPECT_EQ(error_of([] { return ::kill(::getpid(), 0) == 0; }), EPERM);
  EXPECT_EQ(error_of([] { return ::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0) == 0; }), EPERM);
  EXPECT_EQ(error_of([] { return ::syscall(SYS_tgkill, ::getpid(), ::gettid(), 0) == 0; }), 0)
      << "as abort() does";
  EXPECT_EQ(error_of([] { return ::prlimit(::getppid(), RLIMIT_CPU, nullptr, nullptr) == 0; }), EPERM);
  EXPECT_EQ(error_of([] {
              rlimit own = {};
              return ::prlimit(0, RLIMIT_CPU, nullptr, &own) == 0 && own.rlim_cur == 20;
            }),
            0);
  EXPECT_EQ(error_of([] { return ::execl("/bin/true", "true", nullptr) == 0; }), EPERM);
}

#if !defined(TEXELSCOPE_SANITIZE)
TEST(Sandbox, SmallerLimitsOfTheProcessStay) {
  const auto with = [](int resource, rlim_t soft, rlim_t hard, const std::function<bool()>& attempt) {
    const pid_t child = ::fork();
    if (child == 0) {
      const rlimit own = {soft, hard};
      ::setrlimit(__rlimit_resource(resource), &own);
      ::_exit(attempt() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  };
  constexpr rlim_t half = rlim_t(512) << 20;
  const auto is = [](int resource, rlim_t soft, rlim_t hard) {
    rlimit now = {};
    ::getrlimit(__rlimit_resource(resource), &now);
    return now.rlim_cur == soft && now.rlim_max == hard;
  };
  EXPECT_TRUE(with(RLIMIT_AS, half, half, [&] {
    const SandboxLimits met = within_own_limits({1024, 20});
    enter_sandbox({1024, 20});
    return met.megabytes == 512 && met.seconds == 20 && is(RLIMIT_AS, half, half);
  }));
  EXPECT_TRUE(with(RLIMIT_AS, half, RLIM_INFINITY, [&] {
    enter_sandbox({1024, 20});
    return is(RLIMIT_AS, half, rlim_t(1024) << 20);
  })) << "a soft limit";
  EXPECT_TRUE(with(RLIMIT_CPU, 3, 3, [&] {
    const SandboxLimits met = within_own_limits({1024, 20});
    enter_sandbox({1024, 20});
    return met.megabytes == 1024 && met.seconds == 3 && is(RLIMIT_CPU, 3, 3);
  }));
  EXPECT_TRUE(with(RLIMIT_NOFILE, 9, 9, [&] {
    enter_sandbox({1024, 20});
    return is(RLIMIT_NOFILE, 3, 3) && is(RLIMIT_AS, rlim_t(1024) << 20, rlim_t(1024) << 20);
  }));
}
#endif

TEST(Sandbox, Computes) {
  const auto takes = [](std::size_t megabytes) {
    return [megabytes] {
      return ::mmap(nullptr, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
             MAP_FAILED;
    };
  };
  EXPECT_EQ(error_of(takes(64), {2048, 5}), 0);
#if !defined(TEXELSCOPE_SANITIZE)
  EXPECT_EQ(error_of(takes(2048), {2048, 5}), ENOMEM);
#endif
  const int ended = error_of(
      []() -> bool {
        for (volatile bool goes_on = true; goes_on;) {
        }
        return true;
      },
      {2048, 1});
  EXPECT_TRUE(ended == 1000 + SIGXCPU || ended == 1000 + SIGKILL) << ended;
}

} // namespace
} // namespace texelscope
