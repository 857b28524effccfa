// Chooses the backend: the one requested by name, else CUDA if it works, else the CPU.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/gl/egl_context.h"
#include "kernels/reports/cases/device.h"

namespace texelscope {

// A backend without a display. The context, if there is one, outlives the backend.
struct OffscreenBackend {
  std::unique_ptr<EglContext> context; // null: nothing is shared with OpenGL
  std::unique_ptr<Backend> backend;
  std::string note; // why not what one might expect, a sentence, or empty
};

// `shares_gl`: CUDA with an OpenGL context, as in the window. A body of the user's own runs without one: when
// a fault in it costs the process its GPU, NVIDIA's OpenGL (driver 580) waits forever to release a context
// that it shared. Throws MachineError if the backend that is requested by name does not work.
OffscreenBackend make_offscreen_backend(std::optional<BackendKind> wanted, bool shares_gl = true);

// A device for verify on this thread, with an OpenGL context of its own if there can be one, so that textures
// of OpenGL's are among the cases. Throws MachineError if there is no CUDA.
std::unique_ptr<verify::Device> make_verify_device();

} // namespace texelscope
