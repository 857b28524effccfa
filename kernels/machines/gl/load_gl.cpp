#include "kernels/machines/gl/load_gl.h"

#include <utility>

#include <glad/egl.h>
#include <glad/gl.h>

namespace texelscope {

namespace {
struct Lookup {
  GlFunction (*find)(const char*);
  std::string missing; // the first of them
};

GLADapiproc find_noting(void* lookup, const char* name) {
  auto& self = *static_cast<Lookup*>(lookup);
  const GlFunction found = self.find(name);
  if (found == nullptr && self.missing.empty()) self.missing = name;
  return found;
}
} // namespace

std::string load_gl(GlFunction (*find)(const char* name)) {
  Lookup lookup{find, {}};
  const int loaded = gladLoadGLUserPtr(find_noting, &lookup);
  if (glGetString == nullptr) return lookup.missing;
  if (!GLAD_GL_VERSION_4_5) return "OpenGL " + gl_string(GL_VERSION);
  return lookup.missing.empty() && loaded == 0 ? "glGetStringi" : lookup.missing;
}

std::string gl_string(unsigned name) {
  const auto* string = reinterpret_cast<const char*>(glGetString(name));
  return string != nullptr ? string : "";
}

bool gl_was_lost() {
  return glGetGraphicsResetStatus() != GL_NO_ERROR;
}

std::string missing_egl_function(bool initialized) {
  const std::pair<const char*, bool> functions[] = {
      {"eglGetError", eglGetError != nullptr},
      {"eglQueryString", eglQueryString != nullptr},
      {"eglGetProcAddress", eglGetProcAddress != nullptr},
      {"eglInitialize", eglInitialize != nullptr},
      {"eglChooseConfig", eglChooseConfig != nullptr},
      {"eglCreateContext", eglCreateContext != nullptr},
      {"eglDestroyContext", eglDestroyContext != nullptr},
      {"eglMakeCurrent", eglMakeCurrent != nullptr},
      {"eglBindAPI", eglBindAPI != nullptr || !initialized},
      {"eglGetCurrentContext", eglGetCurrentContext != nullptr || !initialized},
  };
  for (const auto& [name, found] : functions)
    if (!found) return name;
  return {};
}

} // namespace texelscope
