// The advice's choices as a table, the fastest first, and one of them in a tooltip.
#include <algorithm>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"
#include "ui/profile/advise_parts.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

using advise::AdviceColumn, advise::AdviceRow;

namespace {
constexpr ImGuiTableFlags advice_table_flags =
    ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;

void set_up(Context& ui, const std::vector<AdviceColumn>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    float width = small_width(ui, columns[i].title);
    for (const AdviceRow& row : ui.frame.advise->rows)
      if (i < row.cells.size() && !(row.refused && i > 0))
        width = std::max(width, mono_width(ui, row.cells[i]));
    ImGui::TableSetupColumn(columns[i].title.c_str(), ImGuiTableColumnFlags_WidthFixed, width + ui.px(2));
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupScrollFreeze(0, 1);
}

// Puts the cursor where a text of this width ends at the cell's right edge.
void align_right(float width) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

void header(Context& ui, const std::vector<AdviceColumn>& columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ImGui::TableNextColumn();
    if (columns[i].width > 0) align_right(small_width(ui, columns[i].title));
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, columns[i].title);
  }
  ImGui::TableNextColumn();
}

// What spans the columns after the name.
void refusal(Context& ui, const AdviceRow& row) {
  ImGui::TableNextColumn();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
  draw->PushClipRect(draw->GetClipRectMin(), {right, draw->GetClipRectMax().y});
  small_text(ui, at, ui.color().dim, elided(ui.theme.fonts.small, row.cells[1], right - at.x));
  draw->PopClipRect();
}

// The plot's line, before the marks of a choice on the front.
void front_line(Context& ui, const AdviceRow& row) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float y = at.y + ui.px(7);
  if (row.on_front)
    ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + ui.px(24), y}, ui.color().accent, ui.px(2));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(32));
}

void numbers(Context& ui, const AdviceRow& row, const std::vector<AdviceColumn>& columns, ImU32 ink) {
  for (std::size_t i = 1; i < row.cells.size(); ++i) {
    ImGui::TableNextColumn();
    if (columns[i].width > 0) align_right(mono_width(ui, row.cells[i]));
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, row.cells[i]);
  }
  ImGui::TableNextColumn();
  front_line(ui, row);
  ImFont* font = ui.theme.fonts.small;
  draw_text(ui, font, ink, elided(font, row.marks, ImGui::GetContentRegionAvail().x));
}

void table_row(Context& ui, const AdviceRow& row, const std::vector<AdviceColumn>& columns, bool pointed) {
  const advise::AdvicePlot& plot = ui.frame.advise->plot;
  const auto plotted = std::ranges::find(plot.choices, row.choice, &advise::PlottedChoice::choice);
  const bool best = plotted != plot.choices.end() && plotted->best, is_own = row.choice == 0;
  const ImU32 ink = row.refused ? ui.color().dim : best ? ui.color().accent : ui.color().text;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleColor(ImGuiCol_Text, ink);
  if (ImGui::Selectable(row.cells.front().c_str(), pointed, ImGuiSelectableFlags_SpanAllColumns)) {
    ImGui::SetClipboardText(row.cells.front().c_str());
    ui.output.actions.push_back({Action::Kind::message, {}, say(Text::copied, {row.cells.front()}), 0});
  }
  ImGui::PopStyleColor();
  ImGui::PopFont();
  std::vector<std::string> rest(row.cells.begin() + 1, row.cells.end());
  if (!row.marks.empty()) rest.push_back(row.marks);
  map_item(ui, "advise.row." + row.cells.front(), joined(rest));
  if (ImGui::IsItemHovered()) ui.state.labs.advise.pointed = row.choice;
  tooltip(ui, row.refused ? row.cells[1] : row.why); // what the row has no room for
  if (row.refused) return refusal(ui, row);
  numbers(ui, row, columns, best ? ui.color().accent : is_own ? ui.color().text : ui.color().dim);
}
} // namespace

void advise_tooltip(Context& ui, const AdviceRow& row) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ui.px(300));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().accent, row.cells.front());
  if (row.refused) {
    draw_text(ui, ui.theme.fonts.small, ui.color().text, breakable(ui.theme, row.cells[1]));
  } else {
    const std::vector<AdviceColumn> columns = advise::advice_columns();
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
      const float x = ImGui::GetCursorPosX();
      draw_text(ui, ui.theme.fonts.small, ui.color().dim, columns[i].title);
      ImGui::SameLine(x + ui.px(96));
      draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, row.cells[i]);
    }
    draw_text(ui, ui.theme.fonts.small, ui.color().text, breakable(ui.theme, row.why));
    if (row.on_front)
      draw_text(ui, ui.theme.fonts.small, ui.color().text,
                breakable(ui.theme, text(Text::advise_mark_front)));
    if (!row.marks.empty())
      draw_text(ui, ui.theme.fonts.small, ui.color().text, breakable(ui.theme, row.marks));
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void advise_table(Context& ui, float height, std::optional<std::size_t> pointed) {
  const std::vector<AdviceColumn> columns = advise::advice_columns();
  const ImGuiTableFlags flags =
      height > 0 ? advice_table_flags | ImGuiTableFlags_ScrollY : advice_table_flags;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(ui.px(6), ui.px(1)));
  if (ImGui::BeginTable("choices", int(columns.size()) + 1, flags, {0, height})) {
    set_up(ui, columns);
    header(ui, columns);
    for (const AdviceRow& row : ui.frame.advise->rows)
      table_row(ui, row, columns, pointed == row.choice);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

} // namespace texelscope::ui
