// Preloaded into the program: its OpenGL is lost as soon as the file TEXELSCOPE_TEST_LOSS exists, which is
// then removed.
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <unistd.h>

namespace {
using Function = void (*)();

unsigned reset_status() {
  constexpr unsigned gl_innocent_context_reset = 0x8254;
  const char* file = std::getenv("TEXELSCOPE_TEST_LOSS");
  return file != nullptr && ::unlink(file) == 0 ? gl_innocent_context_reset : 0;
}
} // namespace

extern "C" __attribute__((visibility("default"))) Function glfwGetProcAddress(const char* name) {
  if (std::strcmp(name, "glGetGraphicsResetStatus") == 0) return reinterpret_cast<Function>(reset_status);
  static const auto next =
      reinterpret_cast<Function (*)(const char*)>(::dlsym(RTLD_NEXT, "glfwGetProcAddress"));
  return next(name);
}
