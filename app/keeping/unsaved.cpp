#include "app/keeping/unsaved.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/files/kept_file.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
fs::path json_of(const fs::path& name) {
  return name.string() + ".json";
}
fs::path lock_of(const fs::path& name) {
  return name.string() + ".lock";
}

// Opens and locks the file of that name, and checks that it still exists: another window may have removed it
// between opening and locking.
int open_locked(const fs::path& file, int flags) {
  const int opened = ::open(file.c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (opened < 0) return -1;
  struct stat there = {};
  const bool locked = ::flock(opened, LOCK_EX | LOCK_NB) == 0;
  const int reason = locked ? EWOULDBLOCK : errno;
  if (locked && ::fstat(opened, &there) == 0 && there.st_nlink > 0) return opened;
  if (reason != EWOULDBLOCK && (flags & O_CREAT) != 0) ::unlink(file.c_str()); // locks are not supported here
  ::close(opened);
  errno = reason;
  return -1;
}

std::string read_text(int file) {
  std::array<char, 4096> buffer; // no path is longer
  const ssize_t got = ::pread(file, buffer.data(), buffer.size(), 0);
  return {buffer.data(), std::size_t(std::max<ssize_t>(got, 0))};
}

void write_text(int file, const std::string& content) {
  if (read_text(file) == content) return;
  if (::pwrite(file, content.data(), content.size(), 0) == ssize_t(content.size()))
    static_cast<void>(!::ftruncate(file, off_t(content.size())));
}

fs::file_time_type written_at(const fs::path& name) {
  std::error_code error;
  const auto time = fs::last_write_time(json_of(name), error);
  return error ? fs::file_time_type::min() : time;
}

// Names without their extensions, the latest first.
std::vector<fs::path> names_in(const fs::path& folder) {
  std::vector<fs::path> names;
  std::error_code error;
  for (fs::path& file : folder_entries(folder, error))
    if (file.extension() == ".lock") names.push_back(std::move(file.replace_extension()));
  std::ranges::sort(names, std::ranges::greater(), written_at);
  return names;
}
} // namespace

UnsavedFiles::UnsavedFiles(fs::path folder) : folder_(std::move(folder)) {}

UnsavedFiles::~UnsavedFiles() {
  if (lock_ >= 0) ::close(lock_);
}

UnsavedFiles::UnsavedFiles(UnsavedFiles&& other) noexcept
    : folder_(std::move(other.folder_)), name_(std::exchange(other.name_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

UnsavedFiles& UnsavedFiles::operator=(UnsavedFiles&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(name_, other.name_);
  std::swap(lock_, other.lock_);
  return *this;
}

void UnsavedFiles::write(const Session& session, const fs::path& session_path) {
  std::error_code error;
  std::random_device random;
  for (int configuration = 0; lock_ < 0; ++configuration) {
    fs::create_directories(folder_, error);
    name_ = folder_ / fmt::format("{:08x}{:08x}", random(), random());
    lock_ = open_locked(lock_of(name_), O_CREAT | O_EXCL);
    if (lock_ >= 0) break;
    const int reason = errno;
    if ((reason != EWOULDBLOCK && reason != EEXIST) || configuration == 10)
      throw FileError(
          say(Text::image_unwritable, {folder_.string(), std::generic_category().message(reason)}));
  }
  write_text(lock_, session_path.empty() ? "" : fs::absolute(session_path, error).string());
  save_session(json_of(name_), session);
}

void UnsavedFiles::remove() {
  if (lock_ < 0) return;
  ::unlink(json_of(name_).c_str()); // first, because a lock without a session is worthless
  ::unlink(lock_of(name_).c_str());
  ::close(std::exchange(lock_, -1));
  name_.clear();
}

std::optional<UnsavedFiles::Claim> UnsavedFiles::claim(const fs::path& folder,
                                                       std::vector<std::string>& problems) {
  std::error_code error;
  for (const fs::path& name : names_in(folder)) {
    UnsavedFiles files(folder);
    files.name_ = name;
    files.lock_ = open_locked(lock_of(name), 0);
    if (files.lock_ < 0) continue; // its window is still running
    Claim found{std::move(files), {}};
    const KeptFile got = read_kept_file(
        json_of(name), max_session_bytes,
        [&](const std::string& json) { found.unsaved.session = parse_session(json, json_of(name).string()); },
        problems);
    if (got == KeptFile::missing || got == KeptFile::moved) found.files.remove();
    if (got != KeptFile::read) continue;
    Session& session = found.unsaved.session;
    if (!session.texture.path.empty()) session.texture.path = texture_path(session, folder).string();
    found.unsaved.session_path = read_text(found.files.lock_);
    const auto file_time = fs::last_write_time(found.unsaved.session_path, error);
    found.unsaved.file_is_newer = !error && file_time > written_at(name);
    return found;
  }
  return std::nullopt;
}

} // namespace texelscope
