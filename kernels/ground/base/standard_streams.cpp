#include "kernels/ground/base/standard_streams.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
bool input_claimed = false;
int output = -1;

[[noreturn]] void fail() {
  throw MachineError(say(Text::dash_no_temporary, {std::generic_category().message(errno)}));
}

// Standard input, copied as far as it has been read, because a pipe can neither be read twice nor sought.
class Copy {
public:
  fs::path path(std::size_t wanted) {
    const std::lock_guard lock(mutex);
    read_to(wanted);
    return "/proc/self/fd/" + std::to_string(::fileno(file));
  }
  std::string start(std::size_t wanted) {
    const std::lock_guard lock(mutex);
    read_to(wanted);
    std::string bytes(std::min(wanted, size), '\0');
    if (::pread(::fileno(file), bytes.data(), bytes.size(), 0) != ssize_t(bytes.size())) fail();
    return bytes;
  }

private:
  void read_to(std::size_t wanted) {
    if (file == nullptr) file = std::tmpfile(); // it has no name, so nobody has to remove it
    if (file == nullptr) fail();
    std::array<char, 1 << 16> piece;
    while (size < wanted && !ended) {
      const ssize_t got = ::read(STDIN_FILENO, piece.data(), piece.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail();
      ended = got == 0;
      keep(piece.data(), std::size_t(got));
    }
  }
  void keep(const char* bytes, std::size_t count) {
    for (std::size_t done = 0; done < count;) {
      const ssize_t written = ::pwrite(::fileno(file), bytes + done, count - done, off_t(size + done));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      done += std::size_t(written);
    }
    size += count;
  }

  std::mutex mutex;
  std::FILE* file = nullptr; // open as long as the program runs
  std::size_t size = 0;
  bool ended = false;
};

Copy& input() {
  static Copy copy;
  return copy;
}
} // namespace

void claim_standard_input() {
  input_claimed = true;
}

void claim_standard_output(bool quiet) {
  std::fflush(stdout);
  output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nowhere = quiet ? ::open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (output < 0 || ::dup2(quiet ? nowhere : STDERR_FILENO, STDOUT_FILENO) < 0)
    throw MachineError(say(Text::image_write_failed, {"<stdout>", std::generic_category().message(errno)}));
  if (nowhere >= 0) ::close(nowhere);
}

bool is_standard_input(const fs::path& path) {
  return input_claimed && path == "-";
}
bool is_standard_output(const fs::path& path) {
  return output >= 0 && path == "-";
}
bool standard_output_is_claimed() {
  return output >= 0;
}
int standard_output() {
  return output;
}

std::string input_name(const fs::path& path) {
  return is_standard_input(path) ? "<stdin>" : path.string();
}
std::string output_name(const fs::path& path) {
  return is_standard_output(path) ? "<stdout>" : path.string();
}

fs::path readable_path(const fs::path& path, std::size_t bytes) {
  return is_standard_input(path) ? input().path(bytes) : path;
}

std::string standard_input_start() {
  return input().start(4096);
}

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return ending;
}

} // namespace texelscope
