#include "ui/labs/legality_matrix.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/axes.h"

namespace texelscope::ui {

using namespace legality;

namespace {
struct MatrixGrid {
  float left;        // start of the columns, window pixels
  float column, row; // sizes of a cell
  float band;        // height of a header band
  float last_band;   // of the last one, whose text is vertical if columns are narrow
  bool upright;
  float x(std::size_t c) const { return std::floor(left + column * float(c)); }
};

MatrixGrid grid_of(Context& ui) {
  const Table& table = ui.frame.labs->table;
  MatrixGrid grid = {};
  const float names = ui.px(100), bar = ImGui::GetStyle().ScrollbarSize;
  const float room = ImGui::GetContentRegionAvail().x - names - bar;
  grid.left = ImGui::GetCursorScreenPos().x + names;
  grid.column = std::clamp(room / float(table.columns.size()), ui.px(16), ui.px(200));
  grid.row = ui.px(19);
  grid.band = grid.last_band = ui.px(18);
  float widest = 0;
  for (const auto& column : table.columns)
    widest = std::max(widest, small_width(ui, column.back()));
  grid.upright = widest + ui.px(6) > grid.column;
  if (grid.upright) grid.last_band = std::ceil(widest) + ui.px(8);
  return grid;
}

// Vertical text, from bottom to top: drawn horizontally, then its vertices are rotated about its start.
void upright_text(Context& ui, const ImVec2& bottom_left, const char* shown) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  // Otherwise ImGui would clip letters that lie outside before the rotation.
  draw->PushClipRect(ImVec2(-1e5f, -1e5f), ImVec2(1e5f, 1e5f));
  const int first = draw->VtxBuffer.Size;
  draw->AddText(ui.theme.fonts.small, ui.px(13), bottom_left, ui.color().text, shown);
  for (int i = first; i < draw->VtxBuffer.Size; ++i) {
    ImVec2& at = draw->VtxBuffer[i].pos;
    at = ImVec2(bottom_left.x + (at.y - bottom_left.y), bottom_left.y - (at.x - bottom_left.x));
  }
  draw->PopClipRect();
}

// The first column after `c` whose header differs in this band or in one above it.
std::size_t end_of_run(const Table& table, std::size_t c, std::size_t band) {
  std::size_t end = c + 1;
  const auto same = [&](std::size_t other) {
    return std::equal(table.columns[c].begin(), table.columns[c].begin() + std::ptrdiff_t(band) + 1,
                      table.columns[other].begin());
  };
  while (end < table.columns.size() && same(end))
    ++end;
  return end;
}

// Bands of text above the columns; a text that applies to several columns is shown once.
void header(Context& ui, const MatrixGrid& grid) {
  const Table& table = ui.frame.labs->table;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::size_t bands = table.columns.empty() ? 0 : table.columns.front().size();
  float y = ImGui::GetCursorScreenPos().y;
  for (std::size_t band = 0; band < bands; ++band) {
    const bool last = band + 1 == bands;
    const float height = last ? grid.last_band : grid.band;
    for (std::size_t c = 0; c < table.columns.size();) {
      const std::size_t end = last ? c + 1 : end_of_run(table, c, band);
      const char* word = table.columns[c][band];
      const float x0 = grid.x(c), x1 = grid.x(end) - ui.px(1);
      draw->PushClipRect(ImVec2(x0, y), ImVec2(x1, y + height), true);
      if (!last) draw->AddRectFilled(ImVec2(x0, y), ImVec2(x1, y + height - ui.px(2)), ui.color().control);
      if (last && grid.upright)
        upright_text(ui, ImVec2(std::floor((x0 + x1 - ui.px(15)) / 2), y + height - ui.px(4)), word);
      else
        small_text(ui, {std::max(x0 + ui.px(3), (x0 + x1 - small_width(ui, word)) / 2), y},
                   last ? ui.color().text : ui.color().dim, word);
      draw->PopClipRect();
      c = end;
    }
    y += height;
  }
  ImGui::Dummy(ImVec2(1, y - ImGui::GetCursorScreenPos().y));
}

ImU32 verdict_fill(const Context& ui, Verdict verdict) {
  switch (verdict) {
  case Verdict::accepted:
    return ui.color().hover;
  case Verdict::altered:
    return with_alpha(ui.color().amber, 0.4f);
  case Verdict::refused:
    break;
  }
  return with_alpha(ui.color().red, 0.4f);
}

// A mark if all configurations of the cell agree, else the number of accepted ones.
std::string cell_mark(const Cell& cell) {
  const int all = int(cell.configurations.size());
  for (const Verdict verdict : {Verdict::accepted, Verdict::altered, Verdict::refused})
    if (cell.counts[std::size_t(verdict)] == all) return verdict_mark(verdict);
  return fmt::format("{}/{}", cell.counts[0], all);
}

// Fills the cell in proportion to the verdicts of its configurations.
void draw_cell(Context& ui, const Cell& cell, const Area& a, bool narrow) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  float x = a.x0;
  for (std::size_t verdict = 0; verdict < cell.counts.size(); ++verdict) {
    const float end = x + a.width() * float(cell.counts[verdict]) / float(cell.configurations.size());
    if (cell.counts[verdict] > 0)
      draw->AddRectFilled(ImVec2(x, a.y0), ImVec2(end, a.y1), verdict_fill(ui, Verdict(verdict)));
    x = end;
  }
  const std::string mark = cell_mark(cell);
  const bool pure = mark.find('/') == std::string::npos;
  if (narrow && !pure) return; // the color is enough
  ImFont* font = pure ? ui.theme.fonts.small : ui.theme.fonts.mono_small;
  const ImVec2 size = font->CalcTextSizeA(ui.px(pure ? 13 : 12), 1e9f, 0, mark.c_str());
  draw->AddText(font, ui.px(pure ? 13 : 12),
                ImVec2(std::floor((a.x0 + a.x1 - size.x) / 2), std::floor((a.y0 + a.y1 - size.y) / 2)),
                pure && mark == verdict_mark(Verdict::accepted) ? ui.color().dim : ui.color().text,
                mark.c_str());
}

void row_name(Context& ui, const MatrixGrid& grid, const Format& format, float y, bool of_session) {
  const float x = grid.left - ui.px(100);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (of_session)
    draw->AddRectFilled(ImVec2(x, y + ui.px(1)), ImVec2(x + ui.px(3), y + grid.row - ui.px(2)),
                        ui.color().accent);
  const ImU32 ink = of_session ? ui.color().accent : ui.color().text;
  mono_text(ui, {x + ui.px(7), y + ui.px(3)}, ink, format.name);
  map_rect(ui, "legality.row." + std::string(format.name), {x, y, grid.left, y + grid.row},
           of_session ? text(Text::legality_row_of_session) : "");
}

class Rows {
public:
  Rows(Context& context, const MatrixGrid& of) : ui(context), grid(of), table(ui.frame.labs->table) {}

  void draw(std::size_t row) {
    const float y = ImGui::GetCursorScreenPos().y;
    const auto& session = ui.frame.labs->session;
    row_name(ui, grid, *table.rows[row], y,
             session.configuration && session.configuration->format == table.rows[row]);
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      if (const Cell& cell = table.cell(row, column); !cell.configurations.empty())
        draw_one({row, column}, cell,
                 {grid.x(column), y, grid.x(column + 1) - ui.px(1), y + grid.row - ui.px(1)});
    ImGui::SetCursorScreenPos(ImVec2(grid.left - ui.px(100), y));
    ImGui::Dummy(ImVec2(1, grid.row));
  }
  std::optional<CellPlace> hovered;

private:
  void draw_one(CellPlace place, const Cell& cell, const Area& a) {
    draw_cell(ui, cell, a, grid.column < ui.px(34));
    ImGui::SetCursorScreenPos(ImVec2(a.x0, a.y0));
    ImGui::PushID(int(place.row * table.columns.size() + place.column));
    auto& chosen = ui.state.labs.legality.cell;
    if (ImGui::InvisibleButton("cell", ImVec2(a.width(), a.height())))
      chosen = chosen == place ? std::nullopt : std::optional(place);
    ImGui::PopID();
    map_item(ui, fmt::format("legality.cell.{}.{}", table.rows[place.row]->name, place.column),
             cell_mark(cell));
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused()) hovered = place;
    const bool marked = chosen == place || (!chosen && hovered == place);
    const bool of_session = ui.frame.labs->session.cell == place;
    if (!marked && !of_session) return;
    ImGui::GetWindowDrawList()->AddRect(ImVec2(a.x0, a.y0), ImVec2(a.x1, a.y1), ui.color().accent, 0, 0,
                                        ui.px(marked ? 2.0f : 1.0f));
  }

  Context& ui;
  const MatrixGrid& grid;
  const Table& table;
};
} // namespace

ImU32 verdict_ink(const Context& ui, Verdict verdict) {
  if (verdict == Verdict::refused) return ui.color().red;
  return verdict == Verdict::altered ? ui.color().amber : ui.color().text;
}

const char* verdict_mark(Verdict verdict) {
  constexpr Text marks[] = {Text::mark_of_accepted, Text::mark_of_altered, Text::mark_of_refused};
  return text(marks[std::size_t(verdict)]);
}

std::optional<CellPlace> legality_matrix(Context& ui, float height) {
  const Table& table = ui.frame.labs->table;
  const float top = ImGui::GetCursorScreenPos().y;
  if (table.rows.empty()) {
    paragraph(ui, ui.color().dim, text(Text::legality_nothing_shown), "legality.nothing");
    ImGui::Dummy(ImVec2(1, height - (ImGui::GetCursorScreenPos().y - top)));
    return std::nullopt;
  }
  const MatrixGrid grid = grid_of(ui);
  header(ui, grid);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const Area area = {ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y,
                     ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, top + height};
  ImGui::BeginChild("matrix", ImVec2(0, area.height()));
  map_rect(ui, "panel.legality_matrix", area);
  Rows rows(ui, grid);
  ImGuiListClipper clipper;
  clipper.Begin(int(table.rows.size()), grid.row);
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
      rows.draw(std::size_t(row));
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return rows.hovered;
}

} // namespace texelscope::ui
