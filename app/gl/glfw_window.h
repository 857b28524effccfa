// A GLFW window with an OpenGL 4.5 core context, and the events from the keyboard and the desktop.
#pragma once

#include <string>
#include <vector>

#include "ui/frame/keys.h"

struct GLFWwindow;

namespace texelscope {

// Calls glfwInit(), for X11 unless a Wayland display is named. Where there is neither, GLFW 3.4 would also
// try Wayland's library, which prints to standard error by itself.
bool start_glfw();

class GlfwWindow {
public:
  // Throws MachineError: no display, no OpenGL 4.5.
  GlfwWindow(int width, int height, const char* title);
  ~GlfwWindow();
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  GLFWwindow* raw() const { return window_; }
  bool take_close_request(); // the desktop requested it since the last call
  void poll();
  void wait(double seconds); // for events
  void swap();
  void framebuffer_size(int& width, int& height) const;
  double content_scale() const;
  std::vector<ui::KeyPress> take_keys();   // in the order in which they were pressed, none lost
  std::vector<int> take_presses();         // the same keys by GLFW's numbers, without repetitions
  std::vector<std::string> take_dropped(); // paths

private:
  static void on_key(GLFWwindow*, int key, int scancode, int action, int mods);
  static void on_drop(GLFWwindow*, int count, const char** paths);
  GLFWwindow* window_ = nullptr;
  std::vector<ui::KeyPress> keys_;
  std::vector<int> presses_;
  std::vector<std::string> dropped_;
};

} // namespace texelscope
