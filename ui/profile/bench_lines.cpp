// Plots with series: the staircase, the polar plot. As app/profile/plot_svg_lines.cpp draws them, in the room
// that there is.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/text/texts.h"
#include "ui/profile/bench_parts.h"
#include "ui/profile/bench_plots.h"

namespace texelscope::ui {

using namespace profile;

ImU32 bench_ink(const Context& ui, std::size_t series) {
  return ui.color().series[series % std::size(ui.color().series)];
}

// Full marks for the first four, open ones for the rest.
void bench_mark(Context& ui, ImVec2 at, std::size_t series) {
  const float r = ui.px(4);
  std::vector<ImVec2> corners;
  if (series % 4 == 1)
    corners = {{at.x - r, at.y - r}, {at.x + r, at.y - r}, {at.x + r, at.y + r}, {at.x - r, at.y + r}};
  if (series % 4 == 2)
    corners = {
        {at.x, at.y - 1.3f * r}, {at.x + 1.3f * r, at.y}, {at.x, at.y + 1.3f * r}, {at.x - 1.3f * r, at.y}};
  if (series % 4 == 3)
    corners = {{at.x, at.y - 1.3f * r}, {at.x + 1.2f * r, at.y + r}, {at.x - 1.2f * r, at.y + r}};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (corners.empty())
    for (int i = 0; i < 16; ++i) {
      const float angle = float(i) * std::numbers::pi_v<float> / 8;
      corners.push_back({at.x + r * std::cos(angle), at.y + r * std::sin(angle)});
    }
  const int count = int(corners.size());
  draw->AddConvexPolyFilled(corners.data(), count, series < 4 ? bench_ink(ui, series) : ui.color().panel);
  draw->AddPolyline(corners.data(), count, bench_ink(ui, series), ImDrawFlags_Closed, ui.px(1.5f));
}

float bench_heading(Context& ui, const Heading& heading, const Area& a) {
  ImGui::GetWindowDrawList()->AddText(ui.theme.fonts.bold, ui.theme.fonts.bold->FontSize, {a.x0, a.y0},
                                      ui.color().text, heading.title.c_str());
  small_text(ui, {a.x1, a.y0 + ui.px(1)}, ui.color().dim, heading.shared, 1);
  return a.y0 + ui.px(22);
}

namespace {
void line(Context& ui, ImVec2 from, ImVec2 to, ImU32 ink) {
  ImGui::GetWindowDrawList()->AddLine(from, to, ink, ui.px(1));
}

void dashed(Context& ui, ImVec2 from, ImVec2 to) {
  for (float y = from.y; y < to.y; y += ui.px(7))
    line(ui, {from.x, y}, {from.x, std::min(y + ui.px(4), to.y)}, ui.color().dim);
}

// Marks with the series' names, and how many have no room. Nothing for one whose name the heading has.
void legend(Context& ui, const std::vector<Series>& all, std::size_t left_out, const Heading& heading,
            const Area& a) {
  if (all.size() == 1 && all.front().name == heading.shared) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect({a.x0, a.y0}, {a.x1, a.y1}, true);
  float y = a.y0;
  for (std::size_t i = 0; i < all.size(); ++i, y += ui.px(20)) {
    draw->AddLine({a.x0, y + ui.px(8)}, {a.x0 + ui.px(24), y + ui.px(8)}, bench_ink(ui, i), ui.px(1.5f));
    bench_mark(ui, {a.x0 + ui.px(12), y + ui.px(8)}, i);
    small_text(ui, {a.x0 + ui.px(32), y}, ui.color().text, all[i].name);
    map_rect(ui, "bench.series." + std::to_string(i), {a.x0, y, a.x1, y + ui.px(18)}, all[i].name);
  }
  draw->PopClipRect();
  if (left_out == 0) return;
  ImGui::SetCursorScreenPos({a.x0, y});
  ImGui::PushTextWrapPos(a.x1 - ImGui::GetWindowPos().x);
  words(ui, ui.theme.fonts.small, ui.color().dim,
        say(Text::bench_first_series, {std::to_string(all.size()), std::to_string(all.size() + left_out)}),
        "bench.left_out");
  ImGui::PopTextWrapPos();
}

template <class Where>
void draw_series(Context& ui, const std::vector<Series>& all, const Area& plot, Where where) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::vector<BenchTarget> targets;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<ImVec2> places;
    for (const Point& point : all[i].points)
      places.push_back(where(point));
    draw->AddPolyline(places.data(), int(places.size()), bench_ink(ui, i), 0, ui.px(1.6f));
  }
  const float reach = ui.px(6);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Point& point : all[i].points) {
      const ImVec2 at = where(point);
      bench_mark(ui, at, i);
      targets.push_back({{at.x - reach, at.y - reach, at.x + reach, at.y + reach}, point.cell});
    }
  bench_targets(ui, plot, targets);
}

float legend_width(Context& ui, const std::vector<Series>& all, const Heading& heading, float room) {
  if (all.size() == 1 && all.front().name == heading.shared) return 0;
  float width = 0;
  for (const Series& series : all)
    width = std::max(width, small_width(ui, series.name));
  return std::min(width + ui.px(44), room * 0.4f);
}
} // namespace

void bench_lines(Context& ui, const Lines& plot, const Area& room) {
  const float beside = legend_width(ui, plot.series, plot.heading, room.width());
  const float top = bench_heading(ui, plot.heading, room) + ui.px(20);
  const float right = std::max(room.x1 - beside - ui.px(16), room.x0 + ui.px(90));
  const Area a = {room.x0 + ui.px(44), top, right, std::max(room.y1 - ui.px(40), top + ui.px(30))};
  const auto x = [&](double value) { return a.x0 + a.width() * float(plot.x.place(value)); };
  const auto y = [&](double value) { return a.y1 - a.height() * float(plot.y.place(value)); };
  for (const Tick& tick : plot.y.ticks) {
    line(ui, {a.x0, y(tick.at)}, {a.x1, y(tick.at)},
         tick.at == plot.y.low ? ui.color().dim : ui.color().line);
    small_text(ui, {a.x0 - ui.px(6), y(tick.at) - ui.px(8)}, ui.color().dim, tick.words, 1);
  }
  float free_from = a.x0 - ui.px(44); // labels that would lie over the one before are left out
  for (const Tick& tick : plot.x.ticks) {
    line(ui, {x(tick.at), a.y1}, {x(tick.at), a.y1 + ui.px(5)}, ui.color().dim);
    const float half = small_width(ui, tick.words) / 2;
    if (x(tick.at) - half < free_from) continue;
    small_text(ui, {x(tick.at), a.y1 + ui.px(5)}, ui.color().dim, tick.words, 0.5f);
    free_from = x(tick.at) + half + ui.px(6);
  }
  small_text(ui, {room.x0, top - ui.px(20)}, ui.color().text, plot.y.title);
  small_text(ui, {(a.x0 + a.x1) / 2, a.y1 + ui.px(22)}, ui.color().text, plot.x.title, 0.5f);
  for (const Tick& guide : plot.guides) {
    dashed(ui, {x(guide.at), a.y0 - ui.px(4)}, {x(guide.at), a.y1});
    small_text(ui, {x(guide.at), top - ui.px(20)}, ui.color().dim, guide.words, 0.5f);
  }
  draw_series(ui, plot.series, a, [&](const Point& p) { return ImVec2(x(p.x), y(p.y)); });
  legend(ui, plot.series, plot.left_out, plot.heading, {a.x1 + ui.px(16), a.y0, room.x1, room.y1});
}

void bench_polar(Context& ui, const Polar& plot, const Area& room) {
  const float beside = legend_width(ui, plot.series, plot.heading, room.width());
  const float top = bench_heading(ui, plot.heading, room) + ui.px(18);
  const float reach =
      std::max(ui.px(40), std::min(room.x1 - beside - room.x0 - ui.px(60), room.y1 - top - ui.px(42)));
  const ImVec2 center = {room.x0 + ui.px(16), top + reach};
  const auto at = [&](double degrees, double away) {
    const double angle = degrees * std::numbers::pi / 180;
    return ImVec2(center.x + float(away * std::cos(angle)), center.y - float(away * std::sin(angle)));
  };
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (const Tick& tick : plot.radius.ticks) {
    const float away = reach * float(plot.radius.place(tick.at));
    if (away > 0) {
      draw->PathArcTo(center, away, -std::numbers::pi_v<float> / 2, 0, 64);
      draw->PathStroke(tick.at == plot.radius.high ? ui.color().dim : ui.color().line, 0, ui.px(1));
    }
    small_text(ui, {center.x + away, center.y + ui.px(4)}, ui.color().dim, tick.words, 0.5f);
  }
  for (const Tick& tick : plot.angles) {
    line(ui, at(tick.at, 0), at(tick.at, reach),
         tick.at == 0 || tick.at == 90 ? ui.color().dim : ui.color().line);
    const ImVec2 end = at(tick.at, reach + ui.px(6));
    small_text(ui, {end.x, end.y - ui.px(tick.at == 90 ? 14 : 8)}, ui.color().dim, tick.words,
               tick.at == 90 ? 0.5f : 0);
  }
  small_text(ui, {center.x + reach / 2, center.y + ui.px(21)}, ui.color().text, plot.radius.title, 0.5f);
  const Area a = {center.x, top, center.x + reach, center.y};
  draw_series(ui, plot.series, a, [&](const Point& p) { return at(p.x, reach * plot.radius.place(p.y)); });
  legend(ui, plot.series, plot.left_out, plot.heading, {center.x + reach + ui.px(44), top, room.x1, room.y1});
}

} // namespace texelscope::ui
