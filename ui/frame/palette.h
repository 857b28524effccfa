// The command palette: the typed text and the chosen row.
#pragma once

#include <string>

namespace texelscope::ui {

struct PaletteState {
  bool open = false;
  std::string query;
  int choice = 0;
  int openings = 0;
  bool active = false; // its field has the keyboard
};

} // namespace texelscope::ui
