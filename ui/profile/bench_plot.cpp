// The shown plot, fitted to the available area, and its reaction to the mouse.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/plot/plot_drawing.h"
#include "ui/profile/bench_parts.h"
#include "ui/profile/window_canvas.h"

namespace texelscope::ui {

using namespace profile;

namespace {
// Of the cells under the mouse, the one whose center is nearest.
const DrawnCell* under_mouse(const DrawnCells& cells) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const DrawnCell* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const DrawnCell& cell : cells) {
    const Area a = area_of(cell.rect);
    const double away = vector_length((a.x0 + a.x1) / 2 - mouse.x, (a.y0 + a.y1) / 2 - mouse.y);
    if (!a.contains(mouse.x, mouse.y) || away >= least) continue;
    nearest = &cell;
    least = away;
  }
  return nearest;
}

void frame_cell(Context& ui, const DrawnCell& cell, float width) {
  const Area a = area_of(cell.rect);
  ImGui::GetWindowDrawList()->AddRect({a.x0 - 1, a.y0 - 1}, {a.x1 + 1, a.y1 + 1}, ui.color().accent, ui.px(2),
                                      0, ui.px(width));
}

// Tooltips, clicks and marks of a plot that fills `plot`; nothing below it takes the mouse.
void take_mouse(Context& ui, const Area& plot, const DrawnCells& cells) {
  const float beyond = ui.px(8); // marks can lie on the edges too
  ImGui::SetCursorScreenPos({plot.x0 - beyond, plot.y0 - beyond});
  const bool clicked =
      ImGui::InvisibleButton("targets", {plot.width() + 2 * beyond, plot.height() + 2 * beyond});
  const DrawnCell* hovered = ImGui::IsItemHovered() ? under_mouse(cells) : nullptr;
  const ImVec2 low = ImGui::GetWindowDrawList()->GetClipRectMin(),
               high = ImGui::GetWindowDrawList()->GetClipRectMax();
  const Area clip = {low.x, low.y, high.x, high.y};
  for (const DrawnCell& cell : cells) {
    const Area a = area_of(cell.rect);
    if (!clip.contains((a.x0 + a.x1) / 2, (a.y0 + a.y1) / 2)) continue; // scrolled out of view
    map_rect(ui, "bench.at." + name(cell.cell), a);
    if (ui.state.labs.bench.cell == cell.cell) frame_cell(ui, cell, 2);
  }
  if (hovered == nullptr) return;
  frame_cell(ui, *hovered, 1);
  if (const profile::Measured* cell = measured_cell(ui.frame.bench->report, hovered->cell))
    cell_tooltip(ui, *cell);
  if (clicked) choose_bench_cell(ui, hovered->cell, false);
}

// Draws the title and beside it the text shared by all cells; returns the y below.
float draw_heading(Context& ui, const Heading& heading, const Area& a) {
  ImGui::GetWindowDrawList()->AddText(ui.theme.fonts.bold, ui.theme.fonts.bold->FontSize, {a.x0, a.y0},
                                      ui.color().text, heading.title.c_str());
  small_text(ui, {a.x1, a.y0 + ui.px(1)}, ui.color().dim, heading.shared, 1);
  return a.y0 + ui.px(22);
}

// The height of the legend, with a gap after it.
float legend_room(const Canvas& canvas, const std::vector<std::string>& names, const Area& room) {
  return names.empty() ? 0
                       : std::min(float(legend_width(canvas, names) + canvas.px(12)), room.width() * 0.4f);
}

// Also says how many series do not fit.
void legend(Context& ui, Canvas& canvas, const std::vector<std::string>& names, std::size_t left_out,
            const Area& a) {
  if (names.empty()) return;
  ImGui::GetWindowDrawList()->PushClipRect({a.x0, a.y0}, {a.x1, a.y1}, true);
  draw_legend(canvas, names, {a.x0, a.y0});
  ImGui::GetWindowDrawList()->PopClipRect();
  float y = a.y0;
  for (std::size_t i = 0; i < names.size(); ++i, y += ui.px(legend_row))
    map_rect(ui, "bench.series." + std::to_string(i), {a.x0, y, a.x1, y + ui.px(18)}, names[i]);
  if (left_out == 0) return;
  ImGui::SetCursorScreenPos({a.x0, y});
  ImGui::PushTextWrapPos(a.x1 - ImGui::GetWindowPos().x);
  draw_text(
      ui, ui.theme.fonts.small, ui.color().dim,
      say(Text::bench_first_series, {std::to_string(names.size()), std::to_string(names.size() + left_out)}),
      "bench.left_out");
  ImGui::PopTextWrapPos();
}

void draw_plot(Context& ui, const Lines& plot, const Area& room) {
  WindowCanvas canvas(ui);
  const std::vector<std::string> names = legend_names(plot.series, plot.heading);
  const float beside = legend_room(canvas, names, room);
  const float top = draw_heading(ui, plot.heading, room) + ui.px(window_spacing.axes_top);
  const float right = std::max(room.x1 - beside - ui.px(16), room.x0 + ui.px(90));
  const Area a = {room.x0 + ui.px(window_spacing.axes_left), top, right,
                  std::max(room.y1 - ui.px(40), top + ui.px(30))};
  take_mouse(ui, a, draw_lines(canvas, plot, {a.x0, a.y0, a.width(), a.height()}));
  legend(ui, canvas, names, plot.left_out, {a.x1 + ui.px(16), a.y0, room.x1, room.y1});
}

void draw_plot(Context& ui, const Polar& plot, const Area& room) {
  WindowCanvas canvas(ui);
  const std::vector<std::string> names = legend_names(plot.series, plot.heading);
  const float beside = legend_room(canvas, names, room);
  const float top = draw_heading(ui, plot.heading, room) + ui.px(18);
  const float reach =
      std::max(ui.px(40), std::min(room.x1 - beside - room.x0 - ui.px(60), room.y1 - top - ui.px(42)));
  const Area a = {room.x0 + ui.px(16), top, room.x0 + ui.px(16) + reach, top + reach};
  take_mouse(ui, a, draw_polar(canvas, plot, {a.x0, a.y1}, reach));
  legend(ui, canvas, names, plot.left_out, {a.x1 + ui.px(44), top, room.x1, room.y1});
}

// A child window that scrolls if its contents are higher than the area.
class Scrolled {
public:
  Scrolled(const char* id, const Area& area, float contents) {
    ImGui::SetCursorScreenPos({area.x0, area.y0});
    ImGui::BeginChild(id, {area.width(), area.height()});
    top = ImGui::GetCursorScreenPos().y;
    ImGui::Dummy({1, contents});
  }
  ~Scrolled() { ImGui::EndChild(); }
  Scrolled(const Scrolled&) = delete;
  Scrolled& operator=(const Scrolled&) = delete;
  float top; // start of the contents
};

void draw_plot(Context& ui, const Matrix& plot, const Area& room) {
  WindowCanvas canvas(ui);
  const float top = draw_heading(ui, plot.heading, room) + ui.px(20), bottom = room.y1 - ui.px(44);
  const float left = room.x0 + float(max_text_width(canvas, plot.rows)) + ui.px(10);
  const float column_width =
      std::clamp((room.x1 - ImGui::GetStyle().ScrollbarSize - left) / float(plot.columns.size()),
                 float(max_text_width(canvas, plot.columns)) + ui.px(8), ui.px(200));
  draw_column_names(canvas, plot, {left, top}, column_width);
  {
    const float height = ui.px(window_spacing.matrix_row) * float(plot.rows.size());
    const Scrolled scrolled("matrix", {room.x0, top, room.x1, bottom}, height);
    const Area a = {left, scrolled.top, left + column_width * float(plot.columns.size()),
                    scrolled.top + height};
    take_mouse(ui, a, draw_squares(canvas, plot, {a.x0, a.y0}, column_width));
  }
  draw_matrix_caption(canvas, plot, {room.x0, bottom + ui.px(4)});
}

void draw_plot(Context& ui, const PathComparison& plot, const Area& room) {
  WindowCanvas canvas(ui);
  const float top = draw_heading(ui, plot.heading, room), bottom = room.y1 - ui.px(40);
  const double left = bars_left(canvas, plot, room.x0);
  const BarColumns columns = {room.x0, left, std::max(canvas.px(60), room.x1 - left - canvas.px(70))};
  draw_bar_axis(canvas, plot.x, columns, top, bottom);
  {
    const float height = float(bars_height(canvas, plot));
    const Scrolled scrolled("duel", {room.x0, top, room.x1, bottom}, height);
    const Area a = {room.x0, scrolled.top, float(left + columns.width), scrolled.top + height};
    take_mouse(ui, a, draw_bars(canvas, plot, columns, a.y0));
  }
  draw_bar_caption(canvas, plot.x, columns, bottom);
}
} // namespace

void bench_plot(Context& ui, const Area& area) {
  const profile::Drawing& drawing = *ui.frame.bench->plot;
  const profile::Plot kind = *plot_of(ui.state.labs.bench.view);
  if (drawing.index() != std::size_t(kind))
    return; // another view was just chosen: its plot comes with the next frame
  if (is_empty(drawing)) return paragraph(ui, ui.color().dim, text(nothing_to_draw(kind)), "bench.nothing");
  map_rect(ui, "bench.plot." + std::string(identifier(kind)), area);
  std::visit([&](const auto& plot) { draw_plot(ui, plot, area); }, drawing);
}

} // namespace texelscope::ui
