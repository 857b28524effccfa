// Draws results and textures into RGBA8 pictures, by tone_map of kernels/unit/display/picture.h: GL textures
// by a shader, host memory on the CPU, which is quicker than a software GL and avoids a copy of every texel.
// Needs a current OpenGL 4.5 context for its whole life.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "ui/gl/gl_objects.h"

namespace texelscope::ui {

class PictureRenderer {
public:
  PictureRenderer();
  ~PictureRenderer();
  PictureRenderer(const PictureRenderer&) = delete;
  PictureRenderer& operator=(const PictureRenderer&) = delete;

  // Both return GL textures, or 0 if there is nothing to draw. The result has its own size.
  unsigned draw_result(const FrameResult& result, const Session& session);
  // Draws the texture as the texture object sees it: skewed by a wrong pitch.
  unsigned draw_texture(const FrameResult& result, const Effective& effective, const ViewSpec& view,
                        const TexelWindow& window, int width, int height);

private:
  void shade_result(const FrameResult& result, const Session& session);
  void shade_texture(const FrameResult& result, const Effective& effective, const ViewSpec& view,
                     const TexelWindow& window);

  // The program that draws texels of the type from a GL texture of the dimension; made once.
  unsigned texture_program(ResultType texels, Dimension dimension);

  unsigned result_program_ = 0;
  std::map<std::pair<ResultType, Dimension>, unsigned> texture_programs_;
  unsigned vertex_array_ = 0;
  Canvas result_canvas_, texture_canvas_;
  UploadedColors result_colors_, texture_colors_;
  std::vector<std::uint8_t> colors_;
};

} // namespace texelscope::ui
