// Owners of OpenGL textures and framebuffers. Each needs the current OpenGL 4.5 context for its whole life.
#pragma once

#include <cstdint>

namespace texelscope::ui {

// An RGBA8 texture of colors that are computed on the host.
class UploadedColors {
public:
  UploadedColors() = default;
  ~UploadedColors();
  UploadedColors(const UploadedColors&) = delete;
  UploadedColors& operator=(const UploadedColors&) = delete;
  // `rgba` has width * height * 4 bytes; the texture is created anew only if the size changes.
  unsigned update(const std::uint8_t* rgba, int width, int height);

private:
  unsigned name_ = 0;
  int width_ = 0, height_ = 0;
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

} // namespace texelscope::ui
