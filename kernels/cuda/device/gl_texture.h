// OpenGL textures in the integer or float format of a texture element, as required for sharing with CUDA.
#pragma once

#include <string>

#include "kernels/cuda/device/handle.h"
#include "kernels/session/spec.h"

namespace texelscope::cuda {

void destroy_gl_texture(unsigned texture) noexcept;
using GlTexture = Handle<unsigned, destroy_gl_texture>;

// Has one level, nearest filtering (which integer formats need to be complete), and clamps. The context must
// be current. Throws MachineError if OpenGL has no memory for it.
GlTexture make_gl_texture(const ElementFormat& format, int width, int height);

// GL_MAX_TEXTURE_SIZE of the current context.
int gl_max_texture_side();

// "GL_RGBA8UI"
std::string gl_format_name(const ElementFormat& format);

} // namespace texelscope::cuda
