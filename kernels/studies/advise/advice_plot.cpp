#include "kernels/studies/advise/advice_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/plot/plot_drawing.h"
#include "kernels/reports/profile/plot/svg_canvas.h"
#include "kernels/studies/advise/advice_report.h"

namespace texelscope::advise {

using namespace profile;

namespace {
PlottedChoice plotted(const Advice& advice, std::size_t i) {
  const MeasuredChoice& m = advice.choices[i];
  PlottedChoice one{i,  m.choice.way, m.worst_error,   m.fetches_per_second() / 1e9, name(m.choice),
                    {}, i == 0,       advice.best == i};
  one.help = fmt::format("{}: {:.1f} {}, {} {}", one.label, one.rate, text(Text::advise_column_rate),
                         text(Text::advise_column_worst), error_text(m.worst_error));
  if (one.own) one.label += std::string(", ") + text(Text::advise_mark_own);
  if (one.best) one.label += std::string(", ") + text(Text::advise_mark_best);
  return one;
}

// The present choice and the advised one come first, then the front.
int weight(const Advice& advice, const PlottedChoice& one) {
  if (one.own || one.best) return 0;
  return advice.choices[one.choice].on_front ? 1 : 2;
}
} // namespace

AdvicePlot plot_of(const StudiedScene& studied, const Advice& advice) {
  AdvicePlot plot;
  plot.heading = {text(Text::advise_plot_title),
                  advice.prediction ? prediction_text(advice) : advice.device.name,
                  scene_line(studied, advice)};
  std::vector<double> errors;
  double top = 0;
  for (std::size_t i = 0; i < advice.choices.size(); ++i) {
    const MeasuredChoice& m = advice.choices[i];
    if (!m.refusal.empty()) continue;
    plot.choices.push_back(plotted(advice, i));
    errors.push_back(m.worst_error);
    top = std::max(top, plot.choices.back().rate);
    if (std::ranges::find(plot.ways, m.choice.way) == plot.ways.end()) plot.ways.push_back(m.choice.way);
  }
  std::ranges::sort(plot.ways);
  std::ranges::stable_sort(plot.choices, {}, [&](const PlottedChoice& one) { return weight(advice, one); });
  plot.x = decades_axis(text(Text::advise_column_worst), errors);
  plot.y = axis_from_zero(text(Text::advise_column_rate), top);
  for (std::size_t i = 0; i < plot.choices.size(); ++i)
    if (advice.choices[plot.choices[i].choice].on_front) plot.front.push_back(i);
  std::ranges::stable_sort(
      plot.front, {}, [&](std::size_t i) { return std::pair(plot.choices[i].error, plot.choices[i].rate); });
  const double allowed = advice.allowed_error;
  const bool is_zero = allowed == 0 && plot.x.below > 0;
  if (is_zero || (allowed >= plot.x.low && allowed <= plot.x.high))
    plot.allowed.push_back({allowed, text(Text::advise_plot_allowed)});
  return plot;
}

namespace {
bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
bool lies_in(const Rect& a, const Rect& room) {
  return a.x >= room.x && a.y >= room.y && a.x + a.width <= room.x + room.width &&
         a.y + a.height <= room.y + room.height;
}

// Puts labels beside their marks where they cover no marks, no lines and no other labels.
class Labels {
public:
  Labels(Canvas& of, const Rect& axes) : canvas(of), room(axes) {}

  void keep_free(const Rect& rect) { taken.push_back(rect); }
  // A line across or upwards.
  void keep_free(Position from, Position to) {
    const double half = canvas.px(2);
    taken.push_back({std::min(from.x, to.x) - half, std::min(from.y, to.y) - half,
                     std::abs(to.x - from.x) + 2 * half, std::abs(to.y - from.y) + 2 * half});
  }

  // `always`: if there is no room for it, it covers what is there.
  void add(Position at, const std::string& label, TextRole role, bool always) {
    const double width = canvas.text_width(label), height = canvas.px(16), away = canvas.px(always ? 14 : 9),
                 beside = -height / 2, raised = -height - canvas.px(2), lowered = canvas.px(2);
    // Where a text begins that is left, centered or right of its anchor.
    const double left[] = {at.x + away, at.x - width / 2, at.x - away - width};
    struct Place {
      Align align;
      double down;
    };
    const Place places[] = {{Align::left, beside},  {Align::right, beside}, {Align::center, -away - height},
                            {Align::center, away},  {Align::left, raised},  {Align::left, lowered},
                            {Align::right, raised}, {Align::right, lowered}};
    const auto rect_of = [&](const Place& place) {
      return Rect{left[std::size_t(place.align)], at.y + place.down, width, height};
    };
    const auto is_inside = [&](const Place& place) { return lies_in(rect_of(place), room); };
    const auto is_free = [&](const Place& place) {
      return is_inside(place) &&
             std::ranges::none_of(taken, [&](const Rect& other) { return overlap(rect_of(place), other); });
    };
    const auto* found = std::ranges::find_if(places, is_free);
    if (found == std::end(places)) {
      if (!always) return;
      found = std::ranges::find_if(places, is_inside);
      if (found == std::end(places)) found = std::begin(places);
    }
    const Rect rect = rect_of(*found);
    taken.push_back(rect);
    canvas.text({rect.x + 0.5 * double(found->align) * width, rect.y}, label, role, found->align);
  }

private:
  Canvas& canvas;
  Rect room;
  std::vector<Rect> taken;
};

// The fastest that an error allows, as steps: their corners.
std::vector<Position> steps_of(const std::vector<Position>& front, double right) {
  std::vector<Position> corners;
  for (std::size_t i = 0; i < front.size(); ++i) {
    corners.push_back(front[i]);
    corners.push_back({i + 1 < front.size() ? front[i + 1].x : right, front[i].y});
  }
  return corners;
}
} // namespace

std::vector<DrawnChoice> draw_advice(Canvas& canvas, const AdvicePlot& plot, const Rect& axes) {
  const auto position = [&](const PlottedChoice& one) {
    return place_in(axes, plot.x, plot.y, one.error, one.rate);
  };
  draw_axes(canvas, plot.x, plot.y, plot.allowed, axes);
  std::vector<Position> front;
  for (const std::size_t i : plot.front)
    front.push_back(position(plot.choices[i]));
  Labels labels(canvas, axes);
  const std::vector<Position> corners = steps_of(front, axes.x + axes.width);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    canvas.line(corners[i - 1], corners[i], LineRole::front);
    labels.keep_free(corners[i - 1], corners[i]);
  }
  for (const Tick& allowed : plot.allowed) {
    const double x = place_in(axes, plot.x, plot.y, allowed.at, plot.y.low).x;
    labels.keep_free({x, axes.y}, {x, axes.y + axes.height});
  }
  std::vector<DrawnChoice> marks;
  const double reach = canvas.px(6);
  for (auto one = plot.choices.rbegin(); one != plot.choices.rend(); ++one) { // the first ones on top
    const Position at = position(*one);
    if (one->own) canvas.ring(at, canvas.px(8), LineRole::whisker);
    if (one->best) canvas.ring(at, canvas.px(one->own ? 11 : 8), LineRole::front);
    canvas.mark(at, std::size_t(one->way), one->help);
    marks.push_back({{at.x - reach, at.y - reach, 2 * reach, 2 * reach}, one->choice});
    labels.keep_free(marks.back().rect);
  }
  for (const PlottedChoice& one : plot.choices) {
    const bool always = one.own || one.best;
    const bool on_front =
        std::ranges::any_of(plot.front, [&](std::size_t i) { return plot.choices[i].choice == one.choice; });
    if (always || on_front)
      labels.add(position(one), one.label, always ? TextRole::text : TextRole::dim, always);
  }
  return marks;
}

double draw_ways(Canvas& canvas, const AdvicePlot& plot, Position at, double width) {
  const double row = canvas.px(legend_row), left = at.x, top = at.y, beside = canvas.px(14),
               gap = canvas.px(18);
  // Goes on in the next row if there is no room for an entry of this width.
  const auto begin = [&](double needed) {
    if (at.x > left && at.x + needed > left + width) at = {left, at.y + row};
  };
  for (const Way way : plot.ways) {
    const std::string_view named = name(way);
    const double needed = beside + canvas.text_width(named);
    begin(needed);
    canvas.mark({at.x + canvas.px(4), at.y + canvas.px(8)}, std::size_t(way), {});
    canvas.text({at.x + beside, at.y}, named, TextRole::text);
    at.x += needed + gap;
  }
  const std::string_view front = text(Text::advise_mark_front);
  const double line = canvas.px(24);
  begin(line + canvas.px(8) + canvas.text_width(front));
  canvas.line({at.x, at.y + canvas.px(8)}, {at.x + line, at.y + canvas.px(8)}, LineRole::front);
  canvas.text({at.x + line + canvas.px(8), at.y}, front, TextRole::text);
  return at.y + row - top;
}

std::string advice_svg(const AdvicePlot& plot) {
  constexpr double wide = 720, high = 400;
  SvgPage page(plot.heading);
  const double left = SvgPage::margin;
  page.bottom += 12;
  page.bottom += draw_ways(page.canvas, plot, {left, page.bottom}, wide);
  const Rect axes = {left + file_spacing.axes_left, page.bottom + 36, wide - file_spacing.axes_left, high};
  draw_advice(page.canvas, plot, axes);
  page.widen(axes.x + axes.width);
  page.bottom = axes.y + axes.height + 42;
  return page.finish();
}

} // namespace texelscope::advise
