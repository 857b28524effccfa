// LEVELS: every level, slice, layer and face of the texture as a small picture, those that are read framed;
// beside them the level of detail, where a fetch has one.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/result/footprint.h"
#include "ui/result/levels_panel.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
constexpr float label_height = 14, tile_gap = 6, lod_width = 290; // design pixels

std::string name_of(const Context& ui, const PlaneThumbnail& tile) {
  const MemoryShape memory = ui.frame.resolution->effective.memory_shape();
  std::string name = memory.level_count > 1 ? fmt::format("L{}", tile.level) : "";
  if (memory.planes == 1) return name;
  if (!name.empty()) name += " ";
  const Dimension dimension = ui.frame.resolution->effective.dimension;
  if (!is_cube(dimension)) return name + std::to_string(tile.plane);
  return name + (memory.planes > 6 ? fmt::format("{} ", tile.plane / 6) : "") +
         texelscope::label(CubeFace(tile.plane % 6));
}

// One of them, at the cursor; a click shows it in TEXTURE.
void thumbnail(Context& ui, const PlaneThumbnail& tile, bool read, float scale) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(std::max(ui.px(5), tile.width * scale), std::max(ui.px(5), tile.height * scale));
  const std::string name = name_of(ui, tile);
  const float width = size.x;
  ImGui::PushID(tile.level * 100000 + tile.plane);
  const bool pressed = ImGui::InvisibleButton("plane", ImVec2(width, size.y + ui.px(label_height)));
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  const TexturePlane* shown = ui.frame.picture.result != nullptr ? &ui.frame.picture.result->plane : nullptr;
  const bool is_shown = shown != nullptr && shown->level == tile.level && shown->plane == tile.plane;
  map_item(ui, fmt::format("levels.{}.{}", tile.level, tile.plane),
           name + (read ? " (read)" : "") + (is_shown ? " (shown)" : ""));
  tooltip(ui,
          name + (name.empty() ? "" : ": ") +
              say(Text::levels_size, {std::to_string(tile.texels[0]), std::to_string(tile.texels[1])}),
          text(read ? Text::levels_read : Text::levels_click));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  draw->AddImage((ImTextureID)(intptr_t)ui.frame.picture.planes_gl, at, end, ImVec2(tile.u0, 0),
                 ImVec2(tile.u1, tile.v1));
  const float r = ui.px(1);
  if (read || is_shown || hovered)
    draw->AddRect(ImVec2(at.x - r, at.y - r), ImVec2(end.x + r, end.y + r),
                  read ? ui.color().accent : ui.color().dim, 0, 0, ui.px(read ? 2 : 1));
  if (small_width(ui, name) <= size.x + ui.px(tile_gap)) // the tooltip has it too
    small_text(ui, {at.x, end.y + ui.px(1)}, read ? ui.color().text : ui.color().dim, name);
  if (!pressed) return;
  ui.session.view.level = tile.level;
  ui.state.texture.level.reset();
  ui.session.view.slice = tile.plane;
}

// In rows, as many beside each other as the width has room for. Returns where they end.
ImVec2 thumbnails(Context& ui, const Area& area) {
  const auto& tiles = ui.frame.picture.planes;
  const auto read = ui.frame.hides_answer ? std::vector<std::array<int, 2>>() : planes_read(ui);
  float x = area.x0, y = area.y0, row = 0;
  ImVec2 end(x, y);
  const float scale = ui.px(1);
  for (const PlaneThumbnail& tile : tiles) {
    const float width = std::max(ui.px(5), tile.width * scale);
    const float height = std::max(ui.px(5), tile.height * scale) + ui.px(label_height);
    if (x > area.x0 && x + width > area.x1) x = area.x0, y += row + ui.px(4), row = 0;
    ImGui::SetCursorScreenPos(ImVec2(std::floor(x), std::floor(y)));
    thumbnail(ui, tile, std::ranges::find(read, std::array{tile.level, tile.plane}) != read.end(), scale);
    x += width + ui.px(tile_gap);
    row = std::max(row, height);
    end.x = std::max(end.x, x);
    end.y = std::max(end.y, y + row);
  }
  return end;
}
} // namespace

void levels_panel(Context& ui, const Area& area) {
  begin_panel(ui, "levels", area, Text::title_levels);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool lod = has_lod_scope(ui.frame.resolution->effective);
  const float right = area.x1 - ui.px(10);
  const bool beside = lod && right - at.x >= ui.px(lod_width + 110);
  const float limit = beside ? right - ui.px(lod_width) : right;
  const ImVec2 end = thumbnails(ui, {at.x, at.y + ui.px(2), limit, area.y1});
  if (!lod) return end_panel();
  const float x = beside ? std::min(limit, end.x + ui.px(12)) : at.x;
  ImGui::SetCursorScreenPos(ImVec2(x, beside ? at.y : end.y + ui.px(6)));
  lod_part(ui, {x, ImGui::GetCursorScreenPos().y, right,
                ImGui::GetCursorScreenPos().y + std::max(ui.px(90), area.height() - ui.px(12))});
  end_panel();
}

} // namespace texelscope::ui
