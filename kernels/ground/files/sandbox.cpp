#include "kernels/ground/files/sandbox.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
#if defined(__x86_64__)
constexpr unsigned native = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned native = AUDIT_ARCH_AARCH64;
#else
#error "the system calls of this processor are not known"
#endif

// The allowed calls: memory, time, threads, signals to itself, and files that are already open. All others
// fail with EPERM, which a compiler takes for a file that it may not read.
constexpr int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_pread64,
    SYS_lseek,
    SYS_fstat,
    SYS_close,
    SYS_brk,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_futex,
    SYS_clone,
    SYS_clone3,
    SYS_exit,
    SYS_exit_group,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_set_tid_address,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_getpid,
    SYS_gettid,
    SYS_sched_yield,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getrusage,
    SYS_times,
    SYS_restart_syscall,
    SYS_sched_getaffinity,
    SYS_sysinfo,
    SYS_uname,
    SYS_getrandom,
    SYS_getcwd,
    SYS_getcpu,
    SYS_membarrier,
    SYS_sched_get_priority_min,
    SYS_sched_get_priority_max,
};

rlimit own_limit(int resource) {
  rlimit own = {RLIM_INFINITY, RLIM_INFINITY};
  ::getrlimit(__rlimit_resource(resource), &own);
  return own;
}

// Only ever lowers them, which every process may.
void limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit own = own_limit(resource);
  const rlimit both = {std::min({soft, own.rlim_cur, own.rlim_max}), std::min(hard, own.rlim_max)};
  if (::setrlimit(__rlimit_resource(resource), &both) != 0)
    throw MachineError(say(Text::body_no_limit, {std::strerror(errno)}));
}

void limit(int resource, rlim_t max_value) {
  limit(resource, max_value, max_value);
}

// A call that is allowed only if it is about this process.
struct OwnCall {
  int call;
  unsigned process; // the first argument
};

sock_filter statement(int code, unsigned k) {
  return {static_cast<unsigned short>(code), 0, 0, k};
}
// Continues with the next instruction if the value is `k`, else skips it.
sock_filter unless_skip(unsigned k) {
  return {static_cast<unsigned short>(BPF_JMP | BPF_JEQ | BPF_K), 0, 1, k};
}

std::vector<sock_filter> filter() {
  std::vector<sock_filter> program = {
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      {static_cast<unsigned short>(BPF_JMP | BPF_JEQ | BPF_K), 1, 0, native},
      statement(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS), // another processor's numbers mean other calls
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  for (const int call : allowed) {
    program.push_back(unless_skip(unsigned(call)));
    program.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  const auto refuse = statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  for (const OwnCall& own : {OwnCall{SYS_tgkill, unsigned(::getpid())}, OwnCall{SYS_prlimit64, 0}}) {
    program.push_back({static_cast<unsigned short>(BPF_JMP | BPF_JEQ | BPF_K), 0, 4, unsigned(own.call)});
    program.push_back(statement(BPF_LD | BPF_W | BPF_ABS,
                                offsetof(seccomp_data, args))); // the lower half: both are little-endian
    program.push_back(unless_skip(own.process));
    program.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    program.push_back(refuse);
  }
  program.push_back(refuse);
  return program;
}
} // namespace

SandboxLimits within_own_limits(const SandboxLimits& wanted) {
  return {std::min(wanted.megabytes, std::size_t(own_limit(RLIMIT_AS).rlim_cur >> 20)),
          int(std::min(rlim_t(wanted.seconds), own_limit(RLIMIT_CPU).rlim_cur))};
}

void enter_sandbox(const SandboxLimits& limits) {
#if !defined(TEXELSCOPE_SANITIZE) // whose own tables take terabytes of addresses
  limit(RLIMIT_AS, limits.megabytes << 20);
#endif
  // Its signal comes at the soft limit; a second later the process ends for certain.
  limit(RLIMIT_CPU, rlim_t(limits.seconds), rlim_t(limits.seconds) + 1);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 3);
  std::vector<sock_filter> program = filter();
  const sock_fprog whole = {static_cast<unsigned short>(program.size()), program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) != 0)
    throw MachineError(say(Text::body_no_sandbox, {std::strerror(errno)}));
}

} // namespace texelscope
