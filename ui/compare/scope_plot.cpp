// The oscilloscope's plot: curves over the line's axis, moved by the mouse.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/compare/scope_panel.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

using scope::Series;

namespace {
struct Screen {
  Area area;
  double low, high;   // shares of the line
  double bottom, top; // values
  float x(double share) const { return area.x0 + float((share - low) / (high - low)) * area.width(); }
  float y(double value) const {
    const double share = (value - bottom) / (top - bottom);
    return area.y1 - float(std::clamp(share, -8.0, 9.0)) * area.height();
  }
  double share_at(float x) const { return low + double(x - area.x0) / area.width() * (high - low); }
};

bool shows(const Context& ui, const ScopeCurve& curve, std::size_t channel) {
  const bool in_view = ui.frame.scope->of_levels || ui.session.view.show_channel[channel];
  return ui.state.scope.shown[std::size_t(curve.series)] && in_view;
}
// The mix of levels is not a channel's.
ImU32 curve_color(const Context& ui, std::size_t channel) {
  return ui.frame.scope->of_levels ? ui.color().text : ui.color().channel[channel];
}

// The range of the shown values, with a margin above and below.
std::array<double, 2> value_range(const Context& ui, const ScopeSweep& sweep) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const ScopeCurve& curve : sweep.curves)
    for (const scope::Column& column : curve.columns)
      for (std::size_t c = 0; c < std::size_t(curve.channels); ++c) {
        if (!shows(ui, curve, c) || std::isnan(column[c].low)) continue;
        low = std::min(low, column[c].low);
        high = std::max(high, column[c].high);
      }
  if (!(low <= high)) return {0, 1};
  const double span = high > low ? high - low : std::max(std::abs(high) * 1e-3, 1e-6);
  return {low - 0.07 * span, high + 0.07 * span};
}

// Draws lines of that height from the bottom at whole multiples of `step` along the axis.
void marks(Context& ui, const Screen& screen, double step, double phase, float height, ImU32 ink) {
  const scope::Axis& axis = ui.frame.scope->axis;
  const double from = axis.at(screen.low), to = axis.at(screen.high);
  const double pixels = screen.area.width() * step / std::abs(to - from);
  if (!(pixels >= ui.px(7))) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const double first = std::ceil(std::min(from, to) / step - phase), last = std::max(from, to) / step - phase;
  for (double i = first; i <= last; ++i) {
    const float x =
        screen.x(screen.low + ((i + phase) * step - from) / (to - from) * (screen.high - screen.low));
    draw->AddLine({x, screen.area.y1 - height}, {x, screen.area.y1}, ink, 1);
  }
}

void axis_labels(Context& ui, const Screen& screen) {
  const scope::Axis& axis = ui.frame.scope->axis;
  const Area& a = screen.area;
  const std::string unit = ui.frame.scope->of_levels ? text(Text::scope_unit_lod)
                           : axis.in_texels          ? say(Text::scope_unit_texels, {axis.name})
                                                     : text(Text::scope_unit_pixels);
  const float unit_width = mono_width(ui, unit);
  mono_text(ui, {a.x1, a.y1 + ui.px(3)}, ui.color().dim, unit, 1);
  const double from = axis.at(screen.low), to = axis.at(screen.high);
  const double step = tick_step(to - from, a.width() / ui.px(80));
  for (double i = std::ceil(std::min(from, to) / step); i * step <= std::max(from, to); ++i) {
    const float x = screen.x(screen.low + (i * step - from) / (to - from) * (screen.high - screen.low));
    const std::string content = fmt::format("{:.8g}", i * step + 0.0);
    const float width = mono_width(ui, content), left = std::max(x - width / 2, a.x0);
    ImGui::GetWindowDrawList()->AddLine({x, a.y1}, {x, a.y1 + ui.px(4)}, ui.color().dim, 1);
    if (left + width < a.x1 - unit_width - ui.px(6))
      mono_text(ui, {left, a.y1 + ui.px(3)}, ui.color().dim, content);
  }
}

void value_labels(Context& ui, const Screen& screen) {
  const Area& a = screen.area;
  const double step = tick_step(screen.top - screen.bottom, a.height() / ui.px(26));
  for (double i = std::ceil(screen.bottom / step); i * step <= screen.top; ++i)
    level_line(ui, a, screen.y(i * step), with_alpha(ui.color().line, 0.6f),
               fmt::format("{:.6g}", i * step + 0.0));
}

// Collects a curve's points into strokes, which end at a dash or a missing value.
class Pen {
public:
  Pen(Context& ui, const CurveStyle& style, ImU32 color)
      : on(ui.px(style.on)), period(ui.px(style.on) + ui.px(style.off)), width(ui.px(1) * style.width),
        ink(with_alpha(color, style.alpha)), draw(ImGui::GetWindowDrawList()) {}
  void to(float x, float y) {
    if (period > on && std::fmod(x, period) >= on) return lift();
    const std::size_t n = points.size();
    if (n > 1 && points[n - 1].y == y && points[n - 2].y == y)
      points[n - 1].x = x;
    else if (n == 0 || points[n - 1].x != x || points[n - 1].y != y)
      points.push_back({x, y});
    if (points.size() >= most) {
      const ImVec2 last = points.back();
      lift();
      points.push_back(last);
    }
  }
  void lift() {
    if (points.size() == 1) points.push_back({points[0].x + 1, points[0].y});
    if (points.size() > 1) draw->AddPolyline(points.data(), int(points.size()), ink, 0, width);
    points.clear();
  }

private:
  static constexpr std::size_t most = 4000; // ImGui counts a draw's corners in 16 bits
  float on, period, width;
  ImU32 ink;
  ImDrawList* draw;
  std::vector<ImVec2> points;
};

void draw_curve(Context& ui, const Screen& screen, const ScopeSweep& sweep, const ScopeCurve& curve,
                std::size_t c) {
  Pen pen(ui, curve_style(curve.series), curve_color(ui, c));
  const double part = (sweep.high - sweep.low) / double(curve.columns.size());
  for (std::size_t i = 0; i < curve.columns.size(); ++i) {
    const scope::Extent& e = curve.columns[i][c];
    const float x = screen.x(sweep.low + (double(i) + 0.5) * part);
    if (std::isnan(e.low))
      pen.lift();
    else if (x >= screen.area.x0 - 2 && x <= screen.area.x1 + 2) {
      const bool rises = e.last >= e.first;
      for (const double value : {e.first, rises ? e.low : e.high, rises ? e.high : e.low, e.last})
        pen.to(x, screen.y(value));
    }
  }
  pen.lift();
}

void pin_pixel(Context& ui, double share) {
  const auto [x, y] = ui.frame.scope->line.at(share);
  const ResultPlace place = result_place(ui);
  if (x < 0 || y < 0 || x >= place.width || y >= place.height) return;
  const ScopeState& s = ui.state.scope; // the line stays where it is
  if (!s.line) set_scope_line(ui.session, ui.state.scope, place.width, place.height, ui.frame.scope->line);
  if (const auto position = position_at(ui, {int(x), int(y)})) ui.state.selection.pins.add(*position);
}

void take_mouse(Context& ui, const Screen& screen) {
  const Area& a = screen.area;
  ScopeState& s = ui.state.scope;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos({a.x0, a.y0});
  ImGui::InvisibleButton("plot", {a.width(), a.height()});
  const bool hovered = ImGui::IsItemHovered();
  const double share = std::clamp(screen.share_at(io.MousePos.x + 0.5f), 0.0, 1.0);
  if (ImGui::IsItemActivated()) ui.state.mouse.drag_distance = 0;
  if (ImGui::IsItemActive()) {
    ui.state.mouse.drag_distance += std::abs(io.MouseDelta.x);
    const double by = std::clamp(-io.MouseDelta.x / a.width() * (s.high - s.low), -s.low, 1 - s.high);
    if (ui.state.mouse.drag_distance >= ui.px(3)) s.low += by, s.high += by;
  }
  const bool clicked = ImGui::IsItemDeactivated() && ui.state.mouse.drag_distance < ui.px(3) && hovered;
  if (hovered && !ImGui::IsItemActive()) {
    s.cursor = share;
    s.cursor_of_mouse = s.held != ScopeState::Held::cursor;
  } else if (!ImGui::IsItemActive() && s.cursor_of_mouse) {
    s.cursor.reset();
    s.cursor_of_mouse = false;
  }
  if (hovered && io.MouseWheel != 0) zoom_scope(ui, share, std::pow(0.8, double(io.MouseWheel)));
  if (hovered && ImGui::IsMouseDoubleClicked(0)) {
    s.low = 0, s.high = 1;
    s.locked = false;
    ui.state.mouse.drag_distance = a.width();
  } else if (clicked && !ui.frame.scope->of_levels) {
    pin_pixel(ui, share);
  }
}

std::string range_text(const Context& ui, const Screen& screen) {
  const scope::Axis& axis = ui.frame.scope->axis;
  return fmt::format("{:.6f} {:.6f}", axis.at(screen.low), axis.at(screen.high));
}
} // namespace

CurveStyle curve_style(Series series) {
  switch (series) {
  case Series::model:
    return {1.5f, 1, 0, 0};
  case Series::ideal:
    return {1, 0.85f, 2, 3};
  case Series::cuda:
    return {5, 0.35f, 0, 0};
  case Series::opengl:
    return {2, 0.9f, 9, 5};
  case Series::pinned:
    break;
  }
  return {1.5f, 0.45f, 0, 0};
}

void curve_sample(Context& ui, Series series, ImVec2 from, ImVec2 to, ImU32 color) {
  Pen pen(ui, curve_style(series), color);
  for (float x = from.x; x <= to.x; ++x)
    pen.to(x, from.y);
  pen.lift();
}

void zoom_scope(Context& ui, double share, double factor) {
  ScopeState& s = ui.state.scope;
  const double length = std::max(1e-9, ui.frame.scope ? ui.frame.scope->axis.length() : 1);
  const double least = std::min(1.0, 1.0 / 4096 / length); // of a texel or pixel
  const double span = std::clamp((s.high - s.low) * factor, least, 1.0);
  const double part = s.high > s.low ? (share - s.low) / (s.high - s.low) : 0.5;
  s.low = std::clamp(share - part * span, 0.0, 1 - span);
  s.high = s.low + span;
}

void scope_plot(Context& ui, const Area& panel) {
  ScopeState& s = ui.state.scope;
  const ScopeFrame& found = *ui.frame.scope;
  const Area a = {panel.x0 + ui.px(66), panel.y0 + ui.px(4), panel.x1,
                  std::max(panel.y1 - ui.px(18), panel.y0 + ui.px(20))};
  s.columns = a.width();
  if (found.sweep && !s.locked) {
    const auto range = value_range(ui, *found.sweep);
    s.bottom = range[0], s.top = range[1];
  }
  const Screen screen = {a, s.low, s.high, s.bottom, s.top};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({a.x0, a.y0}, {a.x1, a.y1}, ui.color().window);
  if (found.axis.length() > 0) {
    value_labels(ui, screen);
    if (found.of_levels) {
      marks(ui, screen, 1, 0, a.height(), ui.color().line);
      marks(ui, screen, 1.0 / 256, 0, ui.px(3), ui.color().dim);
    }
    if (found.axis.in_texels) {
      marks(ui, screen, 1, 0, a.height(), ui.color().line);
      marks(ui, screen, 1, 0.5, ui.px(6), ui.color().text);
      marks(ui, screen, 1.0 / 256, 0, ui.px(3), ui.color().dim);
    }
    axis_labels(ui, screen);
  }
  draw->PushClipRect({a.x0, a.y0}, {a.x1, a.y1}, true);
  if (found.sweep)
    for (const Series series : {Series::cuda, Series::pinned, Series::model, Series::opengl, Series::ideal})
      for (const ScopeCurve& curve : found.sweep->curves)
        for (std::size_t c = 0; c < std::size_t(curve.channels); ++c)
          if (curve.series == series && shows(ui, curve, c)) draw_curve(ui, screen, *found.sweep, curve, c);
  if (s.cursor) {
    const float x = screen.x(*s.cursor);
    draw->AddLine({x, a.y0}, {x, a.y1},
                  s.held == ScopeState::Held::cursor ? ui.color().accent : ui.color().dim, 1);
  }
  draw->PopClipRect();
  take_mouse(ui, screen);
  map_rect(ui, "scope.plot", a, range_text(ui, screen));
}

} // namespace texelscope::ui
