#include "kernels/studies/trace_report/traced_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <span>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/ground/base/shared_library.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/trace/record.h"

namespace texelscope::trace {

namespace {
namespace fs = std::filesystem;

constexpr const char* library_name = "libtexelscope_trace.so";

// The process that signals are passed on to.
volatile std::sig_atomic_t traced_process = 0;

void pass_on(int signal) {
  if (traced_process > 0) ::kill(pid_t(traced_process), signal);
}

// While it lives, the signals that a terminal sends to all its programs are left to the traced one, and those
// that are sent to this process alone are passed on to it.
class SignalsOfProgram {
public:
  SignalsOfProgram() {
    struct sigaction ignore = {}, pass = {};
    ignore.sa_handler = SIG_IGN;
    pass.sa_handler = pass_on;
    pass.sa_flags = SA_RESTART;
    for (Before& each : before)
      ::sigaction(each.signal, each.from_terminal ? &ignore : &pass, &each.action);
  }
  ~SignalsOfProgram() {
    for (const Before& each : before)
      ::sigaction(each.signal, &each.action, nullptr);
    traced_process = 0;
  }
  SignalsOfProgram(const SignalsOfProgram&) = delete;
  SignalsOfProgram& operator=(const SignalsOfProgram&) = delete;

  // What the traced program gets at its default: all of them, unless they were ignored before.
  sigset_t defaults() const {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int ignored_here : {SIGPIPE, SIGXFSZ})
      ::sigaddset(&set, ignored_here);
    for (const Before& each : before)
      if (each.action.sa_handler != SIG_IGN) ::sigaddset(&set, each.signal);
    return set;
  }

private:
  struct Before {
    int signal;
    bool from_terminal;
    struct sigaction action = {};
  };
  std::array<Before, 4> before = {{{SIGINT, true}, {SIGQUIT, true}, {SIGTERM, false}, {SIGHUP, false}}};
};

// What the bundle's launcher found in LD_LIBRARY_PATH, if it added libraries of its own for this program.
constexpr const char* callers_library_path = "TEXELSCOPE_CALLERS_LIBRARY_PATH";

void set_fetch_variables(const Tracing& tracing, std::map<std::string, std::string>& variables) {
  const FetchLimits& limits = tracing.limits;
  variables["TEXELSCOPE_TRACE_FETCHES"] = tracing.file.parent_path().string();
  variables["TEXELSCOPE_TRACE_EVERY"] = std::to_string(limits.every);
  if (limits.memory > 0) variables["TEXELSCOPE_TRACE_MEMORY"] = std::to_string(limits.memory << 20);
  // CuPy compiles its kernels to PTX only if it is told to, and keeps what it has compiled.
  const std::pair<const char*, std::string> python[] = {
      {"CUPY_COMPILE_WITH_PTX", "1"}, {"CUPY_CACHE_DIR", (tracing.file.parent_path() / "cupy").string()}};
  for (const auto& [name, value] : python)
    if (std::getenv(name) == nullptr) variables[name] = value;
  if (!limits.objects.empty())
    variables["TEXELSCOPE_TRACE_OBJECTS"] = fmt::format("{}", fmt::join(limits.objects, ","));
  if (limits.first_launch == 0) return;
  variables["TEXELSCOPE_TRACE_FIRST_LAUNCH"] = std::to_string(limits.first_launch);
  variables["TEXELSCOPE_TRACE_LAST_LAUNCH"] = std::to_string(limits.last_launch);
}

// This program's environment with the variables that the library and the driver read.
std::vector<std::string> environment_of(const Tracing& tracing) {
  std::map<std::string, std::string> variables = {{"CUDA_INJECTION64_PATH", tracing.library.string()},
                                                  {"TEXELSCOPE_TRACE_FILE", tracing.file.string()},
                                                  {"TEXELSCOPE_TRACE_CUPTI", tracing.cupti.string()}};
  if (!tracing.texels.empty()) variables["TEXELSCOPE_TRACE_TEXELS"] = tracing.texels.string();
  if (tracing.fetches) set_fetch_variables(tracing, variables);
  if (tracing.times) variables["TEXELSCOPE_TRACE_TIMES"] = tracing.file.parent_path().string();
  if (!tracing.changes.empty()) {
    const fs::path file = tracing.file.parent_path() / "set";
    write_file(file, {std::as_bytes(std::span(tracing.changes))});
    variables["TEXELSCOPE_TRACE_SET"] = file.string();
  }
  if (tracing.launch > 0) variables["TEXELSCOPE_TRACE_LAUNCH"] = std::to_string(tracing.launch);
  if (const char* path = std::getenv(callers_library_path)) variables["LD_LIBRARY_PATH"] = path;
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string line = *each;
    if (!variables.contains(line.substr(0, line.find('=')))) all.push_back(line);
  }
  for (const auto& [name, value] : variables)
    all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> all;
  for (const std::string& one : strings)
    all.push_back(const_cast<char*>(one.c_str()));
  all.push_back(nullptr);
  return all;
}

// Zeros after the header, as many as most programs fill: there the traced program need not wait for the
// system to find memory and to clear it. They may be missing.
void prepare_chunks(const fs::path& file) {
  constexpr std::size_t prepared_chunks = 16; // about 150,000 texture objects
  std::ofstream out(file, std::ios::binary | std::ios::app);
  const std::vector<char> zeros(chunk_bytes);
  for (std::size_t i = 0; i < prepared_chunks; ++i)
    out.write(zeros.data(), std::streamsize(zeros.size()));
}
} // namespace

fs::path tracing_library() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {program, program / "../lib/texelscope", program / "../lib64/texelscope"})
    if (fs::is_regular_file(folder / library_name, error)) return (folder / library_name).lexically_normal();
  return {};
}

fs::path cupti_library() {
  const SharedLibrary library{"libcupti.so.13", "libcupti.so.12"};
  return library.file_of("cuptiSubscribe");
}

void begin_trace_file(const fs::path& file) {
  FileHeader header = {};
  std::memcpy(header.magic, file_magic, sizeof file_magic);
  header.version = file_version;
  header.used = sizeof header;
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  header.start_ns = std::uint64_t(now.tv_sec) * 1'000'000'000u + std::uint64_t(now.tv_nsec);
  write_file(file, {std::as_bytes(std::span(&header, 1))});
  prepare_chunks(file);
}

int run_traced(const Tracing& tracing) {
  const std::vector<std::string> environment = environment_of(tracing);
  const SignalsOfProgram signals;
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  const sigset_t defaults = signals.defaults();
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  if (tracing.drops_output)
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, tracing.command.front().c_str(), &files, &attributes,
                                   pointers(tracing.command).data(), pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0)
    throw UserError(say(Text::trace_start_failed, {tracing.command.front(), std::strerror(error)}));
  traced_process = child;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) break;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace texelscope::trace
