#include "ui/why/why_cells.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/text/texts.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"

namespace texelscope::ui {

namespace {
constexpr float gap = 3, grid_gap = 12, largest_cell = 70, cell_height = 38, caption_height = 15;
constexpr std::size_t probes_a_row = 4;

ImU32 ink_on(const Rgb& color) {
  const double light = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
  return light > 128 ? IM_COL32(16, 18, 22, 255) : IM_COL32(245, 246, 250, 255);
}
ImU32 ground_of(const Rgb& color) {
  return IM_COL32(color[0], color[1], color[2], 255);
}
std::string hex_of(const Rgb& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}
float width_of(const ImFont* font, float size, const std::string& shown) {
  return const_cast<ImFont*>(font)->CalcTextSizeA(size, 1e9f, 0, shown.c_str()).x;
}

// The texel under the mouse in the texture panel.
bool is_pointed_at(const Context& ui, const Explanation& e, const PictureTexel& texel) {
  const auto& hovered = ui.state.texture.hovered;
  if (!hovered || ui.frame.picture.result == nullptr) return false;
  const MemoryShape memory = e.effective.memory_shape();
  const TexturePlane& plane = ui.frame.picture.result->plane;
  return texel.is(plane.level - memory.first_level, plane.plane - memory.first_layer, (*hovered)[0],
                  (*hovered)[1]);
}

std::string help_of(const PictureTexel& texel) {
  std::string values;
  for (const double value : texel.value)
    values += (values.empty() ? "\n" : "  ") + brief_number(value, 6);
  if (texel.component)
    return say(Text::why_texel_component, {texel.place, std::to_string(*texel.component)}) + values;
  const std::string exact =
      std::isnan(texel.exact) ? text(Text::no_number) : fmt::format("{:.6g}", texel.exact);
  return say(Text::why_texel_weight, {texel.place, fmt::format("{:.6g}", texel.weight), exact}) + values;
}

void cell(Context& ui, const Explanation& e, const PictureTexel& texel, std::size_t number, const Area& a) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 low(a.x0, a.y0), high(a.x1, a.y1);
  const ImU32 ground = texel.color ? ground_of(*texel.color) : ui.color().control,
              ink = texel.color ? ink_on(*texel.color) : ui.color().text;
  draw->AddRectFilled(low, high, ground, ui.px(2));
  draw->AddRect(low, high, ui.color().line, ui.px(2));
  const ImFont *small = ui.theme.fonts.mono_small, *large = ui.theme.fonts.bold;
  const float room = a.width() - ui.px(6);
  float size = small->FontSize;
  if (const float width = width_of(small, size, texel.place); width > room) size *= room / width;
  draw->AddText(small, std::floor(size), ImVec2(a.x0 + ui.px(4), a.y0 + ui.px(2)), ink, texel.place.c_str());
  draw->AddText(large, large->FontSize, ImVec2(a.x0 + ui.px(4), a.y1 - large->FontSize - ui.px(2)), ink,
                texel.shown.c_str());
  ImGui::SetCursorScreenPos(low);
  ImGui::PushID(int(number));
  if (ImGui::InvisibleButton("texel", ImVec2(a.width(), a.height())))
    look_at_level(ui, e, texel.level, texel.plane);
  ImGui::PopID();
  const std::string name = std::to_string(number);
  map_item(ui, "why.picture.texel." + name, texel.place + (texel.color ? " " + hex_of(*texel.color) : ""));
  map_rect(ui, (texel.component ? "why.picture.component." : "why.picture.weight.") + name, a, texel.shown);
  const bool real = texel.exists && !texel.border;
  tooltip(ui, help_of(texel), real ? text(Text::why_texel_look) : "");
  const bool pointed = is_pointed_at(ui, e, texel), hovered = ImGui::IsItemHovered();
  if (hovered && real) ui.state.why.hovered = WhyTexel{texel.level, texel.plane, texel.x, texel.y};
  if (texel.largest)
    draw->AddRect(ImVec2(low.x - ui.px(1), low.y - ui.px(1)), ImVec2(high.x + ui.px(1), high.y + ui.px(1)),
                  ui.color().text, ui.px(3), 0, ui.px(2));
  if (!hovered && !pointed) return;
  draw->AddRect(low, high, ui.color().accent, ui.px(2), 0, ui.px(3));
  map_rect(ui, "why.picture.marked", a, texel.place);
}

// One level, slice or heap of probes' texels.
struct Block {
  std::string caption;
  std::size_t columns = 1, rows = 1;
  std::vector<const PictureTexel*> texels = {};
  const PictureFootprint* footprint = nullptr;
  bool probes = false;
};

std::vector<Block> blocks_of(const FetchPicture& picture) {
  std::vector<Block> blocks;
  const bool many = picture.footprints.size() > 1;
  for (const PictureFootprint& footprint : picture.footprints) {
    const bool probes = footprint.columns == 0;
    for (std::size_t slice = 0; slice < std::max<std::size_t>(1, footprint.slices); ++slice) {
      Block block;
      block.footprint = &footprint;
      block.probes = probes;
      for (const PictureTexel& texel : footprint.texels)
        if (texel.slice == slice) block.texels.push_back(&texel);
      if (block.texels.empty()) continue;
      block.columns = probes ? std::min(block.texels.size(), probes_a_row) : footprint.columns;
      block.rows = probes ? (block.texels.size() + block.columns - 1) / block.columns : footprint.rows;
      if (many) block.caption = level_name(footprint.level);
      if (footprint.slices > 1)
        block.caption +=
            (many ? ", " : "") + say(Text::picture_slice, {std::to_string(block.texels.front()->plane)});
      blocks.push_back(std::move(block));
    }
  }
  return blocks;
}

// Beside a grid that stands alone: the unit, and how rows and columns share the weight.
void remark(Context& ui, const PictureFootprint& footprint, float x, float y) {
  std::string shown = text(Text::picture_weights);
  const auto pair = [](double a, double b) { return std::pair(weight_256ths(a), weight_256ths(b)); };
  if (footprint.columns == 2) {
    const auto [a, b] = pair(footprint.column_weight(0), footprint.column_weight(1));
    shown += "\n" + say(Text::picture_columns, {a, b});
  }
  if (footprint.rows == 2) {
    const auto [a, b] = pair(footprint.row_weight(0), footprint.row_weight(1));
    shown += "\n" + say(Text::picture_rows, {a, b});
  }
  ImGui::SetCursorScreenPos(ImVec2(x, y));
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + right_edge() - x);
  ImGui::BeginGroup();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, shown);
  ImGui::EndGroup();
  ImGui::PopTextWrapPos();
  map_item(ui, "why.picture.remark", shown);
}

// Draws a block at the cursor's place; returns its height.
float block(Context& ui, const Explanation& e, const Block& of, std::size_t& number, ImVec2 at, float width) {
  float y = at.y;
  if (!of.caption.empty()) {
    ImGui::SetCursorScreenPos(at);
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, of.caption);
    y += ui.px(caption_height);
  }
  const float height = ui.px(cell_height), space = ui.px(gap);
  for (std::size_t i = 0; i < of.texels.size(); ++i) {
    const std::size_t column = of.probes ? i % of.columns : of.texels[i]->column,
                      row = of.probes ? i / of.columns : of.texels[i]->row;
    const float x0 = at.x + float(column) * (width + space), y0 = y + float(row) * (height + space);
    cell(ui, e, *of.texels[i], number++, {x0, y0, x0 + width, y0 + height});
  }
  y += float(of.rows) * (height + space);
  if (of.footprint->more > 0) {
    ImGui::SetCursorScreenPos(ImVec2(at.x, y));
    draw_text(ui, ui.theme.fonts.small, ui.color().dim,
              say(Text::picture_more,
                  {std::to_string(of.footprint->more), weight_256ths(of.footprint->more_weight)}),
              fmt::format("why.picture.more.{}", of.footprint->level));
    y += ui.px(caption_height);
  }
  return y - at.y;
}
} // namespace

std::string level_name(int level) {
  return say(Text::picture_of_level, {std::to_string(level)});
}

void paint_swatch(Context& ui, ImVec2 at, float side, const Rgb& color) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 high(at.x + side, at.y + side);
  draw->AddRectFilled(at, high, ground_of(color), ui.px(3));
  draw->AddRect(at, high, ui.color().line, ui.px(3));
  map_rect(ui, "why.picture.swatch", {at.x, at.y, high.x, high.y}, hex_of(color));
}

void paint_share(Context& ui, const Area& a, const Rgb* color, const std::string& longer,
                 const std::string& shorter) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1),
                      color != nullptr ? ground_of(*color) : ui.color().control);
  draw->AddRect(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), ui.color().line);
  const ImFont* font = ui.theme.fonts.mono_small;
  for (const std::string& shown : {longer, shorter})
    if (width_of(font, font->FontSize, shown) + ui.px(8) <= a.width()) {
      draw->AddText(font, font->FontSize, ImVec2(a.x0 + ui.px(5), a.y0 + (a.height() - font->FontSize) / 2),
                    color != nullptr ? ink_on(*color) : ui.color().text, shown.c_str());
      return;
    }
}

void why_cells(Context& ui, const Explanation& e, const FetchPicture& picture) {
  const std::vector<Block> blocks = blocks_of(picture);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x0 = at.x + ui.px(picture_indent), room = right_edge() - x0;
  const bool probes = !blocks.empty() && blocks.front().probes;
  const std::size_t a_row = blocks.size() > 1 && !probes ? 2 : 1;
  const float width_of_block = (room - float(a_row - 1) * ui.px(grid_gap)) / float(a_row);
  float y = at.y, row_height = 0;
  std::size_t number = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& one = blocks[i];
    const float fitting = (width_of_block - float(one.columns - 1) * ui.px(gap)) / float(one.columns);
    const float width = std::floor(std::min(ui.px(largest_cell), fitting));
    const float x = x0 + float(i % a_row) * (width_of_block + ui.px(grid_gap));
    row_height = std::max(row_height, block(ui, e, one, number, ImVec2(std::floor(x), y), width));
    if (blocks.size() == 1 && !one.probes && one.texels.size() > 1 &&
        picture.error.cause != ErrorCause::gathered)
      remark(ui, *one.footprint, x0 + float(one.columns) * (width + ui.px(gap)) + ui.px(8), y);
    if (i % a_row + 1 < a_row && i + 1 < blocks.size()) continue;
    y += row_height + ui.px(2);
    row_height = 0;
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(1, y - at.y));
}

} // namespace texelscope::ui
