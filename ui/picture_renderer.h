// Draws results and textures, as bits in GL textures, into RGBA8 pictures of a view's size; the formula is
// kernels/picture.h's tone_map. Needs a current OpenGL 4.5 context for its whole life.
#pragma once

#include "kernels/backend.h"
#include "ui/gl_objects.h"

namespace texelscope::ui {

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

} // namespace texelscope::ui
