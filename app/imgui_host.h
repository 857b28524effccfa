// Owns the ImGui context with its GLFW (if there is a window) and OpenGL backends, the theme and the fonts.
#pragma once

#include <filesystem>

#include "ui/theme.h"

struct GLFWwindow;

namespace texelscope {

// Font files that exist on this machine: the bundle's own, then DejaVu, then Noto. Empty where nothing was found.
ui::FontFiles find_fonts();

class ImGuiHost {
public:
  // GL must be current and loaded; `window` may be null (offscreen).
  explicit ImGuiHost(GLFWwindow* window);
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  // Fonts are made anew only when the scale changes.
  void set_look(bool dark, float scale);
  // Offscreen the size is set here; with a window GLFW gives it.
  void new_frame(float width, float height, float seconds);
  void render(); // into the current framebuffer

  const ui::Theme& theme() const { return theme_; }

private:
  GLFWwindow* window_;
  ui::Theme theme_;
  ui::FontFiles fonts_;
  bool styled_ = false;
};

} // namespace texelscope
