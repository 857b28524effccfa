#include "ui/widgets/choices.h"

#include <algorithm>
#include <vector>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

void Choices::place_label(Text label, float segments_width) {
  const float gap = ui.px(16), column = ui.px(72);
  const float width = ui.theme.fonts.small->CalcTextSizeA(ui.px(13), 1e9f, 0, text(label)).x + ui.px(8);
  const float right = right_edge();
  const bool beside = !first && ImGui::GetItemRectMax().x + gap + width + segments_width <= right;
  if (beside) ImGui::SameLine(0, gap);
  first = false;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos(ImVec2(at.x, at.y + ImGui::GetStyle().FramePadding.y + ui.px(1)));
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(label));
  // Items that begin a line are aligned below each other.
  ImGui::SetCursorPos(ImVec2(at.x + (beside ? width : std::max(width, column)), at.y));
}

bool Choices::add_segments(std::string_view name, Text label, const Segment* items, int count, int& chosen) {
  float width = 0;
  for (int i = 0; i < count; ++i)
    width += ui.theme.fonts.control->CalcTextSizeA(ui.px(14), 1e9f, 0, items[i].label).x + ui.px(14);
  place_label(label, width);
  return segments(ui, name, items, count, chosen, std::min(width, ImGui::GetContentRegionAvail().x));
}

bool Choices::add_table(std::string_view name, Text label, EnumTable table, int& chosen, bool all) {
  std::vector<Segment> items;
  if (all) items.push_back({text(Text::choice_all), "all", "", {}});
  for (const EnumEntry& entry : table)
    items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), {}});
  return add_segments(name, label, items.data(), int(items.size()), chosen);
}

bool Choices::add_switch(std::string_view name, Text label, Text help, bool& on) {
  const Segment items[] = {{text(Text::off), "false", text(help), {}},
                           {text(Text::on), "true", text(help), {}}};
  int chosen = on ? 1 : 0;
  const bool changed = add_segments(name, label, items, 2, chosen);
  on = chosen == 1;
  return changed;
}

} // namespace texelscope::ui
