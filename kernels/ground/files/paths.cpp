#include "kernels/ground/files/paths.h"

#include <algorithm>
#include <cstdlib>

#include <pwd.h>
#include <unistd.h>

namespace texelscope {

namespace {

namespace fs = std::filesystem;

fs::path absolute_from(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value ? value : "";
  return path.is_absolute() ? path : fs::path();
}

fs::path home_of_user() {
  if (fs::path from_environment = absolute_from("HOME"); !from_environment.empty()) return from_environment;
  const passwd* user = ::getpwuid(::getuid());
  return user && user->pw_dir ? fs::path(user->pw_dir) : fs::path();
}

fs::path xdg_folder(const char* variable, const char* below_home) {
  if (const fs::path stated = absolute_from(variable); !stated.empty()) return stated / "texelscope";
  const fs::path from = home_of_user();
  return from.empty() ? from : from / below_home / "texelscope";
}

} // namespace

fs::path config_folder() {
  return xdg_folder("XDG_CONFIG_HOME", ".config");
}
fs::path state_folder() {
  return xdg_folder("XDG_STATE_HOME", ".local/state");
}
fs::path data_folder() {
  return xdg_folder("XDG_DATA_HOME", ".local/share");
}
fs::path cache_folder() {
  return xdg_folder("XDG_CACHE_HOME", ".cache");
}

fs::path assets_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder :
       {program / "../share/texelscope", program / "assets", fs::path(TEXELSCOPE_SOURCE_ASSETS)})
    if (fs::is_directory(folder / "sessions", error)) return folder.lexically_normal();
  return {};
}

bool is_shipped(const fs::path& file) {
  std::error_code error;
  const fs::path assets = fs::canonical(assets_folder(), error);
  if (error) return false;
  const fs::path real = fs::canonical(file, error);
  if (error) return false; // it is not there
  return std::mismatch(assets.begin(), assets.end(), real.begin(), real.end()).first == assets.end();
}

fs::path home_folder() {
  return home_of_user();
}

} // namespace texelscope
