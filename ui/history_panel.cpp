// HISTORY: the sessions one can go back to, newest last; a click goes there.
#include <fmt/format.h>

#include "kernels/texts.h"
#include "ui/widgets.h"

namespace texelscope::ui {

void history_panel(Context& ui, const Area& area) {
  begin_panel(ui, "history", area, Text::title_history);
  ImGui::PushFont(ui.theme.fonts.small);
  for (std::size_t i = 0; ui.frame.history != nullptr && i < ui.frame.history->size(); ++i) {
    const bool here = i == ui.frame.history_at;
    const bool undone = i > ui.frame.history_at;
    ImGui::PushStyleColor(ImGuiCol_Text, here ? ui.color().text : ui.color().dim);
    ImGui::PushID(int(i));
    const std::string label = (undone ? "· " : "") + (*ui.frame.history)[i].label;
    if (ImGui::Selectable(label.c_str(), here)) ui.output.actions.push_back({Action::Kind::load_history, {}, {}, i});
    ImGui::PopID();
    ImGui::PopStyleColor();
    map_item(ui, fmt::format("history.{}", i), label);
    if (here && i + 1 == ui.frame.history->size()) ImGui::SetScrollHereY(1);
  }
  ImGui::PopFont();
  end_panel();
}

} // namespace texelscope::ui
