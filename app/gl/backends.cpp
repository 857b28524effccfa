#include "app/gl/backends.h"

#include "kernels/backend/cuda_support.h"

namespace texelscope {

namespace {

OffscreenBackend make_offscreen_cuda(bool shares_gl) {
  OffscreenBackend made;
  if (shares_gl) try {
      made.context = std::make_unique<EglContext>();
    } catch (const MachineError& error) {
      made.note = error.what();
    }
  made.backend = make_cuda_backend({.gl = made.context ? GlBinding::current : GlBinding::none});
  return made;
}

} // namespace

OffscreenBackend make_offscreen_backend(std::optional<BackendKind> wanted, bool shares_gl) {
  if (wanted == BackendKind::cuda) return make_offscreen_cuda(shares_gl);
  std::string note;
  if (!wanted && cuda_report().problem.empty()) try {
      return make_offscreen_cuda(shares_gl);
    } catch (const MachineError& error) {
      note = error.what();
    }
  return {nullptr, make_cpu_backend(), note};
}

} // namespace texelscope
