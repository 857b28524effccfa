// A GLFW window with an OpenGL 4.5 core context, and the events from keyboard, mouse buttons and desktop.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "ui/frame/keys.h"

struct GLFWwindow;

namespace texelscope {

// Calls glfwInit(), for X11 unless a Wayland display is named. Where there is neither, GLFW 3.4 would also
// try Wayland's library, which prints to standard error by itself.
bool start_glfw();

// "X11", "XWayland" or "Wayland": what GLFW opens windows on, or would if there were a display.
std::string window_system();

// A key that went down or up, or a character that was typed.
struct KeyEvent {
  int key = 0; // GLFW's number; 0 for a character
  bool down = false;
  ui::KeyPress press; // its key is 0 for a release, and for keys that the program does not name
  unsigned character = 0;
};

// A mouse button that went down or up.
struct ButtonEvent {
  int button = 0; // GLFW's number
  bool down = false;
  float x = 0, y = 0;              // of the mouse at that moment, in whole pixels of the framebuffer
  double earliest = 0, latest = 0; // seconds between which it happened, as far as polling can tell
};

using InputEvent = std::variant<KeyEvent, ButtonEvent>;

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
  void size(int& width, int& height) const; // in screen units; under Wayland one can be several pixels
  double content_scale() const;
  std::vector<InputEvent> take_input_events(); // in order, none lost
  std::vector<std::string> take_dropped();     // paths
  bool take_damage();                          // the desktop requested since the last call that it is drawn

private:
  static void on_key(GLFWwindow*, int key, int scancode, int action, int mods);
  static void on_character(GLFWwindow*, unsigned character);
  static void on_button(GLFWwindow*, int button, int action, int mods);
  static void on_cursor(GLFWwindow*, double x, double y);
  static void on_drop(GLFWwindow*, int count, const char** paths);
  static void on_damage(GLFWwindow*);
  static GlfwWindow& self(GLFWwindow*);
  void begin_poll();

  GLFWwindow* window_ = nullptr;
  double poll_ = 0, last_poll_ = 0; // seconds when they began
  double x_ = 0, y_ = 0;            // of the mouse, as of the last event, in pixels
  double pixels_per_unit_ = 1;      // of the framebuffer in a screen unit
  std::vector<InputEvent> input_events_;
  std::vector<std::string> dropped_;
  bool damaged_ = false;
};

} // namespace texelscope
