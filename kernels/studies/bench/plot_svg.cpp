#include "kernels/studies/bench/plot_svg.h"

#include <algorithm>

#include "kernels/reports/profile/plot/plot_drawing.h"
#include "kernels/reports/profile/plot/svg_canvas.h"

namespace texelscope {

using namespace profile;

namespace {
constexpr double margin = SvgPage::margin;

void legend(SvgPage& page, const std::vector<std::string>& names, Position at) {
  draw_legend(page.canvas, names, at);
  page.widen(at.x + legend_width(page.canvas, names));
}

std::string svg_of(const Lines& plot) {
  SvgPage page(plot.heading);
  const Rect axes = {margin + file_spacing.axes_left, page.bottom + 44, 640, 360};
  draw_lines(page.canvas, plot, axes);
  legend(page, legend_names(plot.series, plot.heading), {axes.x + axes.width + 28, axes.y});
  page.bottom = axes.y + std::max(axes.height + 42, legend_row * double(plot.series.size()));
  return page.finish();
}

std::string svg_of(const Polar& plot) {
  constexpr double radius = 400;
  SvgPage page(plot.heading);
  const double top = page.bottom + 44;
  const Position center = {margin + 20, top + radius};
  draw_polar(page.canvas, plot, center, radius);
  legend(page, legend_names(plot.series, plot.heading), {center.x + radius + 70, top});
  page.bottom = center.y + 40;
  return page.finish();
}

std::string svg_of(const Matrix& plot) {
  SvgPage page(plot.heading);
  SvgCanvas& canvas = page.canvas;
  const Position at = {margin + max_text_width(canvas, plot.rows) + 10, page.bottom + 40};
  const double column_width = std::max(72.0, max_text_width(canvas, plot.columns) + 14);
  draw_column_names(canvas, plot, at, column_width);
  draw_squares(canvas, plot, at, column_width);
  const double below = at.y + file_spacing.matrix_row * double(plot.rows.size());
  page.widen(margin + draw_matrix_caption(canvas, plot, {margin, below + 14}));
  page.widen(at.x + column_width * double(plot.columns.size()));
  page.bottom = below + 54;
  return page.finish();
}

std::string svg_of(const PathComparison& plot) {
  SvgPage page(plot.heading);
  SvgCanvas& canvas = page.canvas;
  const double top = page.bottom + 12, bottom = top + bars_height(canvas, plot);
  const BarColumns columns = {margin, bars_left(canvas, plot, margin), 520};
  draw_bar_axis(canvas, plot.x, columns, top + 14, bottom + 5);
  draw_bars(canvas, plot, columns, top);
  page.widen(columns.left + draw_bar_caption(canvas, plot.x, columns, bottom + 5));
  page.widen(columns.left + columns.width + 70);
  page.bottom = bottom + 42;
  return page.finish();
}
} // namespace

std::string plot_svg(const Drawing& drawing) {
  return std::visit([](const auto& plot) { return svg_of(plot); }, drawing);
}

} // namespace texelscope
