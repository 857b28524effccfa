// Key presses as the window system reported them, in order and complete, independent of GLFW and of ImGui's
// sampling.
#pragma once

namespace texelscope::ui {

// Letters, digits and punctuation have their ASCII codes (letters in upper case); other keys are listed here.
enum Key : int {
  key_escape = 256,
  key_enter,
  key_tab,
  key_backspace,
  key_delete,
  key_left,
  key_right,
  key_up,
  key_down,
  key_home,
  key_end,
  key_f1,
  key_f2,
  key_f3,
  key_f4,
  key_f5,
  key_f6,
  key_f7,
  key_f8,
  key_f9,
  key_f10,
  key_f11,
  key_f12,
  key_page_up,
  key_page_down
};

struct KeyPress {
  int key = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool repeated = false; // repeated by the keyboard while the key is held
  bool operator==(const KeyPress& other) const {
    return key == other.key && ctrl == other.ctrl && shift == other.shift && alt == other.alt;
  }
};

} // namespace texelscope::ui
