// The report as a table: one row per cell, sorted by a click on a heading.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/bench_parts.h"

namespace texelscope::ui {

using namespace profile;

namespace {
constexpr ImGuiTableFlags table_flags =
    ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | bench_table_flags;

std::string value_text(const Measured& m, Column column, int cores) {
  const auto value = value_of(m, column);
  // A GPU reaches some 1000 GTexel/s, a CPU's thread less than one.
  if (value && (column == Column::texels || column == Column::bytes))
    return number_text(column, *value, cores > 0 ? 3 : 1);
  const bool wrong = value && column == Column::error && !m.right();
  return figure_text(m, column, cores) + (wrong ? " !" : "");
}

bool is_number(Column column) {
  return column != Column::name && column != Column::limiter;
}
bool is_share(Column column) {
  return column >= Column::l1_share && column <= Column::issue_share;
}

// The width of a column after the name.
float column_width(const Context& ui, Column column) {
  const float least = ui.px(column == Column::error ? 68 : 50);
  return std::max(least, small_width(ui, label(column)) + ui.px(14)); // a sorted one has an arrow
}

float all_widths(Context& ui, const std::vector<Column>& columns) {
  float width = bench_name_width(ui) + ui.px(12);
  for (const Column column : columns)
    if (column != Column::name) width += column_width(ui, column) + ui.px(12);
  return width;
}

void set_up(Context& ui, const std::vector<Column>& columns) {
  for (const Column column : columns)
    if (column == Column::name)
      ImGui::TableSetupColumn(label(column), ImGuiTableColumnFlags_WidthStretch, 1, ImGuiID(column));
    else
      ImGui::TableSetupColumn(label(column), ImGuiTableColumnFlags_WidthFixed, column_width(ui, column),
                              ImGuiID(column));
  ImGui::TableSetupScrollFreeze(1, 1);
}

void header(Context& ui, const std::vector<Column>& columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const Column column : columns) {
    if (!ImGui::TableNextColumn()) continue;
    ImGui::TableHeader(label(column));
    map_item(ui, "bench.column." + std::string(identifier(column)), label(column));
    tooltip(ui, text(enum_table<Column>()[std::size_t(column)].help));
  }
}

// The order chosen in ImGui's headings, for the next frame.
std::optional<Order> chosen_order() {
  const ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || specs->SpecsCount == 0) return std::nullopt;
  return Order{Column(specs->Specs->ColumnUserID),
               specs->Specs->SortDirection == ImGuiSortDirection_Descending};
}

void right_aligned(Context& ui, ImU32 ink, const std::string& shown) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                       std::max(0.0f, ImGui::GetContentRegionAvail().x - mono_width(ui, shown)));
  draw_text(ui, ui.theme.fonts.mono_small, ink, shown);
}

// The whole text of the row, for the ui map.
std::string row_text(const Measured& m, const std::vector<Column>& columns, int cores) {
  if (m.skipped) return obstacle_text(m.cell, *m.skipped);
  std::string all;
  for (const Column column : columns)
    if (column != Column::name)
      all +=
          fmt::format("{}{} {}", all.empty() ? "" : ", ", identifier(column), value_text(m, column, cores));
  return all;
}

// Spans all columns.
void reason(Context& ui, const Measured& m) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  draw->PushClipRect(draw->GetClipRectMin(), {right, draw->GetClipRectMax().y});
  small_text(ui, ImGui::GetCursorScreenPos(), ui.color().dim,
             obstacle_text(m.cell, *m.skipped) + " " + m.message);
  draw->PopClipRect();
}

void value(Context& ui, const Measured& m, Column column, const std::string& shown) {
  const bool wrong = column == Column::error && !m.right();
  if (!is_share(column)) return right_aligned(ui, wrong ? ui.color().red : ui.color().text, shown);
  const bool strong = busiest(m) == column;
  bench_share_bar(ui, value_of(m, column).value_or(0), strong);
  right_aligned(ui, strong ? ui.color().text : ui.color().dim, shown);
}

void row(Context& ui, const Measured& m, const std::vector<Column>& columns, int cores) {
  BenchChoice& choice = ui.state.labs.bench;
  const bool chosen = choice.cell == m.cell;
  const std::string named = name(m.cell);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleColor(ImGuiCol_Text, m.skipped    ? ui.color().dim
                                       : !m.right() ? ui.color().red
                                       : chosen     ? ui.color().accent
                                                    : ui.color().text);
  if (ImGui::Selectable(named.c_str(), chosen, ImGuiSelectableFlags_SpanAllColumns))
    choose_bench_cell(ui, m.cell, true);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  map_item(ui, "bench.row." + named, row_text(m, columns, cores));
  if (ImGui::IsItemHovered()) cell_tooltip(ui, m);
  for (const Column column : columns) {
    if (column == Column::name || !ImGui::TableNextColumn()) continue;
    if (m.skipped) return reason(ui, m);
    const std::string shown = value_text(m, column, cores);
    if (is_number(column))
      value(ui, m, column, shown);
    else
      draw_text(ui, ui.theme.fonts.mono_small, ui.color().text, shown);
  }
}

// Scrolls to the chosen row if it was chosen elsewhere.
void scroll_to_chosen(Context& ui, float line) {
  BenchChoice& choice = ui.state.labs.bench;
  const BenchFindings& bench = *ui.frame.bench;
  if (!choice.scroll_to_cell || !choice.cell) return;
  choice.scroll_to_cell = false;
  const auto found =
      std::ranges::find(bench.rows, *choice.cell, [&](std::size_t i) { return bench.report->cells[i].cell; });
  if (found == bench.rows.end()) return;
  const float y = line * float(found - bench.rows.begin());
  ImGui::SetScrollY(std::max(0.0f, y - ImGui::GetWindowHeight() / 2));
}
} // namespace

void bench_table(Context& ui, float height) {
  const BenchFindings& bench = *ui.frame.bench;
  const std::vector<Column>& columns = bench.columns;
  std::string id = "cells"; // other columns have other widths
  for (const Column column : columns)
    id += char('a' + int(column));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(ui.px(6), ui.px(1)));
  if (ImGui::BeginTable(id.c_str(), int(columns.size()), table_flags, {0, height},
                        bench_inner_width(all_widths(ui, columns)))) {
    set_up(ui, columns);
    header(ui, columns);
    ui.state.labs.bench.order = chosen_order();
    const float line = ui.theme.fonts.mono_small->FontSize + 2 * ui.px(1);
    scroll_to_chosen(ui, line);
    ImGuiListClipper clipper;
    clipper.Begin(int(bench.rows.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        row(ui, bench.report->cells[bench.rows[std::size_t(i)]], columns, bench.report->machine.cores);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

} // namespace texelscope::ui
