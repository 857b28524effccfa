#include "app/keeping/saved_state.h"

#include "kernels/ground/files/paths.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/texture_path.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
fs::path within(const fs::path& folder, const char* name) {
  return folder.empty() ? folder : folder / name;
}

void load_last_session(SavedState& remembered) {
  const fs::path path = last_session_path();
  if (path.empty()) return;
  const auto parse = [&](const std::string& json) {
    Session session = parse_session(json, path.string());
    if (!session.texture.path.empty())
      session.texture.path = texture_path(session, path.parent_path()).string();
    remembered.session = session;
  };
  remembered.session_file = read_kept_file(path, max_session_bytes, parse, remembered.problems);
}
} // namespace

fs::path settings_path() {
  return within(config_folder(), "settings.json");
}
fs::path last_session_path() {
  return within(state_folder(), "session.json");
}
fs::path unsaved_folder() {
  return within(state_folder(), "unsaved");
}

SavedState load_saved_state() {
  SavedState remembered;
  if (config_folder().empty()) return remembered;
  remembered.in_file = load_settings(settings_path(), remembered.problems);
  const Settings& settings = remembered.in_file.settings;
  remembered.width = int(settings.width);
  remembered.height = int(settings.height);
  remembered.dark = settings.dark;
  remembered.scale = settings.scale;
  remembered.language = language_from_code(settings.language);
  remembered.recent = settings.recent;
  ui::State& state = remembered.state;
  state.panels.left_width = float(settings.left_width);
  state.panels.right_width = float(settings.right_width);
  state.panels.bottom_height = float(settings.bottom_height);
  state.panels.show_left = settings.show_left;
  state.panels.show_right = settings.show_right;
  state.panels.show_bottom = settings.show_bottom;
  state.first_start = !settings.hint_seen;
  state.tour.seen = settings.tour_seen;
  state.lesson.done = settings.lessons_done;
  load_last_session(remembered);
  return remembered;
}

Settings settings_of(const SavedState& remembered) {
  const ui::State& state = remembered.state;
  Settings settings;
  settings.width = remembered.width;
  settings.height = remembered.height;
  settings.dark = remembered.dark;
  settings.scale = remembered.scale;
  if (remembered.language) settings.language = language_code(*remembered.language);
  settings.left_width = double(state.panels.left_width);
  settings.right_width = double(state.panels.right_width);
  settings.bottom_height = double(state.panels.bottom_height);
  settings.show_left = state.panels.show_left;
  settings.show_right = state.panels.show_right;
  settings.show_bottom = state.panels.show_bottom;
  settings.hint_seen = !state.first_start;
  settings.tour_seen = state.tour.seen;
  settings.recent = remembered.recent;
  settings.lessons_done = state.lesson.done;
  return settings;
}

} // namespace texelscope
