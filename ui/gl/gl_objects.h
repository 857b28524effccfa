// Owners of OpenGL textures and framebuffers. Each needs the current OpenGL 4.5 context for its whole life.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace texelscope::ui {

// An RGBA8 texture of colors that are computed on the host. Other colors than those of the last
// update get another name, so that draw lists which name the texture differ if what they show does.
class UploadedColors {
public:
  UploadedColors() = default;
  ~UploadedColors();
  UploadedColors(const UploadedColors&) = delete;
  UploadedColors& operator=(const UploadedColors&) = delete;
  unsigned update(const std::uint8_t* rgba, int width, int height); // width * height * 4 bytes

private:
  void release();
  std::array<unsigned, 2> names_{}; // the first is shown
  std::vector<std::uint8_t> colors_;
  int width_ = 0, height_ = 0;
};

// An RGBA8 texture that can be drawn into. Its bytes lie in the order that windows have, where OpenGL leaves
// that to be chosen: Mesa then copies them into one.
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
