// What the window restores at the next start: size, theme, layout, recent files and the last session.
// Settings lie under XDG_CONFIG_HOME, the last session under XDG_STATE_HOME. keeper.h writes them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/text/language.h"
#include "kernels/state/session/spec.h"
#include "kernels/state/stored/settings_file.h"
#include "ui/frame/ui.h"

namespace texelscope {

struct SavedState {
  int width = 1280, height = 720;
  bool dark = true;
  double scale = 1;                 // on top of the monitor's
  std::optional<Language> language; // empty: never chosen, so the environment decides
  ui::State state; // only the layout, what was shown at the first start and the lessons done are kept
  std::vector<std::string> recent;
  std::optional<Session> session;    // its texture's path is absolute
  std::vector<std::string> problems; // sentences: a file cannot be used
  LoadedSettings in_file;            // the settings as they were read
  KeptFile session_file = KeptFile::missing;
};

std::filesystem::path settings_path();     // empty where there is no home
std::filesystem::path last_session_path(); // likewise
std::filesystem::path unsaved_folder();    // of app/keeping/unsaved.h; likewise

// Never throws: what cannot be read keeps its default and is reported in `problems`.
SavedState load_saved_state();
Settings settings_of(const SavedState& remembered);

} // namespace texelscope
