#include "app/remembered.h"

#include "app/paths.h"
#include "app/session_file.h"
#include "app/settings_file.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

fs::path in_folder(const fs::path& folder, const char* name) {
  return folder.empty() ? fs::path() : folder / name;
}

std::optional<Session> load_last_session(const fs::path& file, std::vector<std::string>& problems) {
  std::error_code ignored;
  if (file.empty() || !fs::exists(file, ignored)) return std::nullopt;
  try {
    return load_session(file).session;
  } catch (const std::exception& error) {
    problems.push_back(move_aside(file, error.what()));
    return std::nullopt;
  }
}

} // namespace

Remembered load_remembered() {
  Remembered remembered;
  const Settings settings = load_settings(in_folder(config_folder(), "settings.json"), remembered.problems);
  remembered.width = int(settings.width);
  remembered.height = int(settings.height);
  remembered.dark = settings.dark;
  remembered.scale = settings.scale;
  remembered.recent = settings.recent;
  ui::State& state = remembered.state;
  state.left_width = float(settings.left_width);
  state.right_width = float(settings.right_width);
  state.bottom_height = float(settings.bottom_height);
  state.show_left = settings.show_left;
  state.show_right = settings.show_right;
  state.show_bottom = settings.show_bottom;
  state.first_start = !settings.hint_seen;
  remembered.session = load_last_session(in_folder(state_folder(), "session.json"), remembered.problems);
  return remembered;
}

void save_remembered(const Remembered& remembered, const fs::path& base) try {
  const ui::State& state = remembered.state;
  Settings settings;
  settings.width = remembered.width;
  settings.height = remembered.height;
  settings.dark = remembered.dark;
  settings.scale = remembered.scale;
  settings.recent = remembered.recent;
  settings.left_width = double(state.left_width);
  settings.right_width = double(state.right_width);
  settings.bottom_height = double(state.bottom_height);
  settings.show_left = state.show_left;
  settings.show_right = state.show_right;
  settings.show_bottom = state.show_bottom;
  settings.hint_seen = true; // this run has shown it
  if (!config_folder().empty()) save_settings(config_folder() / "settings.json", settings);
  if (!remembered.session || state_folder().empty()) return;
  Session session = *remembered.session;
  if (!session.texture.path.empty())
    session.texture.path = fs::absolute(texture_path(session, base)).string();
  fs::create_directories(state_folder());
  save_session(state_folder() / "session.json", session);
} catch (const std::exception&) { // a window that closes has nobody to tell
}

} // namespace texelscope
