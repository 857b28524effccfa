// An OpenGL 4.5 core context without a display or a surface: drawing goes into framebuffer objects.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace texelscope {

struct GlIdentity {
  std::string vendor, renderer, version; // as glGetString says
  std::string platform;                  // "EGL device 0", "Mesa surfaceless"
  std::optional<int> cuda_device;        // the CUDA ordinal that the EGL device names (EGL_CUDA_DEVICE_NV)
  int max_texture_size = 0;              // GL_MAX_TEXTURE_SIZE, texels
};

// Takes the EGL device that names `cuda_device`, else any that names a CUDA device, else Mesa's surfaceless
// platform, else any other EGL device. libEGL is opened at run time. The context is current on the
// constructing thread and GL is loaded into glad; the destructor must run on the same thread.
class EglContext {
public:
  // Throws MachineError: no libEGL, nothing to draw with, OpenGL too old.
  explicit EglContext(std::optional<int> cuda_device = std::nullopt);
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  const GlIdentity& identity() const;
  void make_current(); // after another context was current on this thread
  void release();      // so that another thread may make it current

private:
  struct Handles;
  std::unique_ptr<Handles> handles;
};

// Makes the context current on this thread while the object lives.
class CurrentContext {
public:
  explicit CurrentContext(EglContext& of) : context(of) { context.make_current(); }
  ~CurrentContext() { context.release(); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

private:
  EglContext& context;
};

} // namespace texelscope
