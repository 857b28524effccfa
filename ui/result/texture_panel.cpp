// The texture as stored: texels without interpolation, their values when they are large, the footprint of the
// chosen pixel, and the frame of the visible window.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/result/follow_pin.h"
#include "ui/result/footprint.h"
#include "ui/result/texel_marks.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
void visible_window(Context& ui) {
  const Area &panel = ui.areas.result_picture, result = result_place(ui).area();
  const Area a = {std::max(panel.x0, result.x0), std::max(panel.y0, result.y0), std::min(panel.x1, result.x1),
                  std::min(panel.y1, result.y1)};
  const float corners[4][2] = {{a.x0, a.y0}, {a.x1, a.y0}, {a.x1, a.y1}, {a.x0, a.y1}};
  ImVec2 points[4];
  for (int i = 0; i < 4; ++i) {
    const auto uv = result_to_texture(ui, corners[i][0], corners[i][1]);
    const auto [width, height] = plane_size(ui);
    const Point p = texel_to_texture_panel(ui, uv[0] * width, uv[1] * height);
    points[i] = ImVec2(std::clamp(p.x, -1e5f, 1e5f), std::clamp(p.y, -1e5f, 1e5f));
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddPolyline(points, 4, IM_COL32(0, 0, 0, 170), ImDrawFlags_Closed, ui.px(3));
  draw->AddPolyline(points, 4, IM_COL32_WHITE, ImDrawFlags_Closed, ui.px(1.2f));
}

void texel_lines(Context& ui, double scale) {
  if (!ui.session.view.grid || scale < ui.px(8)) return;
  const Area& a = ui.areas.texture_picture;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto low = texture_panel_to_texel(ui, a.x0, a.y0), high = texture_panel_to_texel(ui, a.x1, a.y1);
  const auto size = plane_size(ui);
  for (int axis = 0; axis < 2; ++axis) {
    const auto i = std::size_t(axis);
    for (double t = std::max(0.0, std::ceil(low[i])); t <= std::min<double>(size[i], high[i]); ++t) {
      const Point p = texel_to_texture_panel(ui, axis == 0 ? t : 0, axis == 0 ? 0 : t);
      const Point q = texel_to_texture_panel(ui, axis == 0 ? t : size[0], axis == 0 ? size[1] : t);
      draw->AddLine(ImVec2(p.x, p.y), ImVec2(q.x, q.y), IM_COL32(128, 128, 128, 110), 1);
    }
  }
}

// Lines around each block of a block-compressed texture, stronger around the one in the lens.
void block_lines(Context& ui, double scale) {
  if (!ui.frame.pixels.block || ui.frame.picture.result == nullptr || !ui.session.view.grid ||
      scale < ui.px(4))
    return;
  const auto size = plane_size(ui);
  const int width = size[0], height = size[1]; // Clang 14 cannot capture structured bindings
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto outline = [&](int column, int row, float thick, ImU32 color) {
    const Point p = texel_to_texture_panel(ui, 4 * column, 4 * row);
    const Point q =
        texel_to_texture_panel(ui, std::min(4 * column + 4, width), std::min(4 * row + 4, height));
    draw->AddRect(ImVec2(p.x, p.y), ImVec2(q.x, q.y), color, 0, 0, thick);
  };
  const Area& a = ui.areas.texture_picture;
  const auto low = texture_panel_to_texel(ui, a.x0, a.y0), high = texture_panel_to_texel(ui, a.x1, a.y1);
  for (int row = std::max(0, int(low[1]) / 4); 4 * row < std::min<double>(height, high[1]); ++row)
    for (int column = std::max(0, int(low[0]) / 4); 4 * column < std::min<double>(width, high[0]); ++column)
      outline(column, row, 1, IM_COL32(255, 255, 255, 130));
  const BlockLens& lens = *ui.frame.pixels.block;
  const TexturePlane& plane = ui.frame.picture.result->plane;
  if (ui.state.panels.tab != Tab::block || lens.place.level != plane.level || lens.place.plane != plane.plane)
    return;
  outline(lens.column, lens.row, ui.px(4), IM_COL32(0, 0, 0, 200));
  outline(lens.column, lens.row, ui.px(2), ui.on_picture().accent);
}

void texel_values(Context& ui, double scale) {
  const auto& probe = ui.frame.picture.result == nullptr ? std::nullopt : ui.frame.picture.result->texels;
  if (skews_rows(ui.frame.resolution->effective) || !probe) return; // read at the unskewed rows
  write_texels(ui, *probe, scale, "texel.value",
               [&](double x, double y) { return texel_to_texture_panel(ui, x, y); });
}

constexpr float tool_width = 96, tool_gap = 8;

// Size and kind are also among the settings, so the tools for level and plane have priority.
bool room_for_summary(const Context& ui, const std::string& summary) {
  const Effective& e = ui.frame.resolution->effective;
  const MemoryShape memory = e.memory_shape();
  const bool levels = memory.level_count > 1, planes = memory.planes > 1;
  const float tools = ui.px(tool_width + tool_gap) * float(levels + planes);
  const float width = ui.theme.fonts.small->CalcTextSizeA(ui.px(13), 1e9f, 0, summary.c_str()).x;
  return width + tools <= ImGui::GetContentRegionAvail().x;
}

// Selects the level and plane, if there are several, by dragging or typing.
void plane_tools(Context& ui) {
  const Effective& e = ui.frame.resolution->effective;
  const MemoryShape memory = e.memory_shape();
  if (ui.frame.picture.result == nullptr || (memory.level_count == 1 && memory.planes == 1)) return;
  const TexturePlane& plane = ui.frame.picture.result->plane;
  const int planes = memory.size_of(plane.level)[2];
  const auto drag = [&](const char* path, int& value, int last, const std::string& content) {
    ImGui::SameLine(0, ui.px(tool_gap));
    if (ImGui::GetContentRegionAvail().x < ui.px(tool_width))
      return ImGui::NewLine(); // LEVELS chooses it too
    ImGui::SetNextItemWidth(ui.px(tool_width));
    ImGui::PushID(path);
    int shown = std::min(value, last);
    const TabStops here(true);
    if (ImGui::DragInt("##plane", &shown, 0.08f, 0, last, content.c_str()))
      value = std::clamp(shown, 0, last);
    ImGui::PopID();
    map_item(ui, path, content);
    tooltip(ui, text(find_field(path)->help), text(Text::tooltip_drag));
  };
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(4), ui.px(1)));
  if (memory.level_count > 1)
    drag("view.level", ui.session.view.level, memory.level_count - 1,
         say(Text::plane_level, {std::to_string(plane.level), std::to_string(memory.level_count)}));
  const std::string index = std::to_string(plane.plane), count = std::to_string(planes);
  const char* face = label(CubeFace(plane.plane % 6));
  if (planes > 1)
    drag("view.slice", ui.session.view.slice, planes - 1,
         e.dimension == Dimension::d3     ? say(Text::plane_slice, {index, count})
         : e.dimension == Dimension::cube ? say(Text::plane_face, {face})
         : e.dimension == Dimension::cube_layered
             ? say(Text::plane_cube_face, {std::to_string(plane.plane / 6), face})
             : say(Text::plane_layer, {index, count}));
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void zoom_about(Context& ui, const ImVec2& mouse, float wheel) {
  const auto before = texture_panel_to_texel(ui, mouse.x, mouse.y);
  ui.state.texture.zoom = std::clamp(texture_scale(ui) * std::pow(1.18, double(wheel)), 0.005, 400.0);
  const auto after = texture_panel_to_texel(ui, mouse.x, mouse.y);
  const auto [width, height] = plane_size(ui);
  ui.state.texture.center_x += (before[0] - after[0]) / width;
  ui.state.texture.center_y += (before[1] - after[1]) / height;
}

void drag(Context& ui, const ImGuiIO& io, const std::array<double, 2>& texel) {
  const bool first_level = ui.frame.picture.result != nullptr &&
                           ui.frame.picture.result->plane.level == 0; // kernels write no other level
  const bool paints = ui.session.write.mode == WriteMode::brush && !io.KeyShift && first_level;
  const int plane = first_level ? ui.frame.picture.result->plane.plane : 0;
  if (ImGui::IsItemActivated()) {
    ui.state.mouse.stroke_from.reset();
    if (paints && ImGui::IsMouseDown(0)) paint(ui, texel[0], texel[1], plane, true);
  }
  if (!ImGui::IsItemActive() || (io.MouseDelta.x == 0 && io.MouseDelta.y == 0)) return;
  if (paints && ImGui::IsMouseDown(0)) return paint(ui, texel[0], texel[1], plane, false);
  const double scale = texture_scale(ui);
  ui.state.texture.zoom = scale;
  const auto [width, height] = plane_size(ui);
  ui.state.texture.center_x -= io.MouseDelta.x / scale / width;
  ui.state.texture.center_y -= io.MouseDelta.y / scale / height;
}

void interact(Context& ui) {
  const Area& a = ui.areas.texture_picture;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
  ImGui::InvisibleButton("texels", ImVec2(a.width(), a.height()),
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
  const auto texel = texture_panel_to_texel(ui, io.MousePos.x, io.MousePos.y);
  drag(ui, io, texel);
  if (!ImGui::IsItemHovered()) return;
  if (io.MouseWheel != 0) zoom_about(ui, io.MousePos, io.MouseWheel);
  if (ImGui::IsMouseDoubleClicked(0) && ui.session.write.mode != WriteMode::brush) {
    ui.state.texture.fit();
  }
  const std::array<int, 2> at = {int(std::floor(texel[0])), int(std::floor(texel[1]))};
  const auto [width, height] = plane_size(ui);
  if (at[0] >= 0 && at[1] >= 0 && at[0] < width && at[1] < height) ui.state.texture.hovered = at;
}
} // namespace

void texture_panel(Context& ui) {
  follow_pin(ui);
  begin_panel(ui, "texture", ui.areas.texture, Text::title_texels);
  const ElementFormat format =
      ui.frame.picture.result != nullptr ? ui.frame.picture.result->format : ui.session.texture.format;
  const Dimension dimension = ui.frame.resolution->effective.dimension;
  const auto [width, height] = plane_size(ui);
  ImGui::SameLine(0, ui.px(12));
  const std::string summary =
      say(Text::texture_summary, {std::to_string(width), std::to_string(height), label(format.kind),
                                  std::to_string(format.bits), std::to_string(format.channels)});
  const std::string size = fmt::format("{} × {}", width, height);
  if (room_for_summary(ui, summary))
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, summary, "texture.summary");
  else if (room_for_summary(ui, size))
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, size, "texture.summary");
  else
    ImGui::Dummy(ImVec2(0, 0));
  plane_tools(ui);
  const Area& a = ui.areas.texture_picture;
  const double scale = texture_scale(ui);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (ui.frame.picture.texture_gl != 0)
    draw->AddImage((ImTextureID)(intptr_t)ui.frame.picture.texture_gl, ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1),
                   ImVec2(0, 0), ImVec2(1, 1));
  draw->PushClipRect(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), true);
  texel_lines(ui, scale);
  block_lines(ui, scale);
  texel_values(ui, scale);
  if (shows_plane(ui) && dimension != Dimension::d3 && !is_1d(dimension)) visible_window(ui);
  footprint(ui);
  draw->PopClipRect();
  interact(ui);
  map_rect(ui, "texture", a);
  end_panel();
}

} // namespace texelscope::ui
