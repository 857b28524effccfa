#include "kernels/write_file.h"

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/backend.h"
#include "kernels/read_image.h"
#include "kernels/standard_streams.h"
#include "kernels/texts.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, int error) {
  const fs::path folder = path.parent_path();
  std::error_code ignored;
  if (error == ENOENT && !folder.empty() && !fs::exists(folder, ignored))
    throw FileError(say(Text::render_no_folder, {path.string(), folder.string()}));
  if (error == EISDIR) throw FileError(say(Text::render_is_folder, {path.string()}));
  const std::string reason = std::generic_category().message(error);
  switch (error) {
  case ENOSPC:
  case EDQUOT:
  case EIO:
  case EMFILE:
  case ENFILE:
  case ENOMEM:
  case EPIPE:
    throw MachineError(say(Text::image_write_failed, {output_name(path), reason}));
  default:
    throw FileError(say(Text::image_unwritable, {output_name(path), reason}));
  }
}

// A descriptor and, until it is released, the file behind it: both go when writing fails.
class OutputFile {
public:
  OutputFile(const fs::path& target, const fs::path& opened, int flags)
      : shown(target), file(opened), removes(flags & O_EXCL),
        descriptor(::open(opened.c_str(), flags | O_CLOEXEC, 0666)) {
    if (descriptor < 0) {
      removes = false;
      fail(shown, errno);
    }
  }
  OutputFile(const fs::path& target, int open)
      : shown(target), removes(false), descriptor(::fcntl(open, F_DUPFD_CLOEXEC, 3)) {
    if (descriptor < 0) fail(shown, errno);
  }
  ~OutputFile() {
    if (descriptor >= 0) ::close(descriptor);
    if (removes) ::unlink(file.c_str());
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(shown, errno);
      bytes = bytes.subspan(std::size_t(written));
    }
  }

  void set_mode(mode_t mode) { static_cast<void>(::fchmod(descriptor, mode)); }

  void close() {
    const int closed = ::close(descriptor);
    descriptor = -1;
    if (closed != 0) fail(shown, errno);
  }

  void take_place_of(const fs::path& target) {
    if (::rename(file.c_str(), target.c_str()) != 0) fail(shown, errno);
    removes = false;
  }

private:
  const fs::path& shown;
  fs::path file;
  bool removes;
  int descriptor;
};

fs::path temporary_beside(const fs::path& target) {
  static std::atomic<unsigned> count = 0;
  return target.parent_path() / (".texelscope-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
}

} // namespace

static void write_into(OutputFile& out, const std::function<void(const PartSink&)>& produce) {
  produce([&](std::span<const std::byte> part) { out.write(part); });
  out.close();
}

void write_file(const fs::path& path, const std::function<void(const PartSink&)>& produce) {
  if (is_standard_output(path)) {
    OutputFile out(path, standard_output());
    return write_into(out, produce);
  }
  struct stat there = {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) fail(path, EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);
  if (exists && !S_ISREG(there.st_mode)) {
    OutputFile out(path, path, O_WRONLY);
    return write_into(out, produce);
  }
  if (!path.has_filename()) fail(path, EISDIR);
  std::error_code error;
  const fs::path real = exists ? fs::canonical(path, error) : path; // a link stays a link
  const fs::path target = error ? path : real;
  OutputFile out(path, temporary_beside(target), O_WRONLY | O_CREAT | O_EXCL);
  produce([&](std::span<const std::byte> part) { out.write(part); });
  if (exists) out.set_mode(there.st_mode & 07777);
  out.close();
  out.take_place_of(target);
}

void write_file(const fs::path& path, std::initializer_list<std::span<const std::byte>> parts) {
  write_file(path, [&](const PartSink& sink) {
    for (const auto part : parts)
      sink(part);
  });
}

} // namespace texelscope
