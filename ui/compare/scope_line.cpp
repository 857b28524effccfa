// The oscilloscope's line over the picture: drawn by a drag, moved by its ends or the arrow keys.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"
#include "ui/compare/scope_panel.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

using Held = ScopeState::Held;

namespace {
int picture_width(const Context& ui) {
  return result_place(ui).width;
}
int picture_height(const Context& ui) {
  return result_place(ui).height;
}
scope::Line line_of(const Context& ui) {
  return scope_line(ui.session, ui.frame.resolution->effective, ui.state, picture_width(ui),
                    picture_height(ui));
}

// Whether the line is drawn over the picture.
bool shows_line(const Context& ui) {
  return !ui.frame.hides_answer && shows(Tab::scope, ui.state.panels, ui.areas) &&
         !shows_levels(ui.state.scope, ui.frame.resolution->effective);
}

// Keeps the shown part of the line.
void move_end(Context& ui, int end, double dx, double dy) {
  ScopeState& s = ui.state.scope;
  const double low = s.low, high = s.high;
  scope::Line line = line_of(ui);
  (end == 0 ? line.x0 : line.x1) += dx;
  (end == 0 ? line.y0 : line.y1) += dy;
  set_scope_line(ui.session, ui.state.scope, picture_width(ui), picture_height(ui), line);
  s.low = low, s.high = high;
}

// The center of the pixel under the mouse.
std::array<double, 2> pixel_under(const Context& ui, const ImVec2& mouse) {
  const auto [x, y] = result_place(ui).pixel_at(double(mouse.x), double(mouse.y));
  return {std::floor(x) + 0.5, std::floor(y) + 0.5};
}

void zoom_at_cursor(Context& ui, double factor) {
  ScopeState& s = ui.state.scope;
  zoom_scope(ui, s.cursor.value_or((s.low + s.high) / 2), factor);
}
} // namespace

scope::Line scope_line(const Session& session, const Effective& effective, const State& state, int width,
                       int height) {
  if (!state.scope.line) {
    const auto pin = state.selection.pins.chosen_position()
                         ? state.selection.chosen_pixel(session, effective, width, height)
                         : std::nullopt;
    const double row = pin ? pin->y : height / 2;
    return {0, row + 0.5, double(width), row + 0.5};
  }
  const auto& [u0, v0, u1, v1] = *state.scope.line;
  const auto from = texture_to_picture(session, width, height, u0, v0);
  const auto to = texture_to_picture(session, width, height, u1, v1);
  return {from[0], from[1], to[0], to[1]};
}

void set_scope_line(const Session& session, ScopeState& scope, int width, int height,
                    const scope::Line& line) {
  const auto from = picture_to_texture(session, width, height, line.x0, line.y0);
  const auto to = picture_to_texture(session, width, height, line.x1, line.y1);
  scope.line = {from[0], from[1], to[0], to[1]};
  scope.low = 0, scope.high = 1;
}

void select_in_scope(Context& ui) {
  ScopeState& s = ui.state.scope;
  const bool was_open = ui.state.panels.tab == Tab::scope && ui.state.panels.lab == Lab::none;
  show_tab(ui, Tab::scope);
  ui.state.panels.lab = Lab::none;
  ui.state.panels.focused = -1;
  s.levels = false;
  s.armed = true; // for users who prefer to drag
  s.held =
      !was_open || s.held == Held::none || s.held == Held::cursor ? Held::first_end : Held(int(s.held) + 1);
}

bool nudge_in_scope(Context& ui, int dx, int dy) {
  ScopeState& s = ui.state.scope;
  if (s.held == Held::none || !shows(Tab::scope, ui.state.panels, ui.areas)) return false;
  if (s.held != Held::cursor) {
    move_end(ui, s.held == Held::first_end ? 0 : 1, dx, dy);
    return true;
  }
  const double column = (s.high - s.low) / std::max(1.0f, s.columns);
  s.cursor_of_mouse = false;
  s.cursor = std::clamp(s.cursor.value_or((s.low + s.high) / 2) + dx * column, 0.0, 1.0);
  if (dy != 0) zoom_at_cursor(ui, dy < 0 ? 0.8 : 1.25);
  return true;
}

bool draw_in_picture(Context& ui) {
  ScopeState& s = ui.state.scope;
  const ImGuiIO& io = ImGui::GetIO();
  const auto at = pixel_under(ui, io.MousePos);
  if (ImGui::IsItemActivated() && ImGui::IsMouseDown(0) && (s.armed || io.KeyCtrl)) {
    show_tab(ui, Tab::scope);
    s.drawing = true;
    s.levels = false;
    s.line_before = s.line;
    s.held = Held::none;
    ui.state.mouse.drag_distance = ui.areas.result_picture.width(); // releasing the button is not a click
    set_scope_line(ui.session, ui.state.scope, picture_width(ui), picture_height(ui),
                   {at[0], at[1], at[0], at[1]});
  }
  if (!s.drawing) return false;
  scope::Line line = line_of(ui);
  if (ImGui::IsItemActive()) {
    line.x1 = at[0], line.y1 = at[1];
    const bool flat = std::abs(line.x1 - line.x0) >= std::abs(line.y1 - line.y0);
    if (io.KeyShift) (flat ? line.y1 : line.x1) = flat ? line.y0 : line.x0;
    set_scope_line(ui.session, ui.state.scope, picture_width(ui), picture_height(ui), line);
    return true;
  }
  s.drawing = s.armed = false;
  if (vector_length(line.x1 - line.x0, line.y1 - line.y0) < 2) s.line = s.line_before; // a click
  return true;
}

void scope_handles(Context& ui) {
  if (!shows_line(ui)) return;
  const Area& a = ui.areas.result_picture;
  const ResultPlace shown = result_place(ui);
  ScopeState& s = ui.state.scope;
  const float reach = ui.px(8);
  for (int end = 0; end < 2; ++end) {
    const auto [x, y] = line_of(ui).at(end);
    const auto [window_x, window_y] = shown.window_at(x, y);
    if (window_x < a.x0 - 1 || window_y < a.y0 - 1 || window_x > a.x1 + 1 || window_y > a.y1 + 1) continue;
    ImGui::SetCursorScreenPos({window_x - reach, window_y - reach});
    ImGui::PushID(end);
    ImGui::InvisibleButton("scope end", {2 * reach, 2 * reach});
    ImGui::PopID();
    const std::string where = fmt::format("{:.6g}, {:.6g}", x, y);
    map_item(ui, fmt::format("scope.end.{}", end));
    ui.output.map.back().text = where; // for tests; it is not drawn
    if (s.drawing) continue;
    tooltip(ui, say(Text::scope_end_help, {where}), text(Text::scope_end_keys));
    if (ImGui::IsItemActivated()) s.held = end == 0 ? Held::first_end : Held::second_end;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (ImGui::IsItemActive() && (moved.x != 0 || moved.y != 0))
      move_end(ui, end, moved.x / shown.scale, moved.y / shown.scale);
  }
}

void scope_overlay(Context& ui) {
  if (!shows_line(ui)) return;
  const ResultPlace shown = result_place(ui);
  const ScopeState& s = ui.state.scope;
  const scope::Line line = line_of(ui);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto place = [&](double share) {
    const auto [x, y] = line.at(share);
    const Point at = shown.window_at(x, y);
    return ImVec2(at.x, at.y);
  };
  const ImVec2 from = place(0), to = place(1);
  draw->AddLine(from, to, IM_COL32(0, 0, 0, 170), ui.px(4));
  draw->AddLine(from, to, IM_COL32(255, 255, 255, 130), ui.px(1));
  draw->AddLine(place(s.low), place(s.high), IM_COL32_WHITE, ui.px(2));
  for (int end = 0; end < 2; ++end) {
    const bool held = s.held == (end == 0 ? Held::first_end : Held::second_end);
    draw->AddCircleFilled(place(end), ui.px(6), IM_COL32(0, 0, 0, 200));
    draw->AddCircleFilled(place(end), ui.px(4), held ? ui.on_picture().accent : IM_COL32_WHITE);
  }
  if (!s.cursor) return;
  draw->AddCircle(place(*s.cursor), ui.px(6), IM_COL32(0, 0, 0, 220), 0, ui.px(4));
  draw->AddCircle(place(*s.cursor), ui.px(6),
                  s.held == Held::cursor ? ui.on_picture().accent : IM_COL32_WHITE, 0, ui.px(2));
}

} // namespace texelscope::ui
