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
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
constexpr float label_height = 14, tile_gap = 5, line_gap = 2, lod_width = 290; // design pixels

// Places tiles beside each other in rows. Where one is lower than its row, the next ones stand below it, so
// that levels take the room of the usual picture of a mip chain.
class TileRows {
public:
  TileRows(const Area& area, ImVec2 between)
      : left(area.x0), right(area.x1), gap(between), column{left, area.y0, left - gap.x, area.y0},
        next(left, area.y0), end_(next) {}

  ImVec2 place(ImVec2 size) {
    if (next.x + size.x > column.x1 || size.y > line) {
      next = ImVec2(column.x0, next.y + line + gap.y), line = size.y;
      if (size.x > column.width() || next.y + size.y > column.y1) begin_column(size);
    }
    const ImVec2 at = next;
    next.x += size.x + gap.x;
    end_ = ImVec2(std::max(end_.x, next.x), std::max(end_.y, at.y + size.y));
    return at;
  }
  ImVec2 end() const { return end_; }

private:
  void begin_column(ImVec2 size) {
    next = ImVec2(column.x1 + gap.x, column.y0);
    if (next.x > left && next.x + size.x > right) {
      next = ImVec2(left, end_.y + gap.y);
      column.y1 = next.y;
    }
    column = {next.x, next.y, next.x + size.x, std::max(column.y1, next.y + size.y)};
  }

  const float left, right;
  const ImVec2 gap;
  Area column;    // its width is its first tile's, its height the row's
  ImVec2 next;    // a corner within it
  float line = 0; // the height of the first tile there
  ImVec2 end_;
};

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

ImVec2 picture_size(const Context& ui, const PlaneThumbnail& tile) {
  return ImVec2(std::max(ui.px(5), tile.width * ui.px(1)), std::max(ui.px(5), tile.height * ui.px(1)));
}

// With its name below. A level is named however small it is; planes are many, and a tooltip names them too.
ImVec2 tile_size(const Context& ui, const PlaneThumbnail& tile) {
  const ImVec2 picture = picture_size(ui, tile);
  const bool named = ui.frame.resolution->effective.memory_shape().planes == 1;
  const float width = named ? std::max(picture.x, small_width(ui, name_of(ui, tile))) : picture.x;
  return ImVec2(width, picture.y + ui.px(label_height));
}

// One of them, at the cursor; a click shows it in TEXTURE.
void thumbnail(Context& ui, const PlaneThumbnail& tile, bool read) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = picture_size(ui, tile), whole = tile_size(ui, tile);
  const std::string name = name_of(ui, tile);
  ImGui::PushID(tile.level * 100000 + tile.plane);
  const bool pressed = ImGui::InvisibleButton("plane", whole);
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
  if (small_width(ui, name) <= whole.x + ui.px(tile_gap))
    small_text(ui, {at.x, end.y + ui.px(1)}, read ? ui.color().text : ui.color().dim, name);
  if (!pressed) return;
  ui.session.view.level = tile.level;
  ui.state.texture.level.reset();
  ui.session.view.slice = tile.plane;
}

// Returns where they end.
ImVec2 thumbnails(Context& ui, const Area& area) {
  const auto read = ui.frame.hides_answer ? std::vector<std::array<int, 2>>() : planes_read(ui);
  TileRows rows(area, ImVec2(ui.px(tile_gap), ui.px(line_gap)));
  for (const PlaneThumbnail& tile : ui.frame.picture.planes) {
    const ImVec2 at = rows.place(tile_size(ui, tile));
    ImGui::SetCursorScreenPos(ImVec2(std::floor(at.x), std::floor(at.y)));
    thumbnail(ui, tile, std::ranges::find(read, std::array{tile.level, tile.plane}) != read.end());
  }
  return rows.end();
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
  lod_part(ui, {x, ImGui::GetCursorScreenPos().y, std::min(right, right_edge()),
                ImGui::GetCursorScreenPos().y + std::max(ui.px(90), area.height() - ui.px(12))});
  end_panel();
}

} // namespace texelscope::ui
