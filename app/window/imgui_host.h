// Owns the ImGui context with its GLFW (if there is a window) and OpenGL backends, the theme and the fonts.
#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include "kernels/text/language.h"
#include "ui/frame/theme.h"

struct GLFWwindow;

namespace texelscope {

// Font files that exist on this machine: the bundle's own, then DejaVu, then Noto; for Chinese Noto,
// WenQuanYi or Droid. Empty if nothing was found.
ui::FontFiles find_fonts();

class ImGuiHost {
public:
  // GL must be current and loaded; `window` may be null (offscreen).
  explicit ImGuiHost(GLFWwindow* window);
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  // Fonts are rebuilt only when the scale or the language changes.
  void set_look(bool dark, float scale);
  // The keys that were pressed since the last frame, by GLFW's numbers: the next frames see each of them,
  // even if it has been released meanwhile.
  void add_presses(const std::vector<int>& keys);
  // Without a window the size is set here; with one, GLFW provides it.
  void new_frame(float width, float height, float seconds);
  // Whether input is left for the next frames: since version 1.87 Dear ImGui spreads fast typing over
  // several.
  bool has_pending_input() const;
  void render(); // into the current framebuffer

  // Makes the language the program's from the next set_look() on; English if no font can show it. Returns
  // whether one can.
  bool speak(Language language);

  const ui::Theme& theme() const { return theme_; }

private:
  void start_drawing(); // ImGui's OpenGL backend
  void press_keys();

  GLFWwindow* window_;
  ui::Theme theme_;
  ui::FontFiles fonts_;
  bool styled_ = false;
  Language language_ = Language::english; // of the fonts
  float slow_frame_ = 0;                  // seconds of a recent slow frame

  struct Key {
    int waiting = 0;   // presses that no frame has seen
    bool down = false; // as the last frame saw it
  };
  std::map<int, Key> keys_; // since they were pressed, by GLFW's numbers
};

} // namespace texelscope
