// Plots drawn on any canvas: each part as a file and the window both have it. Who calls says where the parts
// lie and what stands around them.
#pragma once

#include <string>
#include <vector>

#include "kernels/profile/plot/canvas.h"
#include "kernels/profile/plot/plots.h"

namespace texelscope::profile {

struct DrawnCell { // what stands for a cell, and where
  Rect rect;
  BenchmarkCase cell;
};
using DrawnCells = std::vector<DrawnCell>;

double max_text_width(const Canvas&, const std::vector<std::string>& texts);

// Axes with their labels about a rectangle, and the series.
DrawnCells draw_lines(Canvas&, const Lines&, const Rect& axes);
// The same for a quarter circle.
DrawnCells draw_polar(Canvas&, const Polar&, Position center, double radius);

// Of the series; none for a single one whose name the heading has.
std::vector<std::string> legend_names(const std::vector<Series>&, const Heading&);
constexpr double legend_row = 20; // design pixels
double legend_width(const Canvas&, const std::vector<std::string>& names);
// The series' marks with their names, from a place down.
void draw_legend(Canvas&, const std::vector<std::string>& names, Position at);

// Column names above `at`; the rows below it, their names left of it.
void draw_column_names(Canvas&, const Matrix&, Position at, double column_width);
DrawnCells draw_squares(Canvas&, const Matrix&, Position at, double column_width);
// What colors and signs mean. Gives the width that it may take.
double draw_matrix_caption(Canvas&, const Matrix&, Position at);

// Bars begin at `left`, where the axis begins, and the axis ends at `left + width`; their names begin at
// `names`.
struct BarColumns {
  double names, left, width;
  double x(const Scale& axis, double value) const { return left + width * axis.place(value); }
};
double bars_left(const Canvas&, const PathComparison&, double names);
double bars_height(const Canvas&, const PathComparison&);
void draw_bar_axis(Canvas&, const Scale&, const BarColumns&, double top, double bottom);
// What the axis and the whiskers are, below the axis. Gives its width.
double draw_bar_caption(Canvas&, const Scale&, const BarColumns&, double axis_bottom);
DrawnCells draw_bars(Canvas&, const PathComparison&, const BarColumns&, double top);

} // namespace texelscope::profile
