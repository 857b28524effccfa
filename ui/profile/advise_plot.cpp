// The plot of the advice, fitted to the available area, and its reaction to the mouse.
#include <algorithm>
#include <limits>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"
#include "ui/profile/advise_parts.h"
#include "ui/profile/window_canvas.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

using advise::AdviceRow, advise::DrawnChoice;

namespace {
const AdviceRow& row_of(const Context& ui, std::size_t choice) {
  return *std::ranges::find(ui.frame.advise->rows, choice, &AdviceRow::choice);
}

// Of the marks under the mouse, the one whose center is nearest.
const DrawnChoice* under_mouse(const std::vector<DrawnChoice>& marks) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const DrawnChoice* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const DrawnChoice& mark : marks) {
    const Area a = area_of(mark.rect);
    const double away = vector_length((a.x0 + a.x1) / 2 - mouse.x, (a.y0 + a.y1) / 2 - mouse.y);
    if (!a.contains(mouse.x, mouse.y) || away >= least) continue;
    nearest = &mark;
    least = away;
  }
  return nearest;
}

void take_mouse(Context& ui, const Area& axes, const std::vector<DrawnChoice>& marks,
                std::optional<std::size_t> pointed) {
  const float beyond = ui.px(8); // marks can lie on the edges too
  ImGui::SetCursorScreenPos({axes.x0 - beyond, axes.y0 - beyond});
  ImGui::InvisibleButton("choices", {axes.width() + 2 * beyond, axes.height() + 2 * beyond});
  const DrawnChoice* hovered = ImGui::IsItemHovered() ? under_mouse(marks) : nullptr;
  for (const DrawnChoice& mark : marks) {
    const Area a = area_of(mark.rect);
    const AdviceRow& row = row_of(ui, mark.choice);
    map_rect(ui, "advise.at." + row.cells.front(), a);
    if (pointed == mark.choice)
      ImGui::GetWindowDrawList()->AddRect({a.x0 - 1, a.y0 - 1}, {a.x1 + 1, a.y1 + 1}, ui.color().accent,
                                          ui.px(2), 0, ui.px(1));
  }
  if (hovered == nullptr) return;
  ui.state.labs.advise.pointed = hovered->choice;
  advise_tooltip(ui, row_of(ui, hovered->choice));
}
} // namespace

void advise_plot(Context& ui, const Area& room, std::optional<std::size_t> pointed) {
  const advise::AdvicePlot& plot = ui.frame.advise->plot;
  WindowCanvas canvas(ui);
  const double below = advise::draw_ways(canvas, plot, {room.x0, room.y0}, room.width());
  const float left = room.x0 + ui.px(profile::window_spacing.axes_left),
              top = room.y0 + float(below) + ui.px(profile::window_spacing.axes_top + 6);
  const Area axes = {left, top, room.x1 - ui.px(16), std::max(top + ui.px(60), room.y1 - ui.px(40))};
  map_rect(ui, "advise.plot", room);
  take_mouse(ui, axes, advise::draw_advice(canvas, plot, {axes.x0, axes.y0, axes.width(), axes.height()}),
             pointed);
}

} // namespace texelscope::ui
