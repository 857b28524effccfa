// The command palette: what is typed and chosen in it.
#pragma once

#include <string>

namespace texelscope::ui {

struct PaletteState {
  bool open = false;
  std::string query;
  int choice = 0;
  bool active = false; // its field has the keyboard
};

} // namespace texelscope::ui
