#include "app/window/painter.h"

#include <utility>

#include <glad/gl.h>

#include "app/window/framebuffer.h"

namespace texelscope {

bool Painter::compare(const ImGuiHost& imgui, int width, int height, bool repainted) {
  const bool anew = canvas_.width() != width || canvas_.height() != height;
  const bool other_look = std::exchange(looks_, imgui.looks()) != imgui.looks();
  canvas_.resize(width, height);
  if (repainted)
    lists_ = {}; // nothing is compared while a GPU's pictures are repainted each frame
  else
    differ_ = lists_.change(*ImGui::GetDrawData());
  if (anew || other_look || repainted) differ_ = {{0, 0, width, height}};
  return !differ_.empty();
}

void Painter::draw(ImGuiHost& imgui) {
  glBindFramebuffer(GL_FRAMEBUFFER, canvas_.framebuffer());
  TurnedLists lists(*ImGui::GetDrawData());
  for (const DrawnArea& area : differ_) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(area.x0, area.y0, area.x1 - area.x0, area.y1 - area.y0);
    clear_framebuffer(imgui.theme(), canvas_.width(), canvas_.height());
    glDisable(GL_SCISSOR_TEST);
    lists.clip_to(area);
    imgui.draw();
  }
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
