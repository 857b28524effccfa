#include "kernels/cuda/device/gl_texture.h"

#include <glad/gl.h>

#include "kernels/backend/backend.h"
#include "kernels/text/texts.h"

namespace texelscope::cuda {

namespace {
GLenum internal_format(const ElementFormat& format) {
  const auto by_channels = [&](GLenum one, GLenum two, GLenum four) {
    return format.channels == 1 ? one : format.channels == 2 ? two : four;
  };
  switch (format.kind) {
  case ElementKind::unsigned_int:
    if (format.bits == 8) return by_channels(GL_R8UI, GL_RG8UI, GL_RGBA8UI);
    if (format.bits == 16) return by_channels(GL_R16UI, GL_RG16UI, GL_RGBA16UI);
    return by_channels(GL_R32UI, GL_RG32UI, GL_RGBA32UI);
  case ElementKind::signed_int:
    if (format.bits == 8) return by_channels(GL_R8I, GL_RG8I, GL_RGBA8I);
    if (format.bits == 16) return by_channels(GL_R16I, GL_RG16I, GL_RGBA16I);
    return by_channels(GL_R32I, GL_RG32I, GL_RGBA32I);
  case ElementKind::floating:
    break;
  }
  return format.bits == 16 ? by_channels(GL_R16F, GL_RG16F, GL_RGBA16F)
                           : by_channels(GL_R32F, GL_RG32F, GL_RGBA32F);
}

// Clears earlier errors, which would look like our own.
void forget_errors() {
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
}
} // namespace

void destroy_gl_texture(unsigned texture) noexcept {
  glDeleteTextures(1, &texture);
}

GlTexture make_gl_texture(const ElementFormat& format, int width, int height) {
  forget_errors();
  GlTexture texture;
  glCreateTextures(GL_TEXTURE_2D, 1, texture.put());
  glTextureStorage2D(texture.get(), 1, internal_format(format), width, height);
  if (const GLenum error = glGetError(); error == GL_OUT_OF_MEMORY) {
    throw MachineError(say(Text::cuda_no_memory, {std::to_string((std::size_t(width) * std::size_t(height) *
                                                                  std::size_t(format.texel_bytes())) >>
                                                                 20)}));
  } else if (error != GL_NO_ERROR) {
    throw MachineError(
        say(Text::cuda_failed, {"glTextureStorage2D", std::to_string(error), gl_format_name(format)}));
  }
  for (const GLenum name : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTextureParameteri(texture.get(), name, GL_NEAREST);
  for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTextureParameteri(texture.get(), name, GL_CLAMP_TO_EDGE);
  return texture;
}

int gl_max_texture_side() {
  GLint side = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  return side;
}

std::string gl_format_name(const ElementFormat& format) {
  static constexpr const char* channels[] = {"", "R", "RG", "", "RGBA"};
  static constexpr const char* kinds[] = {"UI", "I", "F"};
  return std::string("GL_") + channels[format.channels] + std::to_string(format.bits) +
         kinds[int(format.kind)];
}

} // namespace texelscope::cuda
