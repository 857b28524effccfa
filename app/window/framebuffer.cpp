#include "app/window/framebuffer.h"

#include <algorithm>
#include <cstddef>

#include <glad/gl.h>

namespace texelscope {

void clear_framebuffer(const ui::Theme& theme, int width, int height) {
  const ImVec4 ground = ui::vec4(theme.color.panel);
  glViewport(0, 0, width, height);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

std::vector<std::uint8_t> read_framebuffer(int width, int height, FirstRow first) {
  const std::size_t row = std::size_t(width) * 4;
  std::vector<std::uint8_t> pixels(row * std::size_t(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  if (first == FirstRow::bottom)
    for (std::size_t top = 0, bottom = std::size_t(height); top + 1 < bottom; ++top)
      std::swap_ranges(pixels.begin() + std::ptrdiff_t(top * row),
                       pixels.begin() + std::ptrdiff_t((top + 1) * row),
                       pixels.begin() + std::ptrdiff_t(--bottom * row));
  for (std::size_t i = 3; i < pixels.size(); i += 4)
    pixels[i] = 255;
  return pixels;
}

} // namespace texelscope
