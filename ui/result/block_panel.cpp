// BLOCK: the content of one block of a block-compressed texture: its indices in their colors, endpoints,
// mode, bytes.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
ImU32 ink(const Rgb& color) {
  return IM_COL32(color[0], color[1], color[2], 255);
}
// Dark or light digits, whichever has more contrast.
ImU32 ink_on(const Rgb& color) {
  return 2 * color[0] + 5 * color[1] + color[2] > 8 * 110 ? IM_COL32(0, 0, 0, 255) : IM_COL32_WHITE;
}

const Rgb& color_of(const BlockLens& lens, std::size_t plane, std::size_t texel) {
  return lens.palette[plane][lens.info.subset[texel]][lens.info.plane[plane].indices[texel]];
}

// Has a frame, because dark colors are invisible on the dark background.
void swatch(Context& ui, const Area& a, const Rgb& color) {
  ImGui::GetWindowDrawList()->AddRectFilled({a.x0, a.y0}, {a.x1, a.y1}, ink(color));
  ImGui::GetWindowDrawList()->AddRect({a.x0, a.y0}, {a.x1, a.y1}, ui.color().line);
}

void rect(const Area& a, ImU32 color) {
  ImGui::GetWindowDrawList()->AddRectFilled({a.x0, a.y0}, {a.x1, a.y1}, color);
}

// Draws the index on the color that it selects.
void index_cell(Context& ui, const BlockLens& lens, std::size_t plane, std::size_t texel, const Area& cell) {
  const Rgb& color = color_of(lens, plane, texel);
  rect(cell, ink(color));
  const std::string index = std::to_string(lens.info.plane[plane].indices[texel]);
  const ImVec2 size = ui.theme.fonts.mono_small->CalcTextSizeA(ui.px(12), 1e9f, 0, index.c_str());
  if (cell.height() < ui.px(11) || cell.width() < size.x) return;
  ImGui::GetWindowDrawList()->AddText(ui.theme.fonts.mono_small, ui.px(12),
                                      {(cell.x0 + cell.x1 - size.x) / 2, (cell.y0 + cell.y1 - size.y) / 2},
                                      ink_on(color), index.c_str());
}

void texel_cell(Context& ui, const BlockLens& lens, std::size_t texel, const Area& cell) {
  const bool two = lens.info.planes == 2; // one above the other
  const float middle = two ? std::floor((cell.y0 + cell.y1) / 2) : cell.y1;
  index_cell(ui, lens, 0, texel, {cell.x0, cell.y0, cell.x1, middle});
  if (two) index_cell(ui, lens, 1, texel, {cell.x0, middle, cell.x1, cell.y1});
  const int x = int(texel % 4), y = int(texel / 4);
  if (x >= lens.width || y >= lens.height)
    rect(cell, with_alpha(ui.color().window, 0.75f)); // outside the level
  std::string indices = std::to_string(lens.info.plane[0].indices[texel]);
  if (two) indices += ", " + std::to_string(lens.info.plane[1].indices[texel]);
  ImGui::SetCursorScreenPos({cell.x0, cell.y0});
  ImGui::Dummy({cell.width(), cell.height()});
  map_item(ui, fmt::format("block.index.{}", texel), indices);
  tooltip(ui, say(Text::block_index_help,
                  {std::to_string(4 * lens.column + x), std::to_string(4 * lens.row + y), indices}));
}

// Lines between texels, thick ones between subsets.
void cell_lines(Context& ui, const BlockLens& lens, const Area& a) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float step = a.width() / 4;
  for (std::size_t i = 0; i < 16; ++i) {
    const float x = a.x0 + step * float(i % 4), y = a.y0 + step * float(i / 4);
    const auto line = [&](std::size_t before, ImVec2 from, ImVec2 to) {
      const bool border = lens.info.subset[before] != lens.info.subset[i];
      draw->AddLine(from, to, ui.color().panel, border ? ui.px(4) : ui.px(1));
    };
    if (i % 4 > 0) line(i - 1, {x, y}, {x, y + step});
    if (i / 4 > 0) line(i - 4, {x, y}, {x + step, y});
  }
}

void grid(Context& ui, const BlockLens& lens, const Area& a) {
  const float step = a.width() / 4;
  const auto cell = [&](std::size_t i) {
    const float x = a.x0 + step * float(i % 4), y = a.y0 + step * float(i / 4);
    return Area{x, y, x + step, y + step};
  };
  for (std::size_t i = 0; i < 16; ++i)
    texel_cell(ui, lens, i, cell(i));
  cell_lines(ui, lens, a);
  const Area at = cell(std::size_t(lens.texel()));
  ImGui::GetWindowDrawList()->AddRect({at.x0, at.y0}, {at.x1, at.y1}, IM_COL32(0, 0, 0, 200), 0, 0, ui.px(4));
  ImGui::GetWindowDrawList()->AddRect({at.x0, at.y0}, {at.x1, at.y1}, ui.color().accent, 0, 0, ui.px(2));
}

constexpr float block_label_width = 62;

void label(Context& ui, std::string_view name, std::string_view help) {
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, name);
  tooltip(ui, help);
  ImGui::SameLine(x + ui.px(block_label_width));
}

void block_row(Context& ui, Text name, Text help, const char* map_name, const std::string& value) {
  label(ui, text(name), text(help));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, value, std::string("block.") + map_name);
}

// The meaning of the mode bits, as far as the format has them.
void mode_rows(Context& ui, const bc::BlockInfo& info) {
  static constexpr Text channels[] = {Text::block_alpha, Text::block_red, Text::block_green,
                                      Text::block_blue};
  if (info.mode >= 0)
    block_row(ui, Text::block_mode, Text::block_mode_help, "mode", std::to_string(info.mode));
  if (info.subsets > 1)
    block_row(
        ui, Text::block_partition, Text::block_partition_help, "partition",
        say(Text::block_partition_text, {std::to_string(info.partition), std::to_string(info.subsets)}));
  if (info.rotation > 0)
    block_row(ui, Text::block_rotation, Text::block_rotation_help, "rotation",
              say(Text::block_rotation_text, {text(channels[info.rotation])}));
  const std::string bits = std::to_string(info.endpoint_bits);
  if (info.endpoint_bits > 0)
    block_row(ui, Text::block_bits, Text::block_bits_help, "bits",
              info.differences ? say(Text::block_bits_text, {bits}) : bits);
}

std::string numbers(const bc::Plane& plane, const std::array<int, 4>& values) {
  std::string all;
  for (int c = plane.first_channel; c < plane.first_channel + plane.channels; ++c)
    all += (all.empty() ? "" : " ") + std::to_string(values[std::size_t(c)]);
  return all;
}

void palette_strip(Context& ui, const std::vector<Rgb>& palette, const std::string& map_name) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x / float(palette.size()), height = ui.px(11);
  for (std::size_t i = 0; i < palette.size(); ++i)
    swatch(ui,
           {at.x + width * float(i), at.y + ui.px(2), at.x + width * float(i + 1), at.y + ui.px(2) + height},
           palette[i]);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, height + ui.px(3)});
  map_item(ui, map_name, std::to_string(palette.size()));
}

Text channel_name(const bc::Plane& plane) {
  if (plane.channels > 1) return Text::block_colors;
  return plane.first_channel == 0   ? Text::block_red
         : plane.first_channel == 1 ? Text::block_green
                                    : Text::block_alpha;
}

void endpoint_row(Context& ui, const bc::Plane& plane, const bc::Endpoint& endpoint, const Rgb& color,
                  const std::string& map_name) {
  const ImVec2 at = {ImGui::GetCursorScreenPos().x + ui.px(block_label_width - 14),
                     ImGui::GetCursorScreenPos().y + ui.px(2)};
  swatch(ui, {at.x, at.y, at.x + ui.px(10), at.y + ui.px(10)}, color);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(block_label_width));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, numbers(plane, endpoint.expanded), map_name);
  std::string stored = numbers(plane, endpoint.raw);
  if (endpoint.p_bit >= 0) stored += fmt::format(", p {}", endpoint.p_bit);
  tooltip(ui, say(Text::block_endpoint_help, {stored}));
}

void subset_rows(Context& ui, const BlockLens& lens, std::size_t plane_index, std::size_t subset) {
  const bc::Plane& plane = lens.info.plane[plane_index];
  const std::vector<Rgb>& palette = lens.palette[plane_index][subset];
  const std::string map_name = fmt::format("block.{}.{}", plane_index, subset);
  const bool stated = plane.palette == bc::Palette::stated;
  label(ui,
        lens.info.subsets > 1 ? say(Text::block_colors_of, {std::to_string(subset)})
                              : text(channel_name(plane)),
        text(stated ? Text::block_stated_help : Text::block_colors_help));
  palette_strip(ui, palette, map_name);
  if (stated) return;
  const auto& [first, second] = plane.endpoints[subset];
  endpoint_row(ui, plane, first, palette.front(), map_name + ".first");
  endpoint_row(ui, plane, second, plane.palette == bc::Palette::weights ? palette.back() : palette[1],
               map_name + ".second");
}

void bytes_row(Context& ui, const std::vector<std::byte>& bytes) {
  std::string hex;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    hex += fmt::format("{}{:02x}",
                       i == 0       ? ""
                       : i % 8 == 0 ? "\n"
                       : i % 4 == 0 ? " "
                                    : "",
                       std::to_integer<int>(bytes[i]));
  block_row(ui, Text::block_bytes, Text::block_bytes_help, "bytes", hex);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!ImGui::IsItemClicked()) return;
  ImGui::SetClipboardText(hex.c_str());
  ui.output.actions.push_back({Action::Kind::message, {}, say(Text::copied, {hex}), 0});
}

void facts(Context& ui, const BlockLens& lens, const Area& area) {
  ImGui::SetCursorScreenPos({area.x0, area.y0});
  ImGui::BeginChild("facts", {area.width(), area.height()});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(4), ui.px(1)});
  mode_rows(ui, lens.info);
  for (std::size_t p = 0; p < std::size_t(lens.info.planes) && !lens.info.reserved; ++p)
    for (std::size_t s = 0; s < std::size_t(lens.info.subsets); ++s)
      subset_rows(ui, lens, p, s);
  bytes_row(ui, lens.bytes);
  ImGui::PopStyleVar();
  ImGui::EndChild();
}
} // namespace

void block_panel(Context& ui, const Area& area) {
  begin_panel(ui, "block", area, Text::title_block);
  const BlockLens& lens = *ui.frame.pixels.block; // set, or the tab would not exist
  beside_title(ui, 12);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim,
            say(Text::block_heading, {block_format_name(lens.info.format), std::to_string(lens.column),
                                      std::to_string(lens.row), std::to_string(lens.place.level)}),
            "block.heading");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bottom = area.y1 - ui.px(7), right = area.x1 - ui.px(10);
  const float side = std::floor(std::max(ui.px(40), std::min(bottom - at.y, 0.42f * (right - at.x))));
  if (lens.info.reserved) {
    ImGui::PushTextWrapPos(0);
    draw_text(ui, ui.theme.fonts.small, ui.color().text, text(Text::block_reserved), "block.reserved");
    ImGui::PopTextWrapPos();
    bytes_row(ui, lens.bytes);
    return end_panel();
  }
  grid(ui, lens, {at.x, at.y, at.x + side, at.y + side});
  facts(ui, lens, {at.x + side + ui.px(12), at.y, right, bottom});
  end_panel();
}

} // namespace texelscope::ui
