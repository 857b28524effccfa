#include "app/remembered.h"

#include "app/paths.h"
#include "app/session_file.h"
#include "app/settings_file.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
fs::path settings_path() { return config_folder() / "settings.json"; }
fs::path session_path() { return state_folder() / "session.json"; }

void load_last_session(Remembered& remembered) {
  std::error_code none;
  if (state_folder().empty() || !fs::exists(session_path(), none)) return;
  try {
    LoadedSession loaded = load_session(session_path());
    if (!loaded.session.texture.path.empty()) loaded.session.texture.path = texture_path(loaded.session, loaded.base).string();
    remembered.session = loaded.session;
  } catch (const std::exception& error) {
    remembered.problems.push_back(move_aside(session_path(), error.what()));
  }
}
} // namespace

Remembered load_remembered() {
  Remembered remembered;
  if (config_folder().empty()) return remembered;
  const Settings settings = load_settings(settings_path(), remembered.problems);
  remembered.width = int(settings.width);
  remembered.height = int(settings.height);
  remembered.dark = settings.dark;
  remembered.scale = settings.scale;
  remembered.language = language_from_code(settings.language);
  remembered.recent = settings.recent;
  ui::State& state = remembered.state;
  state.left_width = float(settings.left_width);
  state.right_width = float(settings.right_width);
  state.bottom_height = float(settings.bottom_height);
  state.show_left = settings.show_left;
  state.show_right = settings.show_right;
  state.show_bottom = settings.show_bottom;
  state.first_start = !settings.hint_seen;
  state.lesson.done = settings.lessons_done;
  load_last_session(remembered);
  return remembered;
}

void save_remembered(const Remembered& remembered, const fs::path& base) {
  if (config_folder().empty()) return;
  const ui::State& state = remembered.state;
  Settings settings;
  settings.width = remembered.width;
  settings.height = remembered.height;
  settings.dark = remembered.dark;
  settings.scale = remembered.scale;
  if (remembered.language) settings.language = language_code(*remembered.language);
  settings.left_width = double(state.left_width);
  settings.right_width = double(state.right_width);
  settings.bottom_height = double(state.bottom_height);
  settings.show_left = state.show_left;
  settings.show_right = state.show_right;
  settings.show_bottom = state.show_bottom;
  settings.hint_seen = !state.first_start;
  settings.recent = remembered.recent;
  settings.lessons_done = state.lesson.done;
  try {
    save_settings(settings_path(), settings);
    fs::create_directories(state_folder());
    if (remembered.session) save_session(session_path(), *remembered.session, base);
  } catch (const std::exception&) {
    // A window that closes has nobody to tell; the next start then has the defaults.
  }
}

} // namespace texelscope
