#include "app/files.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "app/errors.h"
#include "kernels/backend.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {

class Descriptor {
public:
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }

private:
  int number;
};

std::string reason(int error) {
  return std::error_code(error, std::generic_category()).message();
}

[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error) {
  const std::string sentence = say(Text::file_unwritable, {path.string(), reason(error)});
  if (error == ENOSPC || error == EDQUOT || error == EIO) throw MachineError(sentence);
  throw UserError(sentence);
}

int write_all(int descriptor, std::string_view words) {
  while (!words.empty()) {
    const ssize_t written = ::write(descriptor, words.data(), words.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    words.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

} // namespace

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) throw UserError(say(Text::file_unreadable, {path.string(), reason(errno)}));
  std::string words(limit + 1, '\0');
  std::size_t size = 0;
  while (size < words.size()) {
    const ssize_t got = ::read(file.get(), words.data() + size, words.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw UserError(say(Text::file_unreadable, {path.string(), reason(errno)}));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > limit) throw UserError(say(Text::file_too_long, {path.string(), std::to_string(limit >> 20)}));
  words.resize(size);
  return words;
}

void write_text_file(const std::filesystem::path& path, std::string_view words) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) fail_to_write(path, EISDIR);
  const std::string temporary = path.string() + "." + std::to_string(::getpid()) + ".tmp";
  const Descriptor file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file) fail_to_write(path, errno);
  int error = write_all(file.get(), words);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary.c_str());
  fail_to_write(path, error);
}

} // namespace texelscope
