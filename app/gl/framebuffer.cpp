#include "app/gl/framebuffer.h"

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

std::vector<std::uint8_t> read_framebuffer(int width, int height) {
  const std::size_t row = std::size_t(width) * 4;
  std::vector<std::uint8_t> pixels(row * std::size_t(height)), flipped(pixels.size());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  for (std::size_t y = 0; y < std::size_t(height); ++y)
    std::copy_n(pixels.begin() + std::ptrdiff_t((std::size_t(height) - 1 - y) * row), row,
                flipped.begin() + std::ptrdiff_t(y * row));
  for (std::size_t i = 3; i < flipped.size(); i += 4)
    flipped[i] = 255;
  return flipped;
}

} // namespace texelscope
