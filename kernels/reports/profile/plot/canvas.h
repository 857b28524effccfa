// The target of a plot: an SVG file, or the window. y points down.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace texelscope::profile {

struct Position {
  double x = 0, y = 0;
};
struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
};

// The distances between parts, in design pixels. A file is as large as its plot; in the window a plot is
// denser, to fit the available area.
struct PlotSpacing {
  bool file;
  double label_gap = file ? 8 : 6;       // from an axis to the values left of it
  double axes_left = file ? 50 : 44;     // from the value axis' title to the start of the axes: across,
  double axes_top = file ? 28 : 20;      // and down
  double lines_tick_text = file ? 8 : 5; // from the lower axis to the top of its values
  double polar_tick_text = file ? 6 : 4;
  double axis_title = file ? 22 : 17;  // from there to the top of the axis' title
  double guide_above = file ? 8 : 4;   // how far a guide reaches above the axes
  double guide_text = file ? -14 : 2;  // from the axes' top to its text if the title is in the way
  double matrix_row = file ? 24 : 22;  // the height of a row
  double matrix_text = file ? 4 : 2;   // from a row's top to its text
  double scale_below = file ? 22 : 20; // from the matrix' caption to the scale of its colors
  double scale_width = file ? 46 : 42; // of a color in the scale
  double scale_height = file ? 18 : 17;
  double scale_gap = file ? 16 : 12; // from the scale to the meaning of signs
  double bar_row = file ? 22 : 21;
  double group_row = file ? 40 : 30;
};
inline constexpr PlotSpacing file_spacing{true}, window_spacing{false};

// strong: a heading, or a sign that is not a value.
enum class TextRole : std::uint8_t { text, dim, strong, small };
// Which part of a text is at its position.
enum class Align : std::uint8_t { left, center, right };
// front: what nothing beats.
enum class LineRole : std::uint8_t { grid, axis, guide, whisker, front };

class Canvas {
public:
  explicit Canvas(const PlotSpacing& of) : spacing(of) {}
  virtual ~Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  virtual double px(double design_pixels) const = 0;
  virtual double text_width(std::string_view content) const = 0;

  // `at`: the top of the line, 12 design pixels above its baseline.
  virtual void text(Position at, std::string_view content, TextRole, Align = Align::left) = 0;
  virtual void line(Position from, Position to, LineRole) = 0;
  virtual void arc(Position center, double radius, LineRole) = 0; // a quarter, from the right to the top
  virtual void ring(Position center, double radius, LineRole) = 0;
  virtual void polyline(const std::vector<Position>& points, std::size_t series) = 0;
  // `help` describes what is drawn there, for a mouse over it.
  virtual void mark(Position center, std::size_t series, std::string_view help) = 0;
  virtual void bar(const Rect&, std::size_t series, std::string_view help) = 0;
  // Text must stay readable on the strongest color.
  virtual void heat(const Rect&, double share, std::string_view help) = 0;

  const PlotSpacing& spacing;
};

// A series' mark: the corners of its shape, empty for a circle; filled for the first four series, outlined
// for the others.
std::vector<Position> mark_corners(Position center, double radius, std::size_t series);
constexpr bool has_full_mark(std::size_t series) {
  return series < 4;
}

} // namespace texelscope::profile
