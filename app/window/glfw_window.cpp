#include "app/window/glfw_window.h"

#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/load_gl.h"

namespace texelscope {

namespace {
std::string glfw_error() {
  const char* message = nullptr;
  glfwGetError(&message);
  return message != nullptr ? message : "";
}

bool has_wayland_display() {
  const char* display = std::getenv("WAYLAND_DISPLAY");
  return display != nullptr && *display != 0;
}

int ui_key(int key, bool shift) {
  using namespace ui;
  if (key == GLFW_KEY_SLASH && shift) return '?';
  if (key == GLFW_KEY_EQUAL || key == GLFW_KEY_KP_ADD) return '+';
  if (key == GLFW_KEY_KP_SUBTRACT) return '-';
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return '0' + key - GLFW_KEY_KP_0;
  if (key >= 32 && key < 128) return key; // GLFW's printable keys are their upper-case ASCII codes
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return key_f1 + key - GLFW_KEY_F1;
  switch (key) {
  case GLFW_KEY_ESCAPE:
    return key_escape;
  case GLFW_KEY_ENTER:
  case GLFW_KEY_KP_ENTER:
    return key_enter;
  case GLFW_KEY_TAB:
    return key_tab;
  case GLFW_KEY_BACKSPACE:
    return key_backspace;
  case GLFW_KEY_DELETE:
    return key_delete;
  case GLFW_KEY_LEFT:
    return key_left;
  case GLFW_KEY_RIGHT:
    return key_right;
  case GLFW_KEY_UP:
    return key_up;
  case GLFW_KEY_DOWN:
    return key_down;
  case GLFW_KEY_PAGE_UP:
    return key_page_up;
  case GLFW_KEY_PAGE_DOWN:
    return key_page_down;
  case GLFW_KEY_HOME:
    return key_home;
  case GLFW_KEY_END:
    return key_end;
  default:
    return 0;
  }
}
} // namespace

bool start_glfw() {
#ifdef GLFW_PLATFORM
  if (!has_wayland_display()) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  return glfwInit() == GLFW_TRUE;
}

std::string window_system() {
#ifdef GLFW_PLATFORM
  const int platform = glfwGetPlatform();
  const bool wayland = platform == 0 ? glfwPlatformSupported(GLFW_PLATFORM_WAYLAND) && has_wayland_display()
                                     : platform == GLFW_PLATFORM_WAYLAND;
#else
  const bool wayland = std::string_view(glfwGetVersionString()).find("Wayland") != std::string_view::npos;
#endif
  return wayland ? "Wayland" : has_wayland_display() ? "XWayland" : "X11";
}

GlfwWindow::GlfwWindow(int width, int height, const char* title) {
  if (!start_glfw()) throw MachineError(say(Text::no_display, {glfw_error()}));
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "texelscope"); // desktops find its icon in texelscope.desktop
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "texelscope");
  for (const int robustness : {GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS}) { // gl_was_lost()
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
    if (window_ == nullptr) window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
  }
  if (window_ == nullptr) {
    const std::string reason = glfw_error();
    glfwTerminate();
    throw MachineError(say(Text::no_gl_window, {reason}));
  }
  glfwMakeContextCurrent(window_);
  if (const std::string missing = load_gl(glfwGetProcAddress); !missing.empty()) {
    glfwDestroyWindow(window_);
    glfwTerminate();
    throw MachineError(say(Text::no_gl_window, {missing}));
  }
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, on_key);
  glfwSetCharCallback(window_, on_character);
  glfwSetMouseButtonCallback(window_, on_button);
  glfwSetCursorPosCallback(window_, on_cursor);
  glfwSetDropCallback(window_, on_drop);
  glfwSetWindowRefreshCallback(window_, on_damage);
  begin_poll();
  glfwGetCursorPos(window_, &x_, &y_);
  x_ *= pixels_per_unit_, y_ *= pixels_per_unit_;
  glfwSwapInterval(1);
}

GlfwWindow::~GlfwWindow() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool GlfwWindow::take_close_request() {
  const bool requested = glfwWindowShouldClose(window_) != 0;
  glfwSetWindowShouldClose(window_, GLFW_FALSE);
  if (requested && glfwGetWindowAttrib(window_, GLFW_ICONIFIED) != 0)
    glfwRestoreWindow(window_); // it may have to show a question
  return requested;
}
void GlfwWindow::begin_poll() {
  last_poll_ = std::exchange(poll_, glfwGetTime());
  int width = 0, pixels = 0, unused = 0;
  size(width, unused);
  framebuffer_size(pixels, unused);
  if (width > 0 && pixels > 0) pixels_per_unit_ = double(pixels) / width; // unless minimized
}
void GlfwWindow::poll() {
  begin_poll();
  glfwPollEvents();
}
void GlfwWindow::wait(double seconds) {
  begin_poll();
  glfwWaitEventsTimeout(seconds);
}
void GlfwWindow::swap() {
  glfwSwapBuffers(window_);
}
void GlfwWindow::framebuffer_size(int& width, int& height) const {
  glfwGetFramebufferSize(window_, &width, &height);
}
void GlfwWindow::size(int& width, int& height) const {
  glfwGetWindowSize(window_, &width, &height);
}

double GlfwWindow::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return x;
}

std::vector<InputEvent> GlfwWindow::take_input_events() {
  return std::exchange(input_events_, {});
}
std::vector<std::string> GlfwWindow::take_dropped() {
  return std::exchange(dropped_, {});
}
bool GlfwWindow::take_damage() {
  return std::exchange(damaged_, false);
}

GlfwWindow& GlfwWindow::self(GLFWwindow* window) {
  return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
}

void GlfwWindow::on_key(GLFWwindow* window, int key, int, int action, int mods) {
  if (key < 0) return; // GLFW does not know it
  KeyEvent event;
  event.key = key;
  event.down = action != GLFW_RELEASE;
  const bool shift = (mods & GLFW_MOD_SHIFT) != 0;
  if (const int code = event.down ? ui_key(key, shift) : 0)
    event.press = {code, (mods & GLFW_MOD_CONTROL) != 0, shift && code != '?', (mods & GLFW_MOD_ALT) != 0};
  event.press.repeated = action == GLFW_REPEAT;
  self(window).input_events_.push_back(event);
}

void GlfwWindow::on_character(GLFWwindow* window, unsigned character) {
  KeyEvent event;
  event.character = character;
  self(window).input_events_.push_back(event);
}

// What this poll finds happened after the last one began. Some desktops place the mouse between pixels, and
// Dear ImGui at whole ones.
void GlfwWindow::on_button(GLFWwindow* window, int button, int action, int) {
  GlfwWindow& w = self(window);
  const float x = float(std::floor(w.x_)), y = float(std::floor(w.y_));
  w.input_events_.push_back(ButtonEvent{button, action == GLFW_PRESS, x, y, w.last_poll_, glfwGetTime()});
}

void GlfwWindow::on_cursor(GLFWwindow* window, double x, double y) {
  GlfwWindow& w = self(window);
  w.x_ = x * w.pixels_per_unit_;
  w.y_ = y * w.pixels_per_unit_;
}

void GlfwWindow::on_drop(GLFWwindow* window, int count, const char** paths) {
  auto& dropped = self(window).dropped_;
  dropped.insert(dropped.end(), paths, paths + count);
}

void GlfwWindow::on_damage(GLFWwindow* window) {
  self(window).damaged_ = true;
}

} // namespace texelscope
