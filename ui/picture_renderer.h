// Draws results and textures, as bits in GL textures, into RGBA8 pictures of a view's size; the formula is
// kernels/picture.h's tone_map. Needs a current OpenGL 4.5 context for its whole life.
#pragma once

#include "kernels/backend.h"

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

// Which part of the texture a view of texels shows, in texels: `x0`, `y0` at its left top corner, `step` texels a pixel.
struct TexelWindow {
  double x0 = 0, y0 = 0, step = 1;
};

class PictureRenderer {
public:
  PictureRenderer();
  ~PictureRenderer();
  PictureRenderer(const PictureRenderer&) = delete;
  PictureRenderer& operator=(const PictureRenderer&) = delete;

  // A shared result at its own size, the [0,1] square bright and the rest dimmed if the view says so.
  unsigned draw_result(const FrameResult& result, const Session& session);
  // Colours made on the host, width * height * 4 bytes.
  unsigned show_colors(const std::uint8_t* rgba, int width, int height);
  // The texels themselves, crisp, over a checked ground where the texture has none.
  unsigned draw_texture(const FrameResult& result, const ViewSpec& view, const TexelWindow& window, int width, int height);

private:
  unsigned programs_[4] = {0, 0, 0, 0}; // texels as float, unsigned, signed; results
  unsigned vertex_array_ = 0;
  UploadedTexture color_upload_, texture_upload_;
  std::uint64_t colors_ = 0; // how many were shown
  Canvas result_canvas_, texture_canvas_;
};

// GL's names for an element: internal format, format and type for glTexSubImage2D. Integers use integer formats.
struct GlFormat {
  unsigned internal_format, format, type;
};
GlFormat gl_format(const ElementFormat& format);

} // namespace texelscope::ui
