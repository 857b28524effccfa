// What the window brings back at the next start: size, theme, layout, recent files and the last session.
// Settings live under XDG_CONFIG_HOME, the last session under XDG_STATE_HOME.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/language.h"
#include "kernels/spec.h"
#include "ui/ui.h"

namespace texelscope {

struct Remembered {
  int width = 1280, height = 720;
  bool dark = true;
  double scale = 1; // on top of the monitor's
  std::optional<Language> language; // none: it was never chosen, so the environment says
  ui::State state;  // only the layout, the first-start hint and the lessons done are kept
  std::vector<std::string> recent;
  std::optional<Session> session;
  std::vector<std::string> problems; // sentences: a broken file was moved aside
};

// Never throws: what cannot be read is left at its default and said in `problems`.
Remembered load_remembered();
// Never throws: a window that closes has nobody to tell.
void save_remembered(const Remembered& remembered, const std::filesystem::path& base);

} // namespace texelscope
