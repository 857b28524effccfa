#include "kernels/studies/bodies/body_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/subprocess.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"

namespace texelscope {

namespace {
constexpr std::size_t max_answer_bytes = std::size_t(16) << 20, max_log_bytes = std::size_t(64) << 10;

// What the process prints: the outcome and three lengths in a line, then the log, the PTX and the code.
constexpr const char *good = "good", *bad = "bad",
                     *failed = "failed"; // failed: the log is why, in a sentence

std::string printed(const char* result, const Nvrtc::Output& output) {
  std::string all = std::string(result) + " " + std::to_string(output.log.size()) + " " +
                    std::to_string(output.ptx.size()) + " " + std::to_string(output.code.size()) + "\n" +
                    output.log + output.ptx;
  all.append(output.code.data(), output.code.size());
  return all;
}

void write_all(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) done += std::size_t(count);
  }
}

std::string standard_input() {
  std::string all;
  char buffer[4096];
  while (all.size() <= max_body_bytes) {
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count == 0 || (count < 0 && errno != EINTR)) break;
    if (count > 0) all.append(buffer, std::size_t(count));
  }
  return all;
}

// The process ends with the program, since nothing reads its output any longer, and closes the files that it
// inherited.
void isolate() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::syscall(SYS_close_range, 3u, ~0u, 0u);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDERR_FILENO); // the compiler prints there when it runs out of memory
  ::close(nowhere);
}

std::vector<std::string> compiler_args(const BodyTarget& target, const SandboxLimits& limits) {
  return {compile_body_verb,
          std::to_string(int(target.result)),
          std::to_string(int(target.projection)),
          std::to_string(int(target.dimension)),
          std::to_string(target.architecture),
          std::to_string(limits.megabytes),
          std::to_string(limits.seconds),
          std::string(language_code(language()))};
}
} // namespace

int run_compile_body(const std::vector<std::string>& args) {
  if (args.size() != 7) return 2;
  isolate();
  BodySource source;
  source.target = {ResultType(std::stoi(args[0])), Projection(std::stoi(args[1])),
                   Dimension(std::stoi(args[2])), std::stoi(args[3])};
  const SandboxLimits limits = {std::stoul(args[4]), std::stoi(args[5])};
  set_language(language_from_code(args[6]).value_or(Language::english));
  source.body = standard_input();
  const char* result = failed;
  Nvrtc::Output output;
  try {
    const BodyCompiler compiler;
    enter_sandbox(limits);
    output = compiler.output(source);
    output.log.resize(std::min(output.log.size(), max_log_bytes));
    result = output.good ? good : bad;
  } catch (const MachineError& error) {
    output.log = error.what();
  }
  write_all(printed(result, output));
  ::_exit(0); // an ordinary exit runs code that the sandbox does not allow
}

CompiledBody BodyProcess::compile(const BodySource& source, const std::stop_token& stop) const {
  const SandboxLimits met = within_own_limits(limits);
  SubprocessOptions options;
  options.in = source.body;
  options.max_out = max_answer_bytes;
  options.seconds = met.seconds;
  options.program = program;
  const Subprocess ran = run_subprocess(compiler_args(source.target, met), stop, options);
  std::istringstream head(ran.out.substr(0, ran.out.find('\n')));
  std::string result;
  std::size_t sizes[3] = {}, at = ran.out.find('\n') + 1, whole = at;
  head >> result >> sizes[0] >> sizes[1] >> sizes[2];
  for (const std::size_t size : sizes)
    whole += std::min(size, max_answer_bytes);
  if (ran.code != 0 || at == 0 || whole != ran.out.size())
    throw UserError(
        say(Text::body_not_finished, {std::to_string(met.megabytes), std::to_string(met.seconds)}));
  const auto next = [&](std::size_t size) { return ran.out.substr(std::exchange(at, at + size), size); };
  Nvrtc::Output output;
  output.good = result == good;
  output.log = next(sizes[0]);
  output.ptx = next(sizes[1]);
  const std::string code = next(sizes[2]);
  output.code.assign(code.begin(), code.end());
  if (result == failed) throw MachineError(output.log);
  return compiled_body(source, std::move(output));
}

} // namespace texelscope
