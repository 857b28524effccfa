#include "kernels/reports/profile/plot/plot_drawing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"

namespace texelscope::profile {

std::vector<Position> mark_corners(Position center, double r, std::size_t series) {
  const auto [x, y] = center;
  if (series % 4 == 1) return {{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}};
  if (series % 4 == 2) return {{x, y - 1.3 * r}, {x + 1.3 * r, y}, {x, y + 1.3 * r}, {x - 1.3 * r, y}};
  if (series % 4 == 3) return {{x, y - 1.3 * r}, {x + 1.2 * r, y + r}, {x - 1.2 * r, y + r}};
  return {};
}

double max_text_width(const Canvas& canvas, const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& label : texts)
    width = std::max(width, canvas.text_width(label));
  return width;
}

namespace {
// All lines are drawn below all marks. `position_of`: a point's position on the canvas.
template <class PositionOf>
DrawnCells draw_series(Canvas& canvas, const std::vector<Series>& all, PositionOf position_of) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Position> points;
    for (const Point& point : all[i].points)
      points.push_back(position_of(point));
    canvas.polyline(points, i);
  }
  DrawnCells cells;
  const double reach = canvas.px(6);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Point& point : all[i].points) {
      const Position at = position_of(point);
      canvas.mark(at, i, point.label);
      cells.push_back({{at.x - reach, at.y - reach, 2 * reach, 2 * reach}, point.cell});
    }
  return cells;
}
} // namespace

Position place_in(const Rect& axes, const Scale& x_axis, const Scale& y_axis, double x, double y) {
  return {axes.x + axes.width * x_axis.place(x), axes.y + axes.height * (1 - y_axis.place(y))};
}

void draw_axes(Canvas& canvas, const Scale& x_axis, const Scale& y_axis, const std::vector<Tick>& guides,
               const Rect& axes) {
  const PlotSpacing& space = canvas.spacing;
  const double right = axes.x + axes.width, bottom = axes.y + axes.height;
  const auto x_of = [&](double value) { return place_in(axes, x_axis, y_axis, value, y_axis.low).x; };
  const auto y_of = [&](double value) { return place_in(axes, x_axis, y_axis, x_axis.low, value).y; };
  for (const Tick& tick : y_axis.ticks) {
    const double y = y_of(tick.at);
    canvas.line({axes.x, y}, {right, y}, tick.at == y_axis.low ? LineRole::axis : LineRole::grid);
    canvas.text({axes.x - canvas.px(space.label_gap), y - canvas.px(8)}, tick.label, TextRole::dim,
                Align::right);
  }
  // A value whose text would overlap the previous one is left out.
  double free_from = -std::numeric_limits<double>::infinity();
  for (const Tick& tick : x_axis.ticks) {
    const double x = x_of(tick.at), half = canvas.text_width(tick.label) / 2;
    canvas.line({x, bottom}, {x, bottom + canvas.px(5)}, LineRole::axis);
    if (x - half < free_from) continue;
    canvas.text({x, bottom + canvas.px(space.lines_tick_text)}, tick.label, TextRole::dim, Align::center);
    free_from = x + half + canvas.px(6);
  }
  const Position title = {axes.x - canvas.px(space.axes_left), axes.y - canvas.px(space.axes_top)};
  canvas.text(title, y_axis.title, TextRole::text);
  canvas.text({axes.x + axes.width / 2, bottom + canvas.px(space.lines_tick_text + space.axis_title)},
              x_axis.title, TextRole::text, Align::center);
  const double title_end = title.x + canvas.text_width(y_axis.title);
  for (const Tick& guide : guides) {
    const double x = x_of(guide.at);
    canvas.line({x, axes.y - canvas.px(space.guide_above)}, {x, bottom}, LineRole::guide);
    if (x - canvas.text_width(guide.label) / 2 > title_end)
      canvas.text({x, title.y}, guide.label, TextRole::dim, Align::center);
    else
      canvas.text({x + canvas.px(6), axes.y + canvas.px(space.guide_text)}, guide.label, TextRole::dim);
  }
}

DrawnCells draw_lines(Canvas& canvas, const Lines& plot, const Rect& axes) {
  draw_axes(canvas, plot.x, plot.y, plot.guides, axes);
  return draw_series(canvas, plot.series,
                     [&](const Point& p) { return place_in(axes, plot.x, plot.y, p.x, p.y); });
}

DrawnCells draw_polar(Canvas& canvas, const Polar& plot, Position center, double radius) {
  const PlotSpacing& space = canvas.spacing;
  const auto position = [&](double degrees, double away) {
    const double angle = degrees * std::numbers::pi / 180;
    return Position{center.x + away * std::cos(angle), center.y - away * std::sin(angle)};
  };
  for (const Tick& tick : plot.radius.ticks) {
    const double away = radius * plot.radius.place(tick.at);
    if (away > 0) canvas.arc(center, away, tick.at == plot.radius.high ? LineRole::axis : LineRole::grid);
    canvas.text({center.x + away, center.y + canvas.px(space.polar_tick_text)}, tick.label, TextRole::dim,
                Align::center);
  }
  for (const Tick& tick : plot.angles) {
    const bool up = tick.at == 90;
    canvas.line(center, position(tick.at, radius), tick.at == 0 || up ? LineRole::axis : LineRole::grid);
    const auto [x, y] = position(tick.at, radius + canvas.px(space.label_gap));
    canvas.text({x, y - canvas.px(up ? 20 - space.label_gap : 8)}, tick.label, TextRole::dim,
                up ? Align::center : Align::left);
  }
  canvas.text({center.x + radius / 2, center.y + canvas.px(space.polar_tick_text + space.axis_title)},
              plot.radius.title, TextRole::text, Align::center);
  return draw_series(canvas, plot.series,
                     [&](const Point& p) { return position(p.x, radius * plot.radius.place(p.y)); });
}

std::vector<std::string> legend_names(const std::vector<Series>& series, const Heading& heading) {
  std::vector<std::string> names;
  for (const Series& one : series)
    if (series.size() > 1 || one.name != heading.shared) names.push_back(one.name);
  return names;
}

double legend_width(const Canvas& canvas, const std::vector<std::string>& names) {
  return names.empty() ? 0 : canvas.px(32) + max_text_width(canvas, names);
}

void draw_legend(Canvas& canvas, const std::vector<std::string>& names, Position at) {
  for (std::size_t i = 0; i < names.size(); ++i, at.y += canvas.px(legend_row)) {
    const double y = at.y + canvas.px(8);
    canvas.polyline({{at.x, y}, {at.x + canvas.px(24), y}}, i);
    canvas.mark({at.x + canvas.px(12), y}, i, {});
    canvas.text({at.x + canvas.px(32), at.y}, names[i], TextRole::text);
  }
}

void draw_column_names(Canvas& canvas, const Matrix& plot, Position at, double column_width) {
  for (std::size_t c = 0; c < plot.columns.size(); ++c)
    canvas.text({at.x + column_width * (double(c) + 0.5), at.y - canvas.px(20)}, plot.columns[c],
                TextRole::text, Align::center);
}

DrawnCells draw_squares(Canvas& canvas, const Matrix& plot, Position at, double column_width) {
  const PlotSpacing& space = canvas.spacing;
  const double gap = canvas.px(2), row = canvas.px(space.matrix_row);
  DrawnCells cells;
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    const double y = at.y + row * double(r), text_y = y + canvas.px(space.matrix_text);
    canvas.text({at.x - canvas.px(space.label_gap + 2), text_y}, plot.rows[r], TextRole::text, Align::right);
    for (std::size_t c = 0; c < plot.columns.size(); ++c) {
      const Square& square = plot.squares[r * plot.columns.size() + c];
      const Rect rect = {at.x + column_width * double(c), y, column_width - gap, row - gap};
      if (square.measured) canvas.heat(rect, square.share, square.help);
      canvas.text({rect.x + rect.width / 2, text_y}, square.label,
                  square.measured ? TextRole::text : TextRole::strong, Align::center);
      if (square.cell) cells.push_back({rect, *square.cell});
    }
  }
  return cells;
}

double draw_matrix_caption(Canvas& canvas, const Matrix& plot, Position at) {
  constexpr int steps = 5;
  const PlotSpacing& space = canvas.spacing;
  const std::string legend = say(Text::plot_matrix_legend, {plot.unit}),
                    signs = text(Text::plot_matrix_signs);
  canvas.text(at, legend, TextRole::dim);
  const double y = at.y + canvas.px(space.scale_below), wide = canvas.px(space.scale_width);
  const double beside = wide * (steps + 1) + canvas.px(space.scale_gap);
  const auto has_sign = [](const Square& square) { return !square.measured && !square.label.empty(); };
  if (std::ranges::any_of(plot.squares, has_sign))
    canvas.text({at.x + beside, y + canvas.px(1)}, signs, TextRole::dim);
  for (int i = 0; i <= steps; ++i) {
    const Rect rect = {at.x + wide * i, y, wide - canvas.px(2), canvas.px(space.scale_height)};
    canvas.heat(rect, double(i) / steps, {});
    canvas.text({rect.x + rect.width / 2, y + canvas.px(1)}, fmt::format("{} %", 100 * i / steps),
                TextRole::small, Align::center);
  }
  return std::max(canvas.text_width(legend), beside + canvas.text_width(signs));
}

double bars_left(const Canvas& canvas, const PathComparison& plot, double names) {
  double width = 0;
  for (const BarGroup& group : plot.groups)
    for (const Bar& bar : group.bars)
      width = std::max(width, canvas.text_width(bar.name));
  return names + width + canvas.px(12);
}

double bars_height(const Canvas& canvas, const PathComparison& plot) {
  double height = 0;
  for (const BarGroup& group : plot.groups)
    height +=
        canvas.px(canvas.spacing.group_row) + canvas.px(canvas.spacing.bar_row) * double(group.bars.size());
  return height;
}

void draw_bar_axis(Canvas& canvas, const Scale& axis, const BarColumns& columns, double top, double bottom) {
  for (const Tick& tick : axis.ticks) {
    const double x = columns.x(axis, tick.at);
    canvas.line({x, top}, {x, bottom}, tick.at == axis.low ? LineRole::axis : LineRole::grid);
    canvas.text({x, bottom + canvas.px(3)}, tick.label, TextRole::dim, Align::center);
  }
}

double draw_bar_caption(Canvas& canvas, const Scale& axis, const BarColumns& columns, double bottom) {
  const std::string legend = say(Text::plot_duel_legend, {axis.title});
  canvas.text({columns.left, bottom + canvas.px(3 + canvas.spacing.axis_title)}, legend, TextRole::text);
  return canvas.text_width(legend);
}

namespace {
void draw_bar(Canvas& canvas, const Scale& axis, const Bar& bar, const BarColumns& columns, double y) {
  const double end = columns.x(axis, bar.value), low = columns.x(axis, bar.low),
               high = columns.x(axis, bar.high), middle = y + canvas.px(8), whisker = canvas.px(4);
  canvas.text({columns.left - canvas.px(canvas.spacing.label_gap + 2), y}, bar.name, TextRole::text,
              Align::right);
  canvas.bar({columns.left, y, end - columns.left, canvas.px(16)}, std::size_t(bar.path),
             bar.name + ": " + bar.label);
  canvas.line({low, middle}, {high, middle}, LineRole::whisker);
  for (const double x : {low, high})
    canvas.line({x, middle - whisker}, {x, middle + whisker}, LineRole::whisker);
  canvas.text({std::max(high, end) + canvas.px(8), y}, bar.label, TextRole::text);
}
} // namespace

DrawnCells draw_bars(Canvas& canvas, const PathComparison& plot, const BarColumns& columns, double y) {
  const PlotSpacing& space = canvas.spacing;
  DrawnCells cells;
  for (const BarGroup& group : plot.groups) {
    canvas.text({columns.left + canvas.px(6), y + canvas.px(space.group_row - 20)}, group.name,
                TextRole::strong);
    y += canvas.px(space.group_row);
    for (const Bar& bar : group.bars) {
      draw_bar(canvas, plot.x, bar, columns, y);
      cells.push_back(
          {{columns.names, y - canvas.px(2), columns.left + columns.width - columns.names, canvas.px(20)},
           bar.cell});
      y += canvas.px(space.bar_row);
    }
  }
  return cells;
}

} // namespace texelscope::profile
