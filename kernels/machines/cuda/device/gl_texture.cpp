#include "kernels/machines/cuda/device/gl_texture.h"

#include <utility>

#include <glad/gl.h>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/texel_format.h"
#include "kernels/unit/image/image.h"

namespace texelscope::cuda {

namespace {
GLenum internal_format(const ElementFormat& format) {
  return find_texel_format(format)->gl.internal.value;
}

// Clears earlier errors, which would look like our own.
void forget_errors() {
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
}

struct Target {
  GLenum target;
  const char* name;
};
#define TEXELSCOPE_TARGET(name)                                                                              \
  { name, #name }
// In the order of Dimension.
constexpr Target targets[] = {TEXELSCOPE_TARGET(GL_TEXTURE_1D),
                              TEXELSCOPE_TARGET(GL_TEXTURE_2D),
                              TEXELSCOPE_TARGET(GL_TEXTURE_3D),
                              TEXELSCOPE_TARGET(GL_TEXTURE_1D_ARRAY),
                              TEXELSCOPE_TARGET(GL_TEXTURE_2D_ARRAY),
                              TEXELSCOPE_TARGET(GL_TEXTURE_CUBE_MAP),
                              TEXELSCOPE_TARGET(GL_TEXTURE_CUBE_MAP_ARRAY)};
#undef TEXELSCOPE_TARGET

// Returns the call that it made.
const char* make_storage(unsigned name, const TextureShape& shape) {
  const GLenum internal = internal_format(shape.format);
  switch (shape.dimension) {
  case Dimension::d1:
    glTextureStorage1D(name, shape.level_count, internal, shape.width);
    return "glTextureStorage1D";
  case Dimension::d1_layered:
    glTextureStorage2D(name, shape.level_count, internal, shape.width, shape.planes);
    return "glTextureStorage2D";
  case Dimension::d2:
  case Dimension::cube:
    glTextureStorage2D(name, shape.level_count, internal, shape.width, shape.height);
    return "glTextureStorage2D";
  case Dimension::d3:
  case Dimension::d2_layered:
  case Dimension::cube_layered:
    break;
  }
  glTextureStorage3D(name, shape.level_count, internal, shape.width, shape.height, shape.planes);
  return "glTextureStorage3D";
}

std::string error_name(GLenum error) {
  switch (error) {
  case GL_INVALID_ENUM:
    return "GL_INVALID_ENUM";
  case GL_INVALID_VALUE:
    return "GL_INVALID_VALUE";
  case GL_INVALID_OPERATION:
    return "GL_INVALID_OPERATION";
  default:
    return std::to_string(error);
  }
}

void check_made(const char* call, const TextureShape& shape) {
  const GLenum error = glGetError();
  if (error == GL_OUT_OF_MEMORY)
    throw MachineError(say(Text::cuda_no_memory, {mebibytes(shape.size_bytes())}));
  if (error != GL_NO_ERROR) throw SharingRefused(call, error_name(error));
}

// Fetches of levels below the first require a filter that uses them.
void set_nearest(unsigned texture, int level_count) {
  glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER,
                      level_count > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
  glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
    glTextureParameteri(texture, name, GL_CLAMP_TO_EDGE);
}
} // namespace

void destroy_gl_texture(unsigned texture) noexcept {
  glDeleteTextures(1, &texture);
}

SharingRefused::SharingRefused(std::string failed_call, std::string returned_error)
    : MachineError(say(Text::sharing_refused, {failed_call, returned_error})), call(std::move(failed_call)),
      error(std::move(returned_error)) {}

GlTexture make_gl_texture(const TextureShape& shape) {
  forget_errors();
  GlTexture texture;
  glCreateTextures(gl_target(shape.dimension), 1, texture.put());
  const char* call = make_storage(texture.get(), shape);
  check_made(call, shape);
  set_nearest(texture.get(), shape.level_count);
  return texture;
}

GlTexture make_face_view(const GlTexture& cubes, const TextureShape& shape) {
  forget_errors();
  GlTexture view;
  glGenTextures(1, view.put());
  glTextureView(view.get(), GL_TEXTURE_2D_ARRAY, cubes.get(), internal_format(shape.format), 0,
                unsigned(shape.level_count), 0, unsigned(shape.planes));
  check_made("glTextureView", shape);
  set_nearest(view.get(), shape.level_count);
  return view;
}

unsigned gl_target(Dimension dimension) {
  return targets[std::size_t(dimension)].target;
}

std::string gl_target_name(Dimension dimension) {
  return targets[std::size_t(dimension)].name;
}

int gl_max_texture_side() {
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  return side;
}

std::string gl_format_name(const ElementFormat& format) {
  return find_texel_format(format)->gl.internal.name;
}

} // namespace texelscope::cuda
