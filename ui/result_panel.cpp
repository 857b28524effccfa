// The hero: the picture of what the fetches returned, with its tools, rulers and overlays, and the mouse on it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/texts.h"
#include "ui/compare_picture.h"
#include "ui/picture_view.h"
#include "ui/result_overlays.h"
#include "ui/scope_panel.h"

namespace texelscope::ui {

namespace {
void toggle(Context& ui, const char* path, Text label) {
  const Field& field = *find_field(path);
  const bool on = std::get<bool>(field.get(ui.session));
  if (button(ui, path, text(label), text(field.help), on)) assign(ui.session, field, !on);
  ImGui::SameLine(0, ui.px(3));
}

void small_drag(Context& ui, const char* path, const char* format, float width, float speed) {
  const Field& field = *find_field(path);
  double value = std::get<double>(field.get(ui.session));
  ImGui::SetNextItemWidth(ui.px(width));
  ImGui::PushID(path);
  if (ImGui::DragScalar("##drag", ImGuiDataType_Double, &value, speed, &field.low, &field.high, format))
    assign(ui.session, field, std::clamp(value, field.low, field.high));
  ImGui::PopID();
  map_item(ui, path, number_words(value));
  tooltip(ui, text(field.help), text(Text::tooltip_drag));
  ImGui::SameLine(0, ui.px(3));
}

void view_tools(Context& ui) {
  float width = ui.px(34); // gaps and the panel's edge
  for (const Text label : {Text::fit, Text::one_to_one, Text::tool_grid, Text::tool_dim, Text::tool_nonfinite, Text::tool_clipped})
    width += ImGui::CalcTextSize(text(label)).x + 2 * ImGui::GetStyle().FramePadding.x;
  width = std::max(width, ui.px(216));
  ImGui::SameLine(std::max(ui.areas.result.width() - width, ui.px(70)));
  if (button(ui, "view.fit", text(Text::fit), text(Text::command_fit))) run_command(ui, CommandId::fit_view);
  ImGui::SameLine(0, ui.px(3));
  if (button(ui, "view.one_to_one", text(Text::one_to_one), text(Text::command_one_to_one))) run_command(ui, CommandId::one_to_one);
  ImGui::SameLine(0, ui.px(12));
  toggle(ui, "view.grid", Text::tool_grid);
  toggle(ui, "view.dim_repeats", Text::tool_dim);
  toggle(ui, "view.mark_nonfinite", Text::tool_nonfinite);
  toggle(ui, "view.mark_out_of_range", Text::tool_clipped);
  ImGui::NewLine();
}

void display_tools(Context& ui) {
  static constexpr const char* channel_paths[] = {"view.show_r", "view.show_g", "view.show_b", "view.show_a"};
  static constexpr Text labels[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b, Text::field_show_a};
  const int channels = ui.frame.resolution->effective.result_format().channels;
  for (int c = 0; c < 4; ++c) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(c >= channels);
    toggle(ui, channel_paths[c], labels[c]);
    ImGui::EndDisabled();
    if (c >= channels && ImGui::IsMouseHoveringRect(at, ImVec2(at.x + ui.px(22), at.y + ImGui::GetFrameHeight())))
      ImGui::SetTooltip("%s", say(Text::channel_absent, {std::to_string(channels)}).c_str());
  }
  ImGui::SameLine(0, ui.px(10));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  small_drag(ui, "view.exposure", "%+.2f EV", 74, 0.02f);
  small_drag(ui, "view.range_low", "%.4g", 62, 0.004f);
  small_drag(ui, "view.range_high", "%.4g", 62, 0.004f);
  ImGui::PopFont();
  if (button(ui, "view.auto_range", text(Text::auto_range), text(Text::command_auto_range))) run_command(ui, CommandId::auto_range);
  ImGui::SameLine(0, ui.px(10));
  const float room = ImGui::GetContentRegionAvail().x;
  if (room < ui.px(170)) return ImGui::NewLine(); // the palette still has it
  std::vector<Segment> items;
  const auto table = enum_table<FalseColor>();
  for (const EnumEntry& entry : table) items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), {}});
  int chosen = int(ui.session.view.false_color);
  if (segments(ui, "view.false_color", items.data(), int(items.size()), chosen, std::clamp(room, ui.px(170), ui.px(230))))
    ui.session.view.false_color = static_cast<FalseColor>(chosen);
}

void zoom_about(Context& ui, float x, float y, double factor) {
  const auto before = result_to_texture(ui, x, y);
  ViewSpec& view = ui.session.view;
  view.span = std::clamp(view.span * factor, 1e-7, 1e6);
  const auto after = result_to_texture(ui, x, y);
  view.center_x += before[0] - after[0];
  view.center_y += before[1] - after[1];
}

void pan(Context& ui, const ImVec2& delta) {
  const auto from = result_to_texture(ui, 0, 0), to = result_to_texture(ui, delta.x, delta.y);
  ui.session.view.center_x -= to[0] - from[0];
  ui.session.view.center_y -= to[1] - from[1];
}

// Where addressing takes a coordinate outside the texture, in texels; the brush paints there.
double brush_texel(AddressMode mode, double coordinate, int size) {
  switch (mode) {
  case AddressMode::wrap: return (coordinate - std::floor(coordinate)) * size;
  case AddressMode::mirror: {
    const double period = coordinate - 2 * std::floor(coordinate / 2);
    return (period < 1 ? period : 2 - period) * size;
  }
  case AddressMode::clamp: return std::clamp(coordinate, 0.0, 1.0) * size;
  case AddressMode::border: break;
  }
  return coordinate * size;
}

// The layer or slice that the result shows.
int result_plane(const Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  const FetchSpec& fetch = ui.session.fetch;
  if (is_layered(e.dimension)) // negative ones count as unsigned
    return e.memory.first_layer + (fetch.layer < 0 ? e.depth - 1 : std::min(fetch.layer, e.depth - 1));
  if (e.dimension != Dimension::d3) return 0;
  return std::clamp(int(std::floor(brush_texel(e.address[2], fetch.slice, e.depth))), 0, e.depth - 1);
}

void paint_in_result(Context& ui, const ImVec2& mouse, bool fresh) {
  const auto at = result_to_texture(ui, mouse.x, mouse.y);
  const auto& modes = ui.frame.resolution->effective.address;
  const double x = brush_texel(modes[0], at[0], ui.session.texture.width);
  const double y = is_1d(ui.session.texture.dimension) ? 0.5 : brush_texel(modes[1], at[1], ui.session.texture.height);
  // A jump over a seam starts a new stroke.
  const bool jumped = ui.state.stroke_from && (std::abs((*ui.state.stroke_from)[0] - x) > ui.session.texture.width * 0.5 ||
                                               std::abs((*ui.state.stroke_from)[1] - y) > ui.session.texture.height * 0.5);
  // The texture panel comes along, so that the plane that is painted is the one it shows.
  if (fresh && !ui.session.write.all_planes) ui.session.view.slice = result_plane(ui);
  paint(ui, x, y, result_plane(ui), fresh || jumped);
}

// As if the cursor held the surface in front.
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
    ui.state.drag_distance = 0;
    ui.state.stroke_from.reset();
    if (paints && ImGui::IsMouseDown(0)) paint_in_result(ui, mouse, true);
  }
  if (!ImGui::IsItemActive()) return;
  ui.state.drag_distance += std::abs(io.MouseDelta.x) + std::abs(io.MouseDelta.y);
  const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
  if (!moved) return;
  const bool turns = ui.frame.resolution->effective.projection == Projection::sphere && ImGui::IsMouseDown(0);
  if (turns) turn_sphere(ui, io.MouseDelta);
  else if (ImGui::IsMouseDown(1)) ui.session.view.rotation = std::remainder(ui.session.view.rotation + io.MouseDelta.x * 0.5, 360.0);
  else if (ImGui::IsMouseDown(0) && paints) paint_in_result(ui, mouse, false);
  else pan(ui, io.MouseDelta);
}

// Pins the pixel, or chooses the pin that it is on.
void click(Context& ui, const Pixel& pixel) {
  const double reach = ui.px(7);
  for (std::size_t i = 0; i < ui.frame.pins.size(); ++i) {
    const auto& [x, y] = ui.frame.pins[i].place;
    if (std::abs(x - pixel.x - 0.5) <= reach && std::abs(y - pixel.y - 0.5) <= reach) return ui.state.pins.choose(i);
  }
  ui.state.pins.add({pixel});
}

void interact(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const ImGuiIO& io = ImGui::GetIO();
  scope_handles(ui);
  ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
  ImGui::InvisibleButton("picture", ImVec2(a.width(), a.height()),
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  const ImVec2 mouse = io.MousePos;
  const bool marks = mark_region(ui, mouse.x, mouse.y) || draw_in_picture(ui);
  if (!marks) left_button(ui, io, mouse);
  const bool hovered = ImGui::IsItemHovered();
  if (!marks && ImGui::IsItemDeactivated() && ui.state.drag_distance < ui.px(4) && hovered && ImGui::IsMouseReleased(0) &&
      ui.session.write.mode != WriteMode::brush) {
    click(ui, pixel_under(ui, mouse.x, mouse.y));
    ui.state.focused_panel = -1; // the arrows step it
  }
  if (!hovered) return;
  ui.state.hovered = pixel_under(ui, mouse.x, mouse.y);
  // About the centre of the pixel, which is where the fetch samples.
  if (io.MouseWheel != 0) zoom_about(ui, std::floor(mouse.x) + 0.5f, std::floor(mouse.y) + 0.5f, std::pow(0.85, double(io.MouseWheel)));
  if (ImGui::IsMouseDoubleClicked(0) && ui.session.write.mode != WriteMode::brush) {
    run_command(ui, CommandId::fit_view);
    if (const auto pin = ui.state.pins.chosen()) ui.state.pins.remove(*pin); // of the first click
    ui.state.drag_distance = a.width(); // letting go of the button is no click of its own
  }
}

// What lies where in the picture.
void places(Context& ui) {
  if (shows_plane(ui)) texel_grid(ui);
  if (ui.frame.resolution->effective.projection == Projection::flat) unit_square(ui);
  cell_labels(ui);
}

// What the picture is of, where it is not of the body that stands in the session.
void body_mark(Context& ui) {
  if (ui.session.fetch.body.empty() || ui.frame.result == nullptr || ui.frame.body == nullptr) return;
  if (ui.frame.result->of_body && ui.frame.body->is_good()) return;
  const char* words = text(ui.frame.result->of_body ? Text::body_old_shown : Text::body_not_shown);
  const Area& a = ui.areas.result_picture;
  ImFont* font = ui.theme.fonts.control;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0, words);
  const Area box = {a.x0 + ui.px(8), a.y0 + ui.px(8), a.x0 + ui.px(24) + size.x, a.y0 + ui.px(16) + size.y};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), ui.color().panel, ui.px(4));
  draw->AddRect(ImVec2(box.x0, box.y0), ImVec2(box.x1, box.y1), ui.color().amber, ui.px(4));
  draw->AddText(font, font->FontSize, ImVec2(box.x0 + ui.px(8), box.y0 + ui.px(4)), ui.color().amber, words);
  map_rect(ui, "result.body", box, words);
}

void picture(Context& ui) {
  const Area& a = ui.areas.result_picture;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 low(a.x0, a.y0), high(a.x1, a.y1);
  if (ui.frame.result_gl != 0)
    draw->AddImage((ImTextureID)(intptr_t)ui.frame.result_gl, low, high, ImVec2(0, 0), ImVec2(1, 1));
  else
    draw->AddRectFilled(low, high, ui.color().window);
  draw->PushClipRect(low, high, true);
  const bool compares = shows_comparison(ui);
  if (compares) compare_picture(ui);
  if (!compares || ui.state.compare.mode != CompareMode::side) places(ui);
  if (!compares) line_plot(ui);
  region_frame(ui);
  if (!compares) scope_overlay(ui);
  pin_marks(ui);
  body_mark(ui);
  if (ui.frame.load_progress >= 0) {
    const std::string label = say(Text::loading, {fmt::format("{:.0f}", ui.frame.load_progress * 100)});
    draw->AddRectFilled(ImVec2(low.x, high.y - ui.px(26)), high, IM_COL32(0, 0, 0, 190));
    draw->AddRectFilled(ImVec2(low.x, high.y - ui.px(3)), ImVec2(low.x + a.width() * float(ui.frame.load_progress), high.y), ui.color().accent);
    draw->AddText(ImVec2(low.x + ui.px(8), high.y - ui.px(24)), IM_COL32_WHITE, label.c_str());
    map_rect(ui, "loading", {low.x, high.y - ui.px(26), high.x, high.y}, label);
  }
  draw->PopClipRect();
}
// The one line a newcomer gets, until the first change.
void hint(Context& ui) {
  const Area& a = ui.areas.result_picture;
  const std::string words = text(Text::first_hint);
  ImFont* font = ui.theme.fonts.small;
  const float wrap = a.width() - ui.px(48);
  const ImVec2 size = font->CalcTextSizeA(ui.px(13), 1e9f, wrap, words.c_str());
  const ImVec2 at(std::floor((a.x0 + a.x1 - size.x) / 2), a.y1 - ui.px(20) - size.y);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(at.x - ui.px(14), at.y - ui.px(7)), ImVec2(at.x + size.x + ui.px(14), at.y + size.y + ui.px(7)), IM_COL32(18, 20, 24, 225), ui.px(14));
  draw->AddText(font, ui.px(13), at, IM_COL32(232, 235, 240, 255), words.c_str(), nullptr, wrap);
  map_rect(ui, "hint", {at.x, at.y, at.x + size.x, at.y + size.y}, words);
}
} // namespace

void result_panel(Context& ui) {
  begin_panel(ui, "result", ui.areas.result, Text::title_result);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(6), ui.px(2)));
  view_tools(ui);
  display_tools(ui);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  picture(ui);
  const bool beside = shows_comparison(ui) && ui.state.compare.mode == CompareMode::side;
  if (ui.frame.resolution->effective.projection == Projection::flat && !beside) {
    ruler(ui, true);
    if (!is_1d(ui.frame.resolution->effective.dimension)) ruler(ui, false);
  }
  interact(ui);
  map_rect(ui, "result", ui.areas.result_picture);
  if (ui.state.first_start) hint(ui);
  end_panel();
}

} // namespace texelscope::ui
