#include "kernels/ground/base/write_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/base/leftover.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/text/texts.h"

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
  case EFBIG:
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

// A descriptor and, for a temporary file, its name: both are removed if writing fails.
class OutputFile {
public:
  // `shown`: the name in messages. Throws with errno's reason if `opened` is not valid.
  OutputFile(const fs::path& shown_path, int opened, fs::path temporary = {})
      : shown(shown_path), file(std::move(temporary)), descriptor(opened) {
    if (descriptor < 0) fail(shown, errno);
  }
  ~OutputFile() {
    if (descriptor >= 0) ::close(descriptor);
    if (!file.empty()) ::unlink(file.c_str());
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

  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::pwrite(descriptor, bytes.data(), bytes.size(), off_t(offset));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(shown, errno);
      bytes = bytes.subspan(std::size_t(written));
      offset += std::uint64_t(written);
    }
  }

  // Writes what this file has, from its start.
  void copy_to(OutputFile& out) const {
    std::vector<std::byte> piece(1 << 20);
    for (off_t offset = 0;;) {
      const ssize_t got = ::pread(descriptor, piece.data(), piece.size(), offset);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(shown, errno);
      if (got == 0) return;
      out.write(std::span(piece).first(std::size_t(got)));
      offset += got;
    }
  }

  void set_mode(mode_t mode) { static_cast<void>(::fchmod(descriptor, mode)); }

  // Prevents a crash right after the rename from losing the content. Files that cannot be synchronized are
  // not persistent.
  void sync() {
    if (::fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) fail(shown, errno);
  }

  void close() {
    const int closed = ::close(descriptor);
    descriptor = -1;
    if (closed != 0) fail(shown, errno);
  }

  void take_place_of(const fs::path& target) {
    if (::rename(file.c_str(), target.c_str()) != 0) fail(shown, errno);
    file.clear();
  }

private:
  const fs::path& shown;
  fs::path file;
  int descriptor;
};

constexpr std::string_view temporary_start = ".texelscope-";

bool is_temporary_name(std::string_view name) {
  return name.starts_with(temporary_start) &&
         name.find_first_not_of("0123456789abcdef-", temporary_start.size()) == name.npos;
}

OutputFile temporary_beside(const fs::path& target, const fs::path& shown, mode_t mode) {
  std::random_device random;
  for (int attempt = 0;; ++attempt) {
    fs::path file = target.parent_path() / fmt::format("{}{:08x}{:08x}", temporary_start, random(), random());
    const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (opened < 0)
      file.clear();
    else
      lock_temporary(opened);
    // Nothing is allocated between open and its owner, so that no file is left where memory ends.
    if (opened >= 0 || errno != EEXIST || attempt == 100) return OutputFile(shown, opened, std::move(file));
  }
}

// Prevents a crash from losing the rename itself. It has already happened, so a failure here is not a failure
// of the write.
void sync_folder(const fs::path& folder) {
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  static_cast<void>(::fsync(opened));
  ::close(opened);
}

// Removes the user's temporary files whose program was killed. Each folder is searched once.
void remove_leftovers(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> seen;
  const std::lock_guard lock(mutex);
  if (!seen.insert(folder).second) return;
  std::error_code error;
  for (const fs::path& path : folder_entries(folder, error))
    if (is_temporary_name(path.filename().native()) && is_leftover(path)) ::unlink(path.c_str());
}

// The file that a link stands for, also where it does not exist yet.
fs::path behind_links(const fs::path& path) {
  constexpr int most = 40; // as the kernel has it
  fs::path target = path;
  std::error_code error;
  for (int i = 0; fs::is_symlink(fs::symlink_status(target, error)); ++i) {
    if (i == most) fail(path, ELOOP);
    const fs::path next = fs::read_symlink(target, error);
    if (error) fail(path, error.value());
    target = target.parent_path() / next; // which is `next` where that is absolute
  }
  return target;
}

// A file that nobody has to remove.
OutputFile without_name(const fs::path& shown) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  return OutputFile(shown, file ? ::fcntl(::fileno(file.get()), F_DUPFD_CLOEXEC, 3) : -1);
}

enum class Order : bool { from_the_start, any }; // in which a file's parts can be written

// Calls `write_into` for the file that becomes `path`.
void write_whole(const fs::path& path, const std::function<void(OutputFile&, Order)>& write_into,
                 Durability durability) {
  if (is_standard_output(path)) {
    OutputFile out(path, ::fcntl(standard_output(), F_DUPFD_CLOEXEC, 3));
    write_into(out, Order::from_the_start);
    return out.close();
  }
  struct stat there = {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) fail(path, EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);
  if (exists && !S_ISREG(there.st_mode)) {
    OutputFile out(path, ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    write_into(out, Order::from_the_start);
    return out.close();
  }
  if (!path.has_filename()) fail(path, EISDIR);
  const fs::path target = behind_links(path); // writes through a link
  // A file that others may not read must not be readable while it is written either.
  OutputFile out = temporary_beside(target, exists ? path : target, exists ? 0600 : 0666);
  write_into(out, Order::any);
  if (exists) out.set_mode(there.st_mode & 0777);
  if (durability == Durability::across_crashes) out.sync();
  out.close();
  out.take_place_of(target);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (durability == Durability::across_crashes) sync_folder(folder);
  std::error_code error;
  remove_leftovers(fs::absolute(folder, error));
}
} // namespace

void write_file(const fs::path& path, const std::function<void(const PartSink&)>& produce,
                Durability durability) {
  write_whole(
      path,
      [&](OutputFile& out, Order) { produce([&](std::span<const std::byte> part) { out.write(part); }); },
      durability);
}

void write_placed_parts(const fs::path& path, const std::function<void(const PlacedPartSink&)>& produce) {
  const auto write_into = [&](OutputFile& out) {
    produce([&](std::uint64_t offset, std::span<const std::byte> part) { out.write_at(offset, part); });
  };
  write_whole(
      path,
      [&](OutputFile& out, Order order) {
        if (order == Order::any) return write_into(out);
        OutputFile kept = without_name(path);
        write_into(kept);
        kept.copy_to(out);
      },
      Durability::across_crashes);
}

void write_file(const fs::path& path, std::initializer_list<std::span<const std::byte>> parts,
                Durability durability) {
  write_file(
      path,
      [&](const PartSink& sink) {
        for (const auto part : parts)
          sink(part);
      },
      durability);
}

} // namespace texelscope
