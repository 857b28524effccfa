// Internal: temporary files and folders that a killed program left. Each is locked as long as its program
// runs; the system unlocks those of a program that ends in any way.
#pragma once

#include <cerrno>
#include <ctime>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace texelscope {

// `descriptor`: of the temporary file or folder, open until the program needs it no more.
inline bool lock_temporary(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
}

// Whether nobody has locked it; a program that has just made it may be about to. Where files cannot be
// locked, whether it has not changed for an hour. Only this user's are.
inline bool is_leftover(const std::filesystem::path& path) {
  constexpr std::time_t minute = 60, hour = 3600;
  struct stat found = {};
  const int opened = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return false;
  bool left = ::fstat(opened, &found) == 0 && found.st_uid == ::geteuid() &&
              (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode));
  const std::time_t age = std::time(nullptr) - found.st_mtime;
  left = left && age > minute && (lock_temporary(opened) || (errno != EWOULDBLOCK && age > hour));
  ::close(opened);
  return left;
}

} // namespace texelscope
