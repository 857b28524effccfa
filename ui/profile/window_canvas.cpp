#include "ui/profile/window_canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/profile/bench_parts.h"

namespace texelscope::ui {

using namespace profile;

ImU32 bench_ink(const Context& ui, std::size_t series) {
  return ui.color().series[series % std::size(ui.color().series)];
}

namespace {
ImVec2 vec2(const Position& at) {
  return {float(at.x), float(at.y)};
}

std::vector<ImVec2> vec2(const std::vector<Position>& points) {
  std::vector<ImVec2> all;
  for (const Position& point : points)
    all.push_back(vec2(point));
  return all;
}

ImU32 ink_of(const Context& ui, LineRole role) {
  constexpr ImU32 Palette::*inks[] = {&Palette::line, &Palette::dim, &Palette::dim, &Palette::text,
                                      &Palette::accent};
  return ui.color().*inks[std::size_t(role)];
}

void fill(const Rect& rect, ImU32 ink) {
  ImGui::GetWindowDrawList()->AddRectFilled(vec2({rect.x, rect.y}),
                                            vec2({rect.x + rect.width, rect.y + rect.height}), ink);
}
} // namespace

double WindowCanvas::px(double design_pixels) const {
  return ui.px(float(design_pixels));
}

double WindowCanvas::text_width(std::string_view content) const {
  return small_width(ui, content);
}

void WindowCanvas::text(Position at, std::string_view content, TextRole role, Align align) {
  const bool plain = role == TextRole::text || role == TextRole::small;
  small_text(ui, vec2(at), plain ? ui.color().text : ui.color().dim, content, 0.5f * float(align));
}

void WindowCanvas::line(Position from, Position to, LineRole role) {
  const ImU32 ink = ink_of(ui, role);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float width = ui.px(role == LineRole::front ? 2 : 1);
  if (role != LineRole::guide) return draw->AddLine(vec2(from), vec2(to), ink, width);
  for (double y = from.y; y < to.y; y += px(7)) // dashes; guides are vertical
    draw->AddLine(vec2({from.x, y}), vec2({from.x, std::min(y + px(4), to.y)}), ink, ui.px(1));
}

void WindowCanvas::arc(Position center, double radius, LineRole role) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PathArcTo(vec2(center), float(radius), -std::numbers::pi_v<float> / 2, 0, 64);
  draw->PathStroke(ink_of(ui, role), 0, ui.px(1));
}

void WindowCanvas::ring(Position center, double radius, LineRole role) {
  ImGui::GetWindowDrawList()->AddCircle(vec2(center), float(radius), ink_of(ui, role), 0, ui.px(1.5f));
}

void WindowCanvas::polyline(const std::vector<Position>& points, std::size_t series) {
  const std::vector<ImVec2> all = vec2(points);
  ImGui::GetWindowDrawList()->AddPolyline(all.data(), int(all.size()), bench_ink(ui, series), 0, ui.px(1.6f));
}

void WindowCanvas::mark(Position center, std::size_t series, std::string_view) {
  const double r = px(4);
  std::vector<ImVec2> corners = vec2(mark_corners(center, r, series));
  if (corners.empty())
    for (int i = 0; i < 16; ++i) {
      const double angle = i * std::numbers::pi / 8;
      corners.push_back(vec2({center.x + r * std::cos(angle), center.y + r * std::sin(angle)}));
    }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const int count = int(corners.size());
  draw->AddConvexPolyFilled(corners.data(), count,
                            has_full_mark(series) ? bench_ink(ui, series) : ui.color().panel);
  draw->AddPolyline(corners.data(), count, bench_ink(ui, series), ImDrawFlags_Closed, ui.px(1.5f));
}

void WindowCanvas::bar(const Rect& rect, std::size_t series, std::string_view) {
  fill(rect, with_alpha(bench_ink(ui, series), 0.7f));
}

void WindowCanvas::heat(const Rect& rect, double share, std::string_view) {
  fill(rect, with_alpha(ui.color().series[0], 0.05f + 0.5f * float(share)));
}

} // namespace texelscope::ui
