#include "app/own_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/backend.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
[[noreturn]] void fail(int error) {
  throw MachineError(say(Text::own_process_failed, {std::strerror(error)}));
}

class Descriptor {
public:
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const { return number; }
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }

private:
  int number;
};

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

// exec, not fork alone: a copy of a process that uses CUDA cannot use it.
pid_t spawn(const std::vector<std::string>& words, int out) {
  static constexpr char program[] = "/proc/self/exe";
  std::vector<char*> arguments = {const_cast<char*>(program)};
  for (const std::string& word : words)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Actions actions;
  posix_spawn_file_actions_adddup2(actions.get(), out, STDOUT_FILENO);
  pid_t child = -1;
  if (const int error = posix_spawn(&child, program, actions.get(), nullptr, arguments.data(), environ))
    fail(error);
  return child;
}

std::string read_all(int from) {
  std::string all;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::read(from, buffer, sizeof buffer);
    if (count > 0) all.append(buffer, std::size_t(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return all;
  }
}
} // namespace

OwnProcess run_own_process(const std::vector<std::string>& words, std::stop_token stop) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail(errno);
  Descriptor from(ends[0]), to(ends[1]);
  const pid_t child = spawn(words, to.get());
  to.close();
  OwnProcess ran;
  {
    const std::stop_callback killer(stop, [child] { ::kill(child, SIGKILL); });
    ran.out = read_all(from.get());
  } // before the wait, after which the number may be another process's
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail(errno);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

} // namespace texelscope
