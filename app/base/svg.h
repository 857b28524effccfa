// A picture as SVG text, element by element, in light or dark as the page that shows it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texelscope {

// Places in pixels, y downwards. A class says how an element looks:
//   ink, dim, strong    text: plain, beside the point, a heading
//   ground, heat        areas: behind everything; a share of the best, by its opacity
//   grid, axis, guide, whisker   lines
//   line0 ... line7, mark0 ... mark7, open0 ... open7, bar0 ... bar7    a series' line, full and open marks,
//   bars
class Svg {
public:
  using Point = std::pair<double, double>;
  enum class Anchor { start, middle, end };

  void text(Point at, std::string_view words, const char* look, Anchor anchor = Anchor::start,
            double size = 12);
  void line(Point from, Point to, std::string_view look);
  void polyline(const std::vector<Point>& places, std::string_view look);
  void arc(Point center, double radius, std::string_view look); // from the right to the top
  // `help` is shown under the mouse; may be empty.
  void area(Point at, double width, double height, std::string_view look, double opacity = 1,
            std::string_view help = {});
  // One of eight shapes about a place; those of 0 to 3 are full, of 4 to 7 open.
  void mark(Point at, std::size_t series, std::string_view help);

  // The whole file.
  std::string finish(double width, double height) const;

private:
  void element(const std::string& words, std::string_view help);
  std::string body;
};

// About how wide a text is drawn.
double text_width(std::string_view words, double size);

} // namespace texelscope
