// Owns the ImGui context with its GLFW (if there is a window) and OpenGL backends, the theme and the fonts.
#pragma once

#include <array>
#include <deque>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "app/window/glfw_window.h"
#include "kernels/ground/text/language.h"
#include "ui/frame/keys.h"
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
  int looks() const { return looks_; } // how often the look changed
  // Keys, characters and mouse buttons since the last frame. The next frames see all of them in order; text
  // takes one frame, each press that may do something else another, and each change of a button its own.
  void add_events(const std::vector<InputEvent>& events);
  // The size in pixels. With a window GLFW measures the time.
  void new_frame(float width, float height, float seconds);
  // The presses that the frame sees, after the text that was typed before them.
  std::vector<ui::KeyPress> take_keys() { return std::exchange(keys_, {}); }
  void finish_frame();
  void draw(); // what was finished, into the current framebuffer

  // Makes the language the program's from the next set_look() on; English if no font can show it. Returns
  // whether one can.
  bool speak(Language language);

  const ui::Theme& theme() const { return theme_; }

private:
  void listen();        // to the window's events
  void start_drawing(); // ImGui's OpenGL backend
  void see_events();
  void place_mouse(float x, float y);
  void release_mouse(float pixels_per_unit);
  void see_button(const ButtonEvent& event);
  bool drags_to(const ButtonEvent& event);

  GLFWwindow* window_;
  ui::Theme theme_;
  ui::FontFiles fonts_;
  int looks_ = 0;
  Language language_ = Language::english; // of the fonts

  std::deque<InputEvent> events_; // which no frame has seen
  std::set<int> keys_down_;       // as the last frame saw them, by GLFW's numbers
  std::vector<ui::KeyPress> keys_;
  std::array<bool, 5> buttons_down_{}; // as the last frame saw them; as many as Dear ImGui knows
  bool mouse_placed_ = false;          // where a button changed, in the last frame
  std::array<double, 5> last_presses_{-1e9, -1e9, -1e9, -1e9, -1e9}; // seconds when they were at the latest
};

} // namespace texelscope
