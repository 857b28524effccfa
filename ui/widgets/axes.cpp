#include "ui/widgets/axes.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/base/round_step.h"

namespace texelscope::ui {

namespace {
float width_of(ImFont* font, float size, std::string_view content) {
  return font->CalcTextSizeA(size, 1e9f, 0, content.data(), content.data() + content.size()).x;
}

void text_at(ImFont* font, float size, ImVec2 at, ImU32 ink, std::string_view content, float align) {
  const float x = align == 0 ? at.x : at.x - align * width_of(font, size, content);
  ImGui::GetWindowDrawList()->AddText(font, size, {std::floor(x), std::floor(at.y)}, ink, content.data(),
                                      content.data() + content.size());
}
} // namespace

void small_text(const Context& ui, ImVec2 at, ImU32 ink, std::string_view content, float align) {
  text_at(ui.theme.fonts.small, ui.px(13), at, ink, content, align);
}

float small_width(const Context& ui, std::string_view content) {
  return width_of(ui.theme.fonts.small, ui.px(13), content);
}

void mono_text(const Context& ui, ImVec2 at, ImU32 ink, std::string_view content, float align) {
  text_at(ui.theme.fonts.mono_small, ui.px(12), at, ink, content, align);
}

float mono_width(const Context& ui, std::string_view content) {
  return width_of(ui.theme.fonts.mono_small, ui.px(12), content);
}

void level_line(const Context& ui, const Area& a, float y, ImU32 ink, std::string_view value) {
  ImGui::GetWindowDrawList()->AddLine({a.x0, y}, {a.x1, y}, ink, 1);
  mono_text(ui, {a.x0 - ui.px(5), std::clamp(y - ui.px(6), a.y0 - ui.px(4), a.y1 - ui.px(9))}, ui.color().dim,
            value, 1);
}

double tick_step(double span, double room) {
  return round_step(std::abs(span) / std::max(room, 1.0));
}

} // namespace texelscope::ui
