// The scenes as small pictures: how the picture's pixels become coordinates.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/settings/row_parts.h"
#include "ui/settings/rows.h"

namespace texelscope::ui {

namespace {
// A drawing of lines in a unit square, whose y goes down.
struct Sketch {
  ImDrawList& draw;
  ImVec2 at;
  float size;
  ImU32 ink;
  ImVec2 point(float x, float y) const { return {at.x + x * size, at.y + y * size}; }
  void line(float x0, float y0, float x1, float y1) { draw.AddLine(point(x0, y0), point(x1, y1), ink); }
  void square(float x, float y, float side) { draw.AddRect(point(x, y), point(x + side, y + side), ink); }
};

void flat(Sketch& s) {
  for (int i = 0; i < 4; ++i) {
    s.line(float(i) / 3, 0, float(i) / 3, 1);
    s.line(0, float(i) / 3, 1, float(i) / 3);
  }
}

void sheet(Sketch& s) {
  s.square(-0.3f, 0.2f, 0.8f);
  s.square(0.6f, 0.2f, 0.4f);
  s.square(1.1f, 0.2f, 0.2f);
}

void net(Sketch& s) {
  for (int i = 0; i < 4; ++i)
    s.square(-0.17f + 0.33f * float(i), 0.33f, 0.33f);
  s.square(0.16f, 0, 0.33f);
  s.square(0.16f, 0.66f, 0.33f);
}

void sphere(Sketch& s) {
  s.draw.AddCircle(s.point(0.5f, 0.5f), s.size / 2, s.ink);
  s.line(0.5f, 0, 0.5f, 1);
  s.line(0, 0.5f, 1, 0.5f);
  s.line(0.08f, 0.25f, 0.92f, 0.25f);
  s.line(0.08f, 0.75f, 0.92f, 0.75f);
}

// Rows that come closer toward the horizon, and columns that meet there.
void tilted(Sketch& s) {
  for (const float y : {0.2f, 0.32f, 0.55f, 1.0f})
    s.line(0.5f - 0.9f * y, y, 0.5f + 0.9f * y, y);
  for (int i = -2; i <= 2; ++i)
    s.line(0.5f + 0.09f * float(i), 0.2f, 0.5f + 0.45f * float(i), 1);
}

void grid(Sketch& s) {
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) {
      const float y = 0.25f * float(row), height = 0.2f - 0.045f * float(row),
                  x = -0.1f + 0.32f * float(column);
      s.draw.AddRect(s.point(x, y + 0.1f - height / 2), s.point(x + 0.2f, y + 0.1f + height / 2), s.ink);
    }
}

// By Projection.
constexpr void (*pictures[])(Sketch&) = {flat, sheet, net, sphere, tilted, grid};

bool tile(Context& ui, const EnumEntry& entry, ImVec2 at, ImVec2 size, bool chosen) {
  ImGui::SetCursorScreenPos(at);
  const bool pressed = ImGui::InvisibleButton(entry.identifier.data(), size);
  const bool hovered = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 ink = chosen ? ui.color().selected_text : ui.color().text;
  draw.AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y),
                     chosen    ? ui.color().selected
                     : hovered ? ui.color().hover
                               : ui.color().control,
                     ui.px(4));
  const float side = ui.px(24);
  Sketch sketch{draw, ImVec2(std::floor(at.x + (size.x - side) / 2), at.y + ui.px(6)), side, ink};
  pictures[entry.value](sketch);
  ImFont* font = ui.theme.fonts.small;
  const float width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, text(entry.label)).x;
  draw.AddText(font, font->FontSize,
               ImVec2(std::floor(at.x + (size.x - width) / 2), at.y + size.y - font->FontSize - ui.px(4)),
               ink, text(entry.label));
  map_item(ui, "view.projection." + std::string(entry.identifier),
           text(entry.label) + std::string(chosen ? " (chosen)" : ""), width);
  tooltip(ui, text(entry.help));
  return pressed;
}
} // namespace

void scene_row(Context& ui, unsigned offered) {
  static_assert(std::size(pictures) == std::size_t(Projection::grid) + 1);
  const Row row = begin_wide_row(ui, "view.projection");
  const std::string now = std::get<std::string>(row.field.get(ui.session));
  std::vector<const EnumEntry*> there;
  for (const EnumEntry& entry : row.field.choices)
    if (entry.identifier == now || (offered >> entry.value & 1) != 0) there.push_back(&entry);
  const float gap = ui.px(4), count = float(there.size());
  const ImVec2 at = ImGui::GetCursorScreenPos(),
               size(std::floor((control_width() - (count - 1) * gap) / count), ui.px(52));
  ImGui::PushID("view.projection");
  for (std::size_t i = 0; i < there.size(); ++i)
    if (tile(ui, *there[i], ImVec2(at.x + float(i) * (size.x + gap), at.y), size,
             there[i]->identifier == now))
      assign(ui.session, row.field, std::string(there[i]->identifier));
  ImGui::PopID();
}

} // namespace texelscope::ui
