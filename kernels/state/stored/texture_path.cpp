#include "kernels/state/stored/texture_path.h"

#include <algorithm>
#include <iterator>

#include "kernels/ground/base/standard_streams.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
// The absolute path, with links resolved as far as it exists. Paths that the system cannot resolve are
// unchanged.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  const fs::path whole = path.empty() ? fs::current_path(error) : fs::absolute(path, error);
  const fs::path real = fs::weakly_canonical(whole, error);
  return error ? whole.lexically_normal() : real;
}

bool is_near(const fs::path& from_folder) {
  const auto ups = std::ranges::count(from_folder, fs::path(".."));
  return !from_folder.empty() &&
         (ups == 0 || (ups == 1 && std::distance(from_folder.begin(), from_folder.end()) > 2));
}
} // namespace

fs::path session_folder(const fs::path& file) {
  return real_path(file).parent_path();
}

bool same_folder(const fs::path& a, const fs::path& b) {
  return real_path(a) == real_path(b);
}

fs::path base_of_file(const Session& session, const fs::path& file) {
  std::error_code error;
  if (!fs::is_symlink(file, error)) return file.parent_path();
  const fs::path behind = session_folder(file);
  const bool beside_link = !fs::exists(texture_path(session, behind), error) &&
                           fs::exists(texture_path(session, file.parent_path()), error);
  return beside_link ? file.parent_path() : behind;
}

fs::path texture_path(const Session& session, const fs::path& base) {
  if (is_standard_input(session.texture.path)) return session.texture.path;
  return base / session.texture.path; // an absolute path replaces the base
}

fs::path whole_file(const fs::path& path) {
  const std::string name = path.string();
  const std::size_t mark = name.rfind('#');
  std::error_code ignored;
  if (mark == name.npos || fs::exists(path, ignored)) return path;
  const fs::path whole = name.substr(0, mark);
  return fs::is_regular_file(whole, ignored) ? whole : path;
}

std::string texture_path_from(const fs::path& to, const Session& session, const fs::path& base) {
  const fs::path folder = real_path(to);
  const fs::path named = session.texture.path;
  if (named.empty() || is_standard_input(named)) return session.texture.path;
  if (named.is_relative() && real_path(base) == folder) return session.texture.path;
  std::error_code error;
  const fs::path file = fs::absolute(texture_path(session, base), error);
  // The file itself may be a link, which is then kept.
  const fs::path place = real_path(file.parent_path()) / file.filename();
  const fs::path relative = place.lexically_relative(folder);
  if (is_near(relative)) return relative.string();
  return named.is_absolute() ? session.texture.path : place.string();
}

} // namespace texelscope
