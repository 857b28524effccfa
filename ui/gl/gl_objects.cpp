#include "ui/gl/gl_objects.h"

#include <cstring>
#include <utility>

#include <glad/gl.h>

namespace texelscope::ui {

UploadedColors::~UploadedColors() {
  release();
}

void UploadedColors::release() {
  if (names_[0] != 0) glDeleteTextures(GLsizei(names_.size()), names_.data());
}

unsigned UploadedColors::update(const std::uint8_t* rgba, int width, int height) {
  const std::size_t bytes = std::size_t(width) * std::size_t(height) * 4;
  const bool other_size = names_[0] == 0 || width != width_ || height != height_;
  if (!other_size && std::memcmp(colors_.data(), rgba, bytes) == 0) return names_[0];
  if (other_size) {
    std::array<unsigned, 2> names{};
    glCreateTextures(GL_TEXTURE_2D, GLsizei(names.size()), names.data());
    release(); // only now, so that the new names are others
    names_ = names;
    for (const unsigned name : names_) {
      glTextureStorage2D(name, 1, GL_RGBA8, width, height);
      glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    width_ = width;
    height_ = height;
  }
  colors_.assign(rgba, rgba + bytes);
  std::swap(names_[0], names_[1]);
  glTextureSubImage2D(names_[0], 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  return names_[0];
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
  glBindTexture(GL_TEXTURE_2D, texture_);
  // Immutable storage and sized formats take no hint of the bytes' order.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  glTextureParameteri(texture_, GL_TEXTURE_MAX_LEVEL, 0);
  glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glCreateFramebuffers(1, &framebuffer_);
  glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
}

} // namespace texelscope::ui
