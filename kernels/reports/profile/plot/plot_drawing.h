// Draws plots on any canvas, part by part, with the same parts for a file and the window. The caller chooses
// where the parts lie and what surrounds them.
#pragma once

#include <string>
#include <vector>

#include "kernels/reports/profile/plot/canvas.h"
#include "kernels/reports/profile/plot/plots.h"

namespace texelscope::profile {

struct DrawnCell { // a cell's mark, and its area
  Rect rect;
  BenchmarkCase cell;
};
using DrawnCells = std::vector<DrawnCell>;

double max_text_width(const Canvas&, const std::vector<std::string>& texts);

// Where a point of two axes lies in the rectangle that they bound.
Position place_in(const Rect& axes, const Scale& x_axis, const Scale& y_axis, double x, double y);
// Draws axes with their values, titles and guides around a rectangle.
void draw_axes(Canvas&, const Scale& x_axis, const Scale& y_axis, const std::vector<Tick>& guides,
               const Rect& axes);
// Draws the axes with their labels around a rectangle, and the series.
DrawnCells draw_lines(Canvas&, const Lines&, const Rect& axes);
// The same for a quarter circle.
DrawnCells draw_polar(Canvas&, const Polar&, Position center, double radius);

// The names of the series; empty for a single one that the heading names.
std::vector<std::string> legend_names(const std::vector<Series>&, const Heading&);
constexpr double legend_row = 20; // design pixels
double legend_width(const Canvas&, const std::vector<std::string>& names);
// Draws the series' marks with their names, starting at a position and going down.
void draw_legend(Canvas&, const std::vector<std::string>& names, Position at);

// Draws column names above `at`, and the rows below it with their names on the left.
void draw_column_names(Canvas&, const Matrix&, Position at, double column_width);
DrawnCells draw_squares(Canvas&, const Matrix&, Position at, double column_width);
// Explains colors and signs. Returns the width that it takes.
double draw_matrix_caption(Canvas&, const Matrix&, Position at);

// Bars begin at `left`, where the axis begins, and the axis ends at `left + width`; the names of bars begin
// at `names`.
struct BarColumns {
  double names, left, width;
  double x(const Scale& axis, double value) const { return left + width * axis.place(value); }
};
double bars_left(const Canvas&, const PathComparison&, double names);
double bars_height(const Canvas&, const PathComparison&);
void draw_bar_axis(Canvas&, const Scale&, const BarColumns&, double top, double bottom);
// Explains the axis and the whiskers, below the axis. Returns its width.
double draw_bar_caption(Canvas&, const Scale&, const BarColumns&, double axis_bottom);
DrawnCells draw_bars(Canvas&, const PathComparison&, const BarColumns&, double top);

} // namespace texelscope::profile
