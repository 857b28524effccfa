// Mouse handling of the result's picture.
#include <algorithm>
#include <cmath>

#include "ui/compare/compare_picture.h"
#include "ui/compare/scope_panel.h"
#include "ui/result/result_panel.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
void zoom_about(Context& ui, float x, float y, double factor) {
  const auto before = view_point(ui, x, y);
  ViewSpec& view = ui.session.view;
  zoom_view(ui, factor);
  const auto after = view_point(ui, x, y);
  view.center_x += before[0] - after[0];
  view.center_y += before[1] - after[1];
}

void pan(Context& ui, const ImVec2& delta) {
  const auto from = view_point(ui, 0, 0), to = view_point(ui, delta.x, delta.y);
  ui.session.view.center_x -= to[0] - from[0];
  ui.session.view.center_y -= to[1] - from[1];
}

// The texel that addressing selects for a coordinate outside the texture; the brush paints there.
double brush_texel(AddressMode mode, double coordinate, int size) {
  switch (mode) {
  case AddressMode::wrap:
    return (coordinate - std::floor(coordinate)) * size;
  case AddressMode::mirror: {
    const double period = coordinate - 2 * std::floor(coordinate / 2);
    return (period < 1 ? period : 2 - period) * size;
  }
  case AddressMode::clamp:
    return std::clamp(coordinate, 0.0, 1.0) * size;
  case AddressMode::border:
    break;
  }
  return coordinate * size;
}

// The layer or slice that the result shows.
int result_plane(const Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  const FetchSpec& fetch = ui.session.fetch;
  if (is_layered(e.dimension)) // negative ones count as unsigned
    return e.memory_shape().first_layer +
           (fetch.layer < 0 ? e.depth() - 1 : std::min(fetch.layer, e.depth() - 1));
  if (e.dimension != Dimension::d3) return 0;
  return std::clamp(int(std::floor(brush_texel(e.sampler.address[2], fetch.slice, e.planes))), 0,
                    e.planes - 1);
}

void paint_in_result(Context& ui, const ImVec2& mouse, bool fresh) {
  const auto at = result_to_texture(ui, mouse.x, mouse.y);
  const auto& modes = ui.frame.resolution->effective.sampler.address;
  const double x = brush_texel(modes[0], at[0], ui.session.texture.width);
  const double y =
      is_1d(ui.session.texture.dimension) ? 0.5 : brush_texel(modes[1], at[1], ui.session.texture.height);
  // A jump over a seam starts a new stroke.
  const bool jumped = ui.state.mouse.stroke_from &&
                      (std::abs((*ui.state.mouse.stroke_from)[0] - x) > ui.session.texture.width * 0.5 ||
                       std::abs((*ui.state.mouse.stroke_from)[1] - y) > ui.session.texture.height * 0.5);
  // The texture panel follows, so that it shows the plane that is painted.
  if (fresh && !ui.session.write.all_planes) ui.session.view.slice = result_plane(ui);
  paint(ui, x, y, result_plane(ui), fresh || jumped);
}

// Turns the sphere as if the cursor held its front.
void turn_sphere(Context& ui, const ImVec2& delta) {
  const double degrees = 120 * ui.session.view.span / ui.areas.result_picture.height();
  ViewSpec& view = ui.session.view;
  view.yaw = std::remainder(view.yaw - delta.x * degrees, 360.0);
  view.pitch = std::clamp(view.pitch - delta.y * degrees, -90.0, 90.0);
}

void left_button(Context& ui, const ImGuiIO& io, const ImVec2& mouse) {
  // Strokes lie in x and y.
  const bool across = ui.session.texture.dimension == Dimension::d3 && ui.session.fetch.slice_axis != Axis::z;
  const bool paints = ui.session.write.mode == WriteMode::brush && !io.KeyShift && shows_plane(ui) && !across;
  if (ImGui::IsItemActivated()) {
    ui.state.mouse.drag_distance = 0;
    ui.state.mouse.stroke_from.reset();
    if (paints && ImGui::IsMouseDown(0)) paint_in_result(ui, mouse, true);
  }
  if (!ImGui::IsItemActive()) return;
  ui.state.mouse.drag_distance += std::abs(io.MouseDelta.x) + std::abs(io.MouseDelta.y);
  const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
  if (!moved) return;
  const bool turns = ui.frame.resolution->effective.projection == Projection::sphere && ImGui::IsMouseDown(0);
  if (turns)
    turn_sphere(ui, io.MouseDelta);
  else if (ImGui::IsMouseDown(1) && !is_resize(ui.session))
    ui.session.view.rotation = std::remainder(ui.session.view.rotation + io.MouseDelta.x * 0.5, 360.0);
  else if (ImGui::IsMouseDown(0) && paints)
    paint_in_result(ui, mouse, false);
  else
    pan(ui, io.MouseDelta);
}

// Pins the pixel, or chooses the pin at it.
void click(Context& ui, const Pixel& pixel) {
  const ResultPlace place = result_place(ui);
  if (!place.contains(pixel)) return;
  const double reach = std::max(0.5, ui.px(7) / place.scale);
  for (std::size_t i = 0; i < ui.frame.pixels.pins.size(); ++i) {
    if (!ui.frame.pixels.pins[i].place) continue;
    const auto& [x, y] = *ui.frame.pixels.pins[i].place;
    if (std::abs(x - pixel.x - 0.5) <= reach && std::abs(y - pixel.y - 0.5) <= reach)
      return ui.state.selection.pins.choose(i);
  }
  if (const auto position = position_at(ui, pixel)) ui.state.selection.pins.add(*position);
}
} // namespace

void result_mouse(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const ImGuiIO& io = ImGui::GetIO();
  scope_handles(ui);
  ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
  ImGui::InvisibleButton("picture", ImVec2(a.width(), a.height()),
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  const ImVec2 mouse = io.MousePos;
  const bool marks = mark_region(ui, mouse.x, mouse.y) || draw_in_picture(ui);
  if (!marks) left_button(ui, io, mouse);
  const bool hovered = ImGui::IsItemHovered();
  if (!marks && ImGui::IsItemDeactivated() && ui.state.mouse.drag_distance < ui.px(4) && hovered &&
      ImGui::IsMouseReleased(0) && ui.session.write.mode != WriteMode::brush) {
    click(ui, pixel_under(ui, mouse.x, mouse.y));
    ui.state.panels.focused = -1; // the arrow keys then move the pin
  }
  if (!hovered) return;
  if (const Pixel pixel = pixel_under(ui, mouse.x, mouse.y); result_place(ui).contains(pixel))
    ui.state.selection.hovered = pixel;
  // Zooms about the center of the pixel, which is where the fetch samples.
  if (io.MouseWheel != 0)
    zoom_about(ui, std::floor(mouse.x) + 0.5f, std::floor(mouse.y) + 0.5f,
               std::pow(0.85, double(io.MouseWheel)));
  if (ImGui::IsMouseDoubleClicked(0) && ui.session.write.mode != WriteMode::brush) {
    run_command(ui, CommandId::fit_view);
    if (const auto pin = ui.state.selection.pins.chosen())
      ui.state.selection.pins.remove(*pin);   // the first click set it
    ui.state.mouse.drag_distance = a.width(); // releasing the button is not a click of its own
  }
}

} // namespace texelscope::ui
