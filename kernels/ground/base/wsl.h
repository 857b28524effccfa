// Windows Subsystem for Linux, as its files show it.
#pragma once

#include <filesystem>

namespace texelscope {

// Where Windows puts the driver's libraries. Most distributions' loaders search it, but not all.
inline constexpr const char* wsl_libraries = "/usr/lib/wsl/lib";

struct Wsl {
  int version = 0; // 0: this is no WSL
  bool has_driver = false;
};
// `root`: the folder in which the system's files are.
Wsl find_wsl(const std::filesystem::path& root = "/");

} // namespace texelscope
