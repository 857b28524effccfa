#include "kernels/machines/gl/egl_context.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <glad/egl.h>
#include <glad/gl.h>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/load_gl.h"

namespace texelscope {

namespace {

struct Candidate {
  EGLDisplay display = EGL_NO_DISPLAY;
  std::string platform;
  std::optional<int> cuda_device;
};

std::string egl_error() {
  constexpr std::array names = {"EGL_SUCCESS",       "EGL_NOT_INITIALIZED",     "EGL_BAD_ACCESS",
                                "EGL_BAD_ALLOC",     "EGL_BAD_ATTRIBUTE",       "EGL_BAD_CONFIG",
                                "EGL_BAD_CONTEXT",   "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY",
                                "EGL_BAD_MATCH",     "EGL_BAD_NATIVE_PIXMAP",   "EGL_BAD_NATIVE_WINDOW",
                                "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",         "EGL_CONTEXT_LOST"};
  const auto index = static_cast<std::size_t>(eglGetError() - EGL_SUCCESS);
  return index < names.size() ? names[index] : "EGL error " + std::to_string(index + EGL_SUCCESS);
}

bool lists(const char* extensions, std::string_view name) {
  std::string_view rest = extensions ? extensions : "";
  while (!rest.empty()) {
    const auto space = rest.find(' ');
    if (rest.substr(0, space) == name) return true;
    rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
  }
  return false;
}

std::vector<Candidate> device_candidates() {
  std::vector<Candidate> found;
  if (!GLAD_EGL_EXT_platform_device || !eglQueryDevicesEXT || !eglGetPlatformDisplayEXT) return found;
  EGLint count = 0;
  if (!eglQueryDevicesEXT(0, nullptr, &count) || count <= 0) return found;
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (!eglQueryDevicesEXT(count, devices.data(), &count)) return found;
  for (int i = 0; i < count; ++i) {
    const EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
    Candidate candidate{eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr),
                        "EGL device " + std::to_string(i), std::nullopt};
    EGLAttrib ordinal = 0;
    if (eglQueryDeviceStringEXT && eglQueryDeviceAttribEXT &&
        lists(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_NV_device_cuda") &&
        eglQueryDeviceAttribEXT(device, EGL_CUDA_DEVICE_NV, &ordinal))
      candidate.cuda_device = static_cast<int>(ordinal);
    found.push_back(std::move(candidate));
  }
  return found;
}

std::vector<Candidate> candidates(std::optional<int> cuda_device) {
  std::vector<Candidate> all = device_candidates();
  if (GLAD_EGL_MESA_platform_surfaceless && eglGetPlatformDisplayEXT)
    all.push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr),
                   "Mesa surfaceless", std::nullopt});
  const auto rank = [&](const Candidate& c) {
    if (c.cuda_device) return c.cuda_device == cuda_device ? 0 : 1;
    return c.platform == "Mesa surfaceless" ? 2 : 3;
  };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::erase_if(all, [](const Candidate& c) { return c.display == EGL_NO_DISPLAY; });
  return all;
}

} // namespace

struct EglContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY; // the process's, shared by all contexts on it: never terminated
  EGLContext context = EGL_NO_CONTEXT;
  GlIdentity identity;

  ~Handles() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context)
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
  }

  // Null if the driver has none. `says_loss`: to gl_was_lost().
  EGLContext create(EGLConfig config, bool says_loss) const {
    std::vector<EGLint> wanted = {EGL_CONTEXT_MAJOR_VERSION,       4,
                                  EGL_CONTEXT_MINOR_VERSION,       5,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
    if (says_loss)
      wanted.insert(wanted.end(),
                    {EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE,
                     EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET});
    wanted.push_back(EGL_NONE);
    return eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
  }

  // Empty if it worked, else the reason why not.
  std::string open(const Candidate& candidate) {
    if (const std::string missing = missing_egl_function(false); !missing.empty()) return missing;
    display = candidate.display;
    EGLint major = 0, minor = 0;
    if (!eglInitialize(display, &major, &minor)) return "eglInitialize: " + egl_error();
    gladLoaderLoadEGL(display);
    if (const std::string missing = missing_egl_function(true); !missing.empty()) return missing;
    if (!eglBindAPI(EGL_OPENGL_API)) return "eglBindAPI: " + egl_error();
    constexpr EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                 EGL_NONE};
    EGLConfig config = nullptr; // with none found: a context without config (EGL_KHR_no_config_context)
    EGLint found = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &found)) return "eglChooseConfig: " + egl_error();
    for (const bool says_loss : {true, false})
      if (context == EGL_NO_CONTEXT) context = create(config, says_loss);
    if (context == EGL_NO_CONTEXT) return "eglCreateContext (OpenGL 4.5 core): " + egl_error();
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      return "eglMakeCurrent: " + egl_error();
    if (const std::string missing = load_gl(eglGetProcAddress); !missing.empty()) return missing;
    identity = {gl_string(GL_VENDOR), gl_string(GL_RENDERER), gl_string(GL_VERSION), candidate.platform,
                candidate.cuda_device};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &identity.max_texture_size);
    return {};
  }
};

EglContext::EglContext(std::optional<int> cuda_device) {
  if (!gladLoaderLoadEGL(EGL_NO_DISPLAY)) throw MachineError(text(Text::egl_no_library));
  std::string reasons;
  for (const Candidate& candidate : candidates(cuda_device)) {
    auto configuration = std::make_unique<Handles>();
    const std::string reason = configuration->open(candidate);
    if (reason.empty()) {
      handles = std::move(configuration);
      return;
    }
    reasons += (reasons.empty() ? "" : "; ") + candidate.platform + ": " + reason;
  }
  if (reasons.empty()) throw MachineError(text(Text::egl_no_device));
  throw MachineError(say(Text::egl_no_context, {reasons}));
}

EglContext::~EglContext() = default;

const GlIdentity& EglContext::identity() const {
  return handles->identity;
}

void EglContext::make_current() {
  eglBindAPI(EGL_OPENGL_API); // each thread has its own
  if (!eglMakeCurrent(handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles->context))
    throw MachineError(say(Text::egl_no_context, {"eglMakeCurrent: " + egl_error()}));
}

void EglContext::release() {
  eglMakeCurrent(handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

} // namespace texelscope
