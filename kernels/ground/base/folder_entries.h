// Internal: what is in a folder. std::filesystem's iterators of GCC allocate in functions that are noexcept,
// and so end the program where memory ends.
#pragma once

#include <cerrno>
#include <filesystem>
#include <limits>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include <dirent.h>

namespace texelscope {

// The first `max` entries, as the system orders them, each behind the folder's path. `error`: why not.
inline std::vector<std::filesystem::path>
folder_entries(const std::filesystem::path& folder, std::error_code& error,
               std::size_t max = std::numeric_limits<std::size_t>::max()) {
  struct Close {
    void operator()(DIR* opened) const { ::closedir(opened); }
  };
  std::vector<std::filesystem::path> entries;
  const std::unique_ptr<DIR, Close> opened(::opendir(folder.c_str()));
  error = opened ? std::error_code() : std::error_code(errno, std::generic_category());
  while (opened && entries.size() < max) {
    errno = 0;
    const dirent* const entry = ::readdir(opened.get());
    if (entry == nullptr) {
      error = std::error_code(errno, std::generic_category());
      break;
    }
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") entries.push_back(folder / name);
  }
  return entries;
}

} // namespace texelscope
