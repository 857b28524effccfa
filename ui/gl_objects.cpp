#include "ui/gl_objects.h"

#include <glad/gl.h>

namespace texelscope::ui {

GlFormat gl_format(const ElementFormat& f) {
  static constexpr unsigned float_formats[] = {GL_RED, GL_RG, GL_RGBA};
  static constexpr unsigned integer_formats[] = {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGBA_INTEGER};
  static constexpr unsigned unsigned_names[3][3] = {{GL_R8UI, GL_RG8UI, GL_RGBA8UI}, {GL_R16UI, GL_RG16UI, GL_RGBA16UI}, {GL_R32UI, GL_RG32UI, GL_RGBA32UI}};
  static constexpr unsigned signed_names[3][3] = {{GL_R8I, GL_RG8I, GL_RGBA8I}, {GL_R16I, GL_RG16I, GL_RGBA16I}, {GL_R32I, GL_RG32I, GL_RGBA32I}};
  static constexpr unsigned float_names[2][3] = {{GL_R16F, GL_RG16F, GL_RGBA16F}, {GL_R32F, GL_RG32F, GL_RGBA32F}};
  static constexpr unsigned unsigned_types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
  static constexpr unsigned signed_types[] = {GL_BYTE, GL_SHORT, GL_INT};
  const std::size_t c = f.channels == 1 ? 0 : f.channels == 2 ? 1 : 2;
  const std::size_t b = f.bits == 8 ? 0 : f.bits == 16 ? 1 : 2;
  switch (f.kind) {
  case ElementKind::unsigned_int: return {unsigned_names[b][c], integer_formats[c], unsigned_types[b]};
  case ElementKind::signed_int: return {signed_names[b][c], integer_formats[c], signed_types[b]};
  case ElementKind::floating: break;
  }
  return {float_names[f.bits == 16 ? 0 : 1][c], float_formats[c], unsigned(f.bits == 16 ? GL_HALF_FLOAT : GL_FLOAT)};
}

UploadedTexture::~UploadedTexture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

unsigned UploadedTexture::update(const void* pixels, int width, int height, unsigned internal_format, unsigned format, unsigned type, std::uint64_t version) {
  if (name_ == 0 || width != width_ || height != height_ || internal_format != format_) {
    if (name_ != 0) glDeleteTextures(1, &name_);
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, internal_format, width, height);
    glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(name_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    width_ = width;
    height_ = height;
    format_ = internal_format;
    version_ = ~version;
  }
  if (version != version_) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(name_, 0, 0, 0, width, height, format, type, pixels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    version_ = version;
  }
  return name_;
}

Canvas::~Canvas() { release(); }

void Canvas::release() {
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
  if (texture_ != 0) glDeleteTextures(1, &texture_);
  framebuffer_ = texture_ = 0;
}

void Canvas::resize(int width, int height) {
  if (width == width_ && height == height_ && texture_ != 0) return;
  release();
  width_ = width;
  height_ = height;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
  glTextureStorage2D(texture_, 1, GL_RGBA8, width, height);
  glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glCreateFramebuffers(1, &framebuffer_);
  glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
}

} // namespace texelscope::ui
