// The plot that is shown, and what the mouse does in it.
#include <cmath>
#include <limits>

#include "kernels/text/texts.h"
#include "ui/profile/bench_plots.h"

namespace texelscope::ui {

namespace {
// That whose middle is nearest to the mouse, of those under it.
const BenchTarget* under_mouse(const std::vector<BenchTarget>& targets) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const BenchTarget* nearest = nullptr;
  float least = std::numeric_limits<float>::infinity();
  for (const BenchTarget& target : targets) {
    const Area& a = target.area;
    const float away = std::hypot((a.x0 + a.x1) / 2 - mouse.x, (a.y0 + a.y1) / 2 - mouse.y);
    if (!a.contains(mouse.x, mouse.y) || away >= least) continue;
    nearest = &target;
    least = away;
  }
  return nearest;
}

void frame_target(Context& ui, const Area& a, float width) {
  ImGui::GetWindowDrawList()->AddRect({a.x0 - 1, a.y0 - 1}, {a.x1 + 1, a.y1 + 1}, ui.color().accent, ui.px(2),
                                      0, ui.px(width));
}

struct DrawPlot {
  Context& ui;
  const Area& area;
  void operator()(const profile::Lines& plot) const { bench_lines(ui, plot, area); }
  void operator()(const profile::Polar& plot) const { bench_polar(ui, plot, area); }
  void operator()(const profile::Matrix& plot) const { bench_matrix(ui, plot, area); }
  void operator()(const profile::PathComparison& plot) const { bench_path_comparison(ui, plot, area); }
};
} // namespace

void bench_targets(Context& ui, const Area& plot, const std::vector<BenchTarget>& targets) {
  const float beyond = ui.px(8); // marks stand on the edges too
  ImGui::SetCursorScreenPos({plot.x0 - beyond, plot.y0 - beyond});
  const bool clicked =
      ImGui::InvisibleButton("targets", {plot.width() + 2 * beyond, plot.height() + 2 * beyond});
  const BenchTarget* hovered = ImGui::IsItemHovered() ? under_mouse(targets) : nullptr;
  const ImVec2 low = ImGui::GetWindowDrawList()->GetClipRectMin(),
               high = ImGui::GetWindowDrawList()->GetClipRectMax();
  const Area clip = {low.x, low.y, high.x, high.y};
  for (const BenchTarget& target : targets) {
    const Area& a = target.area;
    if (!clip.contains((a.x0 + a.x1) / 2, (a.y0 + a.y1) / 2)) continue; // scrolled out of sight
    map_rect(ui, "bench.at." + name(target.cell), a);
    if (ui.state.labs.bench.cell == target.cell) frame_target(ui, a, 2);
  }
  if (hovered == nullptr) return;
  frame_target(ui, hovered->area, 1);
  if (const profile::Measured* cell = measured_cell(ui.frame.bench->report, hovered->cell))
    cell_tooltip(ui, *cell);
  if (clicked) choose_bench_cell(ui, hovered->cell, false);
}

void bench_plot(Context& ui, const Area& area) {
  const profile::Drawing& drawing = *ui.frame.bench->plot;
  const profile::Plot kind = *plot_of(ui.state.labs.bench.view);
  if (drawing.index() != std::size_t(kind))
    return; // another view was just chosen: its plot comes with the next frame
  if (is_empty(drawing)) return paragraph(ui, ui.color().dim, text(nothing_to_draw(kind)), "bench.nothing");
  map_rect(ui, "bench.plot." + std::string(identifier(kind)), area);
  std::visit(DrawPlot{ui, area}, drawing);
}

} // namespace texelscope::ui
