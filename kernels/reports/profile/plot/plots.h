// Plots of reports as values: series, axes, ticks. plot_drawing.h draws them.
//
//   staircase  GB/s against the working set; one series per group of cells that differ in nothing else
//   polar      texels per second against the angle of a rotated tile; a tile that is not rotated is at 0
//   matrix     formats by filters, as texels per clock and multiprocessor or, if that is unknown, per second
//   duel       texels per second by path, side by side for cells that are otherwise the same
// Skipped cells and those with wrong results are left out; a matrix shows a sign in their place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/reports/profile/report/report.h"
#include "kernels/state/session/enums.h"

namespace texelscope {
namespace profile {

enum class Plot : std::uint8_t { staircase, polar, matrix, path_comparison };

struct Tick {
  double at = 0;
  std::string label;
};

struct Scale {
  std::string title; // with its unit
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks; // ascending
  // Of a logarithmic one: shares of its length below `low`, at whose beginning 0 lies, and above `high`, at
  // whose end lies what has no bound.
  double below = 0, above = 0;
  double place(double value) const; // 0 at low, 1 at high
};

struct Point {
  double x = 0, y = 0; // in the axes' units
  std::string label;   // the cell's name and value
  BenchmarkCase cell = {};
};
struct Series {
  std::string name;          // distinguishes it from the others
  std::vector<Point> points; // by x
};

struct Heading {
  std::string title, machine;
  std::string shared; // the common part of all names; may be empty
};

struct Lines { // staircase
  Heading heading;
  Scale x, y;
  std::vector<Tick> guides; // along x: sizes of caches
  std::vector<Series> series;
  std::size_t left_out = 0; // by keep_series()
};

struct Polar {
  Heading heading;
  Scale radius;
  std::vector<Tick> angles;   // degrees, 0 to 90
  std::vector<Series> series; // x: degrees
  std::size_t left_out = 0;
};

struct Square {
  bool measured = false; // else `label` is a sign or empty, and `help` says why
  double share = 0;      // of the best value
  std::string label, help;
  std::optional<BenchmarkCase> cell = {}; // empty: there is none
};
struct Matrix {
  Heading heading;
  std::string unit;
  std::vector<std::string> columns, rows;
  std::vector<Square> squares; // row by row
};

struct Bar {
  std::string name;
  Path path = Path::tex;               // decides its color
  double value = 0, low = 0, high = 0; // of the median, the slowest and the fastest sample
  std::string label;
  BenchmarkCase cell = {};
};
struct BarGroup {
  std::string name;
  std::vector<Bar> bars;
};
struct PathComparison {
  Heading heading;
  Scale x;
  std::vector<BarGroup> groups;
};

using Drawing = std::variant<Lines, Polar, Matrix, PathComparison>;

// Uses the current language. Has no series, squares or groups if the reports contain nothing to draw.
Drawing draw(Plot plot, const std::vector<Report>& reports);
bool is_empty(const Drawing& drawing);

// The number of series that can be distinguished by color and mark.
constexpr std::size_t max_series = 8;
// Keeps only the first `max_count` series.
void keep_series(Drawing& drawing, std::size_t max_count);

// From 0 to above `max_value`, in steps of 1, 2 or 5 times a power of ten.
Scale axis_from_zero(std::string title, double max_value);
// Whole powers of ten around the values, of which some can be 0 or infinite.
Scale decades_axis(std::string title, const std::vector<double>& values);
// Whole powers of two bytes around both values, "4 KB", at most ten of them.
Scale bytes_axis(std::string title, double min_value, double max_value);

} // namespace profile

template <>
EnumTable enum_table<profile::Plot>();

} // namespace texelscope
