#include "ui/gl/gl_objects.h"

#include <glad/gl.h>

namespace texelscope::ui {

UploadedColors::~UploadedColors() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

unsigned UploadedColors::update(const std::uint8_t* rgba, int width, int height) {
  if (name_ == 0 || width != width_ || height != height_) {
    if (name_ != 0) glDeleteTextures(1, &name_);
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, GL_RGBA8, width, height);
    glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(name_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    width_ = width;
    height_ = height;
  }
  glTextureSubImage2D(name_, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  return name_;
}

Canvas::~Canvas() {
  release();
}

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
