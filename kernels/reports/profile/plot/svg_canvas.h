// Plots as SVG files.
#pragma once

#include <string>

#include "kernels/reports/profile/plot/canvas.h"
#include "kernels/reports/profile/plot/plots.h"

namespace texelscope::profile {

// Lengths are pixels. A class says how an element looks, in light or dark as the page that shows it:
//   ink, dim, strong    text: plain, beside the point, a heading
//   ground, heat        areas: behind everything; a share of the best, by its opacity
//   grid, axis, guide, whisker, front   lines
//   line0 ... line7, mark0 ... mark7, open0 ... open7, bar0 ... bar7    a series' line, full and open marks,
//   bars
class SvgCanvas final : public Canvas {
public:
  SvgCanvas() : Canvas(file_spacing) {}

  double px(double pixels) const override { return pixels; }
  double text_width(std::string_view content) const override;
  void text(Position at, std::string_view content, TextRole role, Align align = Align::left) override;
  void line(Position from, Position to, LineRole role) override;
  void arc(Position center, double radius, LineRole role) override;
  void ring(Position center, double radius, LineRole role) override;
  void polyline(const std::vector<Position>& points, std::size_t series) override;
  void mark(Position center, std::size_t series, std::string_view help) override;
  void bar(const Rect& rect, std::size_t series, std::string_view help) override;
  void heat(const Rect& rect, double share, std::string_view help) override;

  double title(Position at, std::string_view content);   // returns the approximate width
  std::string finish(double width, double height) const; // returns the whole file

private:
  void add_text(Position at, std::string_view content, std::string_view look, Align align, double size);
  void area(const Rect& rect, std::string_view look, double opacity, std::string_view help);
  void element(const std::string& tag, std::string_view help);

  std::string body;
};

// A file that begins with a heading: the title and two lines below it.
struct SvgPage {
  static constexpr double margin = 20;
  SvgCanvas canvas;
  double width = 0, bottom = 0; // of what was drawn

  explicit SvgPage(const Heading& heading);
  void widen(double right); // at least to there
  std::string finish() const { return canvas.finish(width, bottom + margin); }
};

} // namespace texelscope::profile
