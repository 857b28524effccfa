// Owners of OpenGL textures and framebuffers. Each needs the current OpenGL 4.5 context for its whole life.
#pragma once

#include <cstdint>

#include "kernels/spec.h"

namespace texelscope::ui {

// A GL texture that copies host pixels, made anew only when size or format change.
class UploadedTexture {
public:
  UploadedTexture() = default;
  ~UploadedTexture();
  UploadedTexture(const UploadedTexture&) = delete;
  UploadedTexture& operator=(const UploadedTexture&) = delete;
  // Rows of `width` texels in `gl_format`/`gl_type` order; uploads only if `version` changed.
  unsigned update(const void* pixels, int width, int height, unsigned internal_format, unsigned format, unsigned type, std::uint64_t version);

private:
  unsigned name_ = 0;
  int width_ = 0, height_ = 0;
  unsigned format_ = 0;
  std::uint64_t version_ = ~std::uint64_t(0);
};

// An RGBA8 texture that can be drawn into.
class Canvas {
public:
  Canvas() = default;
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  void resize(int width, int height);
  unsigned texture() const { return texture_; }
  unsigned framebuffer() const { return framebuffer_; }
  int width() const { return width_; }
  int height() const { return height_; }

private:
  void release();
  unsigned texture_ = 0, framebuffer_ = 0;
  int width_ = 0, height_ = 0;
};

// GL's names for an element: internal format, format and type for glTexSubImage2D. Integers use integer formats.
struct GlFormat {
  unsigned internal_format, format, type;
};
GlFormat gl_format(const ElementFormat& format);

} // namespace texelscope::ui
