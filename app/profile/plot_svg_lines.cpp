// Plots with series: the staircase, the polar plot.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/profile/plot_svg.h"

namespace texelscope::plot_parts {

using namespace profile;
using Anchor = Svg::Anchor;

namespace {
// Where a point of a plot lies in the picture.
template <class Where>
void draw_series(Svg& svg, const std::vector<Series>& all, Where where) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Svg::Point> places;
    for (const Point& point : all[i].points)
      places.push_back(where(point));
    svg.polyline(places, fmt::format("line{}", i));
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Point& point : all[i].points)
      svg.mark(where(point), i, point.words);
}
} // namespace

std::string svg_of(const Lines& plot) {
  constexpr double left = margin + 50, across = 640, down = 360;
  Svg svg;
  double width = 0;
  const double top = heading(svg, plot.heading, width) + 44, bottom = top + down;
  const auto x = [&](double value) { return left + across * plot.x.place(value); };
  const auto y = [&](double value) { return bottom - down * plot.y.place(value); };
  for (const Tick& tick : plot.y.ticks) {
    svg.line({left, y(tick.at)}, {left + across, y(tick.at)}, tick.at == plot.y.low ? "axis" : "grid");
    svg.text({left - 8, y(tick.at) + 4}, tick.words, "dim", Anchor::end);
  }
  for (const Tick& tick : plot.x.ticks) {
    svg.line({x(tick.at), bottom}, {x(tick.at), bottom + 5}, "axis");
    svg.text({x(tick.at), bottom + 20}, tick.words, "dim", Anchor::middle);
  }
  svg.text({margin, top - 16}, plot.y.title, "ink");
  svg.text({left + across / 2, bottom + 42}, plot.x.title, "ink", Anchor::middle);
  const double title_end = margin + text_width(plot.y.title, 12);
  for (const Tick& guide : plot.guides) {
    svg.line({x(guide.at), top - 8}, {x(guide.at), bottom}, "guide");
    const bool clear = x(guide.at) - text_width(guide.words, 12) / 2 > title_end;
    svg.text({x(guide.at) + (clear ? 0 : 6), clear ? top - 16 : top - 2}, guide.words, "dim",
             clear ? Anchor::middle : Anchor::start);
  }
  draw_series(svg, plot.series, [&](const Point& p) { return Svg::Point(x(p.x), y(p.y)); });
  const double beside = left + across + 28;
  width = std::max(width, beside + legend(svg, plot.series, plot.heading, {beside, top + 8}) + margin);
  return svg.finish(width, std::max(bottom + 42, top + 20 * double(plot.series.size())) + margin);
}

std::string svg_of(const Polar& plot) {
  constexpr double left = margin + 20, reach = 400;
  Svg svg;
  double width = 0;
  const double top = heading(svg, plot.heading, width) + 44, bottom = top + reach;
  const auto at = [&](double degrees, double away) {
    const double angle = degrees * std::numbers::pi / 180;
    return Svg::Point(left + away * std::cos(angle), bottom - away * std::sin(angle));
  };
  for (const Tick& tick : plot.radius.ticks) {
    const double away = reach * plot.radius.place(tick.at);
    if (away > 0) svg.arc({left, bottom}, away, tick.at == plot.radius.high ? "axis" : "grid");
    svg.text({left + away, bottom + 18}, tick.words, "dim", Anchor::middle);
  }
  for (const Tick& tick : plot.angles) {
    svg.line(at(tick.at, 0), at(tick.at, reach), tick.at == 0 || tick.at == 90 ? "axis" : "grid");
    const auto [x, y] = at(tick.at, reach + 8);
    svg.text({x, y + (tick.at == 90 ? 0 : 4)}, tick.words, "dim",
             tick.at == 90 ? Anchor::middle : Anchor::start);
  }
  svg.text({left + reach / 2, bottom + 40}, plot.radius.title, "ink", Anchor::middle);
  draw_series(svg, plot.series, [&](const Point& p) { return at(p.x, reach * plot.radius.place(p.y)); });
  const double beside = left + reach + 70;
  width = std::max(width, beside + legend(svg, plot.series, plot.heading, {beside, top + 8}) + margin);
  return svg.finish(width, bottom + 40 + margin);
}

} // namespace texelscope::plot_parts
