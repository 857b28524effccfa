// Preloaded into the program: a screen unit is two pixels, as under Wayland on a display of twice the
// density. GLFW for X11 knows no such display.
#include <dlfcn.h>

struct GLFWwindow;

namespace {
template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

using CursorCallback = void (*)(GLFWwindow*, double, double);
CursorCallback told = nullptr;
void tell(GLFWwindow* window, double x, double y) {
  if (told != nullptr) told(window, x / 2, y / 2);
}
} // namespace

#define VISIBLE extern "C" __attribute__((visibility("default")))

VISIBLE void glfwGetWindowSize(GLFWwindow* window, int* width, int* height) {
  next(&glfwGetWindowSize, "glfwGetWindowSize")(window, width, height);
  *width /= 2, *height /= 2;
}

VISIBLE void glfwGetCursorPos(GLFWwindow* window, double* x, double* y) {
  next(&glfwGetCursorPos, "glfwGetCursorPos")(window, x, y);
  *x /= 2, *y /= 2;
}

VISIBLE CursorCallback glfwSetCursorPosCallback(GLFWwindow* window, CursorCallback callback) {
  const CursorCallback before = told;
  told = callback;
  next(&glfwSetCursorPosCallback, "glfwSetCursorPosCallback")(window, tell);
  return before;
}

VISIBLE GLFWwindow* glfwCreateWindow(int width, int height, const char* title, void* monitor, void* share) {
  return next(&glfwCreateWindow, "glfwCreateWindow")(width * 2, height * 2, title, monitor, share);
}
