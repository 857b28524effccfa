#include "kernels/ground/files/subprocess.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
[[noreturn]] void fail(int error) {
  throw MachineError(say(Text::own_process_failed, {std::strerror(error)}));
}

class Actions {
public:
  Actions() { posix_spawn_file_actions_init(&actions); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { posix_spawn_file_actions_destroy(&actions); }
  posix_spawn_file_actions_t* get() { return &actions; }

private:
  posix_spawn_file_actions_t actions;
};

// Uses exec rather than fork alone: a copy of a process that uses CUDA cannot use it. `errors` negative:
// standard error is this program's.
pid_t spawn(const std::vector<std::string>& args, const std::filesystem::path& program, int in, int out,
            int errors) {
  std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
  for (const std::string& word : args)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Actions actions;
  posix_spawn_file_actions_adddup2(actions.get(), in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), out, STDOUT_FILENO);
  if (errors >= 0) posix_spawn_file_actions_adddup2(actions.get(), errors, STDERR_FILENO);
  pid_t child = -1;
  if (const int error =
          posix_spawn(&child, program.c_str(), actions.get(), nullptr, arguments.data(), environ))
    fail(error);
  return child;
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail(errno);
    from = ends[0];
    to = ends[1];
  }
  int from, to;
};

// Makes a file without a name, which unlike a pipe cannot block on its reader.
int file_of(const std::string& bytes) {
  const int file = ::memfd_create("texelscope", MFD_CLOEXEC);
  if (file < 0) fail(errno);
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR) {
      const int error = errno;
      ::close(file);
      fail(error);
    }
    written += std::size_t(std::max<ssize_t>(count, 0));
  }
  ::lseek(file, 0, SEEK_SET);
  return file;
}

using Clock = std::chrono::steady_clock;

// Waits until something can be read; false if nothing arrives before that time.
bool wait_for_bytes(int from, std::optional<Clock::time_point> end) {
  for (;;) {
    int left = -1;
    if (end)
      left = int(std::max<std::int64_t>(
          0, std::chrono::ceil<std::chrono::milliseconds>(*end - Clock::now()).count()));
    pollfd waited = {from, POLLIN, 0};
    const int count = ::poll(&waited, 1, left);
    if (count > 0) return true;
    if (count == 0) return false;
    if (errno != EINTR) fail(errno);
  }
}

// Reads until the pipe is closed; false if that takes too long or yields too much.
bool read_all(int from, const SubprocessOptions& options, std::string& all) {
  std::optional<Clock::time_point> end;
  if (std::isfinite(options.seconds))
    end = Clock::now() +
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  char buffer[4096];
  while (wait_for_bytes(from, end)) {
    const ssize_t count = ::read(from, buffer, sizeof buffer);
    if (count == 0 || (count < 0 && errno != EINTR)) return true;
    if (count > 0) all.append(buffer, std::size_t(count));
    if (all.size() > options.max_out) return false;
  }
  return false;
}
} // namespace

RunningProgram::RunningProgram(const Start& start) : out_(-1), errors_(-1), child(0) {
  const Descriptor in(file_of(start.in));
  const Pipe printed;
  out_.open(printed.from);
  const Descriptor to(printed.to);
  Descriptor errors_to(-1);
  if (start.keeps_errors) {
    const Pipe kept;
    errors_.open(kept.from);
    errors_to.open(kept.to);
  }
  child = spawn(start.args, start.program, in.get(), to.get(), errors_to.get());
}

RunningProgram::~RunningProgram() {
  if (child == 0) return;
  send(SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void RunningProgram::send(int signal) const {
  if (child != 0) ::kill(child, signal);
}

int RunningProgram::wait() {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail(errno);
  child = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Subprocess run_subprocess(const std::vector<std::string>& args, const std::stop_token& stop,
                          const SubprocessOptions& options) {
  RunningProgram running({args, options.in, false, options.program});
  Subprocess ran;
  {
    const std::stop_callback killer(stop, [&] { running.send(SIGKILL); });
    if (!read_all(running.out(), options, ran.out)) running.send(SIGKILL);
  } // before the wait, after which the number may be another process's
  ran.code = running.wait();
  return ran;
}

} // namespace texelscope
