// Draws results and textures into RGBA8 pictures, by kernels/display/picture.h's tone_map: those that live in
// GL textures by a shader, those in host memory on the CPU, which is quicker than a software GL and spares it
// a copy of every texel. Needs a current OpenGL 4.5 context for its whole life.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/backend/backend.h"
#include "ui/gl/gl_objects.h"

namespace texelscope::ui {

class PictureRenderer {
public:
  PictureRenderer();
  ~PictureRenderer();
  PictureRenderer(const PictureRenderer&) = delete;
  PictureRenderer& operator=(const PictureRenderer&) = delete;

  // GL textures, 0 where there is nothing to draw. The result at its own size, the [0,1] square bright and
  // the rest dimmed if the view says so.
  unsigned draw_result(const FrameResult& result, const Session& session, bool dims);
  // As the texture object sees it: with a wrong pitch, skewed.
  unsigned draw_texture(const FrameResult& result, const Effective& effective, const ViewSpec& view,
                        const TexelWindow& window, int width, int height);

private:
  void shade_result(const FrameResult& result, const Session& session, bool dims);
  void shade_texture(const FrameResult& result, const Effective& effective, const ViewSpec& view,
                     const TexelWindow& window);

  unsigned programs_[4] = {0, 0, 0, 0}; // texels as float, unsigned, signed; results
  unsigned vertex_array_ = 0;
  Canvas result_canvas_, texture_canvas_;
  UploadedColors result_colors_, texture_colors_;
  std::vector<std::uint8_t> colors_;
};

} // namespace texelscope::ui
