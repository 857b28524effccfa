#include "app/window/painter.h"

#include <utility>

#include <glad/gl.h>

#include "app/gl/framebuffer.h"

namespace texelscope {

bool Painter::compare(const ImGuiHost& imgui, int width, int height, bool repainted) {
  const bool anew = canvas_.width() != width || canvas_.height() != height;
  const bool other_look = std::exchange(looks_, imgui.looks()) != imgui.looks();
  canvas_.resize(width, height);
  if (repainted)
    lists_ = {}; // nothing is compared while a GPU's pictures are repainted each frame
  else
    differs_ = lists_.change(*ImGui::GetDrawData());
  if (anew || other_look || repainted) differs_ = {0, 0, width, height};
  return !differs_.empty();
}

void Painter::draw(ImGuiHost& imgui) {
  const auto& [x0, y0, x1, y1] = differs_;
  glBindFramebuffer(GL_FRAMEBUFFER, canvas_.framebuffer());
  glEnable(GL_SCISSOR_TEST);
  glScissor(x0, y0, x1 - x0, y1 - y0);
  clear_framebuffer(imgui.theme(), canvas_.width(), canvas_.height());
  glDisable(GL_SCISSOR_TEST);
  clip_to(differs_, *ImGui::GetDrawData());
  turn_upside_down(*ImGui::GetDrawData());
  imgui.draw();
}

// Mesa learns the window's size when a viewport is set while its framebuffer is bound.
void Painter::present() const {
  const int width = canvas_.width(), height = canvas_.height();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas_.framebuffer());
  glBlitFramebuffer(0, 0, width, height, 0, height, width, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

std::vector<std::uint8_t> Painter::read() const {
  glBindFramebuffer(GL_FRAMEBUFFER, canvas_.framebuffer());
  return read_framebuffer(canvas_.width(), canvas_.height(), FirstRow::top);
}

} // namespace texelscope
