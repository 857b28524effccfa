// OpenGL textures of any dimension in the integer or float format of a texture element, as required for
// sharing with CUDA.
#pragma once

#include <string>

#include "kernels/ground/base/errors.h"
#include "kernels/machines/cuda/device/handle.h"
#include "kernels/state/session/texel.h"

namespace texelscope::cuda {

void destroy_gl_texture(unsigned texture) noexcept;
using GlTexture = Handle<unsigned, destroy_gl_texture>;

// OpenGL or CUDA rejected a call that sharing a texture needs.
struct SharingRefused : MachineError {
  SharingRefused(std::string failed_call, std::string returned_error);
  std::string call, error; // "glTextureStorage3D" and "GL_INVALID_VALUE", or CUDA's
};

// Has immutable storage, nearest filtering (which integer formats need to be complete), and clamps. The
// context must be current. Throws MachineError if OpenGL has no memory for it, and SharingRefused if it
// rejects the size.
GlTexture make_gl_texture(const TextureShape& shape);

// The faces of a cube or of layers of cubes as layers of a GL_TEXTURE_2D_ARRAY: the same texels, which
// shaders address by whole numbers.
GlTexture make_face_view(const GlTexture& cubes, const TextureShape& shape);

// The target under which such a texture is created and registered: GL_TEXTURE_3D for 3-D textures.
unsigned gl_target(Dimension dimension);
std::string gl_target_name(Dimension dimension); // "GL_TEXTURE_3D"

// GL_MAX_TEXTURE_SIZE of the current context.
int gl_max_texture_side();

// "GL_RGBA8UI"
std::string gl_format_name(const ElementFormat& format);

} // namespace texelscope::cuda
