// Plots of squares and bars: the matrix, the duel. As app/profile/plot_svg_tables.cpp draws them; what has no
// room is scrolled to.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/text/texts.h"
#include "ui/profile/bench_plots.h"

namespace texelscope::ui {

using namespace profile;

namespace {
float widest(const Context& ui, const std::vector<std::string>& all) {
  float width = 0;
  for (const std::string& words : all)
    width = std::max(width, small_width(ui, words));
  return width;
}

// Text stays readable on the strongest.
ImU32 heat(const Context& ui, double share) {
  return with_alpha(ui.color().series[0], 0.05f + 0.5f * float(share));
}

void heat_scale(Context& ui, ImVec2 at) {
  constexpr int steps = 5;
  const float wide = ui.px(42);
  for (int i = 0; i <= steps; ++i) {
    const float x = at.x + wide * float(i);
    ImGui::GetWindowDrawList()->AddRectFilled({x, at.y}, {x + wide - ui.px(2), at.y + ui.px(17)},
                                              heat(ui, double(i) / steps));
    small_text(ui, {x + wide / 2, at.y + ui.px(1)}, ui.color().text, fmt::format("{} %", 100 * i / steps),
               0.5f);
  }
}

// A child that scrolls where its contents are higher than the area.
class Scrolled {
public:
  Scrolled(const char* id, const Area& area, float contents) {
    ImGui::SetCursorScreenPos({area.x0, area.y0});
    ImGui::BeginChild(id, {area.width(), area.height()});
    at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({1, contents});
  }
  ~Scrolled() { ImGui::EndChild(); }
  Scrolled(const Scrolled&) = delete;
  Scrolled& operator=(const Scrolled&) = delete;
  ImVec2 at; // where the contents begin
};

struct MatrixGrid {
  float left, wide, high;
  float x(std::size_t column) const { return left + wide * float(column); }
};

void squares(Context& ui, const Matrix& plot, const MatrixGrid& grid, float top) {
  std::vector<BenchTarget> targets;
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    const float y = top + grid.high * float(r);
    small_text(ui, {grid.left - ui.px(8), y + ui.px(2)}, ui.color().text, plot.rows[r], 1);
    for (std::size_t c = 0; c < plot.columns.size(); ++c) {
      const Square& square = plot.squares[r * plot.columns.size() + c];
      const Area a = {grid.x(c), y, grid.x(c + 1) - ui.px(2), y + grid.high - ui.px(2)};
      if (square.measured)
        ImGui::GetWindowDrawList()->AddRectFilled({a.x0, a.y0}, {a.x1, a.y1}, heat(ui, square.share));
      small_text(ui, {(a.x0 + a.x1) / 2, y + ui.px(2)}, square.measured ? ui.color().text : ui.color().dim,
                 square.words, 0.5f);
      if (square.cell) targets.push_back({a, *square.cell});
    }
  }
  bench_targets(ui, {grid.left, top, grid.x(plot.columns.size()), top + grid.high * float(plot.rows.size())},
                targets);
}

struct Bars {
  const Scale& axis;
  float left, across;
  float x(double value) const { return left + across * float(axis.place(value)); }
};

void one_bar(Context& ui, const Bars& bars, const Bar& bar, float y) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float low = bars.x(bar.low), high = bars.x(bar.high), middle = y + ui.px(8);
  small_text(ui, {bars.left - ui.px(8), y}, ui.color().text, bar.name, 1);
  draw->AddRectFilled({bars.left, y}, {bars.x(bar.value), y + ui.px(16)},
                      with_alpha(bench_ink(ui, std::size_t(bar.path)), 0.7f));
  draw->AddLine({low, middle}, {high, middle}, ui.color().text, ui.px(1));
  for (const float end : {low, high})
    draw->AddLine({end, middle - ui.px(4)}, {end, middle + ui.px(4)}, ui.color().text, ui.px(1));
  small_text(ui, {std::max(high, bars.x(bar.value)) + ui.px(8), y}, ui.color().text, bar.words);
}
} // namespace

void bench_matrix(Context& ui, const Matrix& plot, const Area& room) {
  const float top = bench_heading(ui, plot.heading, room), foot = ui.px(44),
              bar = ImGui::GetStyle().ScrollbarSize;
  MatrixGrid grid = {room.x0 + widest(ui, plot.rows) + ui.px(10), 0, ui.px(22)};
  grid.wide = std::clamp((room.x1 - bar - grid.left) / float(plot.columns.size()),
                         widest(ui, plot.columns) + ui.px(8), ui.px(200));
  for (std::size_t c = 0; c < plot.columns.size(); ++c)
    small_text(ui, {grid.x(c) + grid.wide / 2, top}, ui.color().dim, plot.columns[c], 0.5f);
  {
    const Area rows = {room.x0, top + ui.px(20), room.x1, room.y1 - foot};
    const Scrolled scrolled("matrix", rows, grid.high * float(plot.rows.size()));
    squares(ui, plot, grid, scrolled.at.y);
  }
  const std::string signs = text(Text::plot_matrix_signs);
  small_text(ui, {room.x0, room.y1 - foot + ui.px(4)}, ui.color().dim,
             say(Text::plot_matrix_legend, {plot.unit}));
  heat_scale(ui, {room.x0, room.y1 - ui.px(20)});
  small_text(ui, {room.x0 + ui.px(42 * 6 + 12), room.y1 - ui.px(19)}, ui.color().dim, signs);
}

void bench_path_comparison(Context& ui, const PathComparison& plot, const Area& room) {
  const float top = bench_heading(ui, plot.heading, room), foot = ui.px(40), step = ui.px(21),
              group_step = ui.px(30);
  float names = 0, down = 0;
  for (const BarGroup& group : plot.groups) {
    down += group_step + step * float(group.bars.size());
    for (const Bar& bar : group.bars)
      names = std::max(names, small_width(ui, bar.name));
  }
  const float left = room.x0 + names + ui.px(12);
  const Bars bars = {plot.x, left, std::max(ui.px(60), room.x1 - left - ui.px(70))};
  const Area rows = {room.x0, top, room.x1, room.y1 - foot};
  {
    const Scrolled scrolled("duel", rows, down);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    for (const Tick& tick : plot.x.ticks)
      draw->AddLine({bars.x(tick.at), rows.y0}, {bars.x(tick.at), rows.y1},
                    tick.at == plot.x.low ? ui.color().dim : ui.color().line, ui.px(1));
    std::vector<BenchTarget> targets;
    float y = scrolled.at.y;
    for (const BarGroup& group : plot.groups) {
      small_text(ui, {left + ui.px(6), y + ui.px(10)}, ui.color().dim, group.name);
      y += group_step;
      for (const Bar& bar : group.bars) {
        one_bar(ui, bars, bar, y);
        targets.push_back({{room.x0, y - ui.px(2), bars.x(plot.x.high), y + ui.px(18)}, bar.cell});
        y += step;
      }
    }
    bench_targets(ui, {room.x0, scrolled.at.y, bars.x(plot.x.high), y}, targets);
  }
  for (const Tick& tick : plot.x.ticks)
    small_text(ui, {bars.x(tick.at), rows.y1 + ui.px(3)}, ui.color().dim, tick.words, 0.5f);
  small_text(ui, {left, rows.y1 + ui.px(20)}, ui.color().text, say(Text::plot_duel_legend, {plot.x.title}));
}

} // namespace texelscope::ui
