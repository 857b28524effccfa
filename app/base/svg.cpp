#include "app/base/svg.h"

#include <array>

#include <fmt/format.h>

namespace texelscope {

namespace {
struct Look {
  const char *ground, *ink, *dim, *grid, *axis, *heat;
  std::array<const char*, 8> series; // told apart with any color vision, 3:1 against the ground
};
constexpr Look light = {
    "#ffffff",
    "#1c2026",
    "#59616d",
    "#e4e7eb",
    "#8b939f",
    "#2a6fb0",
    {"#0072b2", "#d55e00", "#00805d", "#a8477f", "#a87400", "#2f8fc4", "#6a5acd", "#6b6f76"}};
constexpr Look dark = {
    "#16191e",
    "#e6e9ee",
    "#a3abb7",
    "#2b3038",
    "#6d7683",
    "#3f8fd8",
    {"#4ea3e0", "#ff8a3d", "#2cc49a", "#e08fbf", "#f0b429", "#8cd0f5", "#ab9df2", "#b3b8c0"}};

std::string style_of(const Look& look) {
  std::string style =
      fmt::format(".ground{{fill:{}}}.ink,.strong{{fill:{}}}.dim{{fill:{}}}.grid{{stroke:{}}}"
                  ".axis{{stroke:{}}}.guide{{stroke:{}}}.heat{{fill:{}}}.whisker{{stroke:{}}}",
                  look.ground, look.ink, look.dim, look.grid, look.axis, look.dim, look.heat, look.ink);
  for (std::size_t i = 0; i < look.series.size(); ++i)
    style += fmt::format(".line{0}{{stroke:{1}}}.mark{0}{{fill:{1};stroke:{1}}}.open{0}{{fill:{2};stroke:{1}}"
                         "}.bar{0}{{fill:{1}}}",
                         i, look.series[i], look.ground);
  return style;
}

std::string escaped(std::string_view words) {
  std::string out;
  for (const char c : words)
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      if (static_cast<unsigned char>(c) >= 0x20) out += c; // XML 1.0 has no others that a line would hold
    }
  return out;
}

std::string places_text(const std::vector<Svg::Point>& places) {
  std::string words;
  for (const auto& [x, y] : places)
    words += fmt::format("{}{:.2f},{:.2f}", words.empty() ? "" : " ", x, y);
  return words;
}
} // namespace

void Svg::element(const std::string& words, std::string_view help) {
  const std::string name = words.substr(0, words.find(' '));
  body += "<" + words + (help.empty() ? "/>\n" : "><title>" + escaped(help) + "</title></" + name + ">\n");
}

void Svg::text(Point at, std::string_view words, const char* look, Anchor anchor, double size) {
  constexpr const char* anchors[] = {"start", "middle", "end"};
  body += fmt::format(
      "<text x=\"{:.2f}\" y=\"{:.2f}\" class=\"{}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n",
      at.first, at.second, look, anchors[int(anchor)], size, escaped(words));
}

void Svg::line(Point from, Point to, std::string_view look) {
  element(fmt::format("line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" class=\"{}\"", from.first,
                      from.second, to.first, to.second, look),
          {});
}

void Svg::polyline(const std::vector<Point>& places, std::string_view look) {
  element(fmt::format("polyline points=\"{}\" class=\"{}\"", places_text(places), look), {});
}

void Svg::arc(Point center, double radius, std::string_view look) {
  element(fmt::format("path d=\"M{0:.2f},{1:.2f}A{2:.2f},{2:.2f} 0 0 0 {3:.2f},{4:.2f}\" class=\"{5}\"",
                      center.first + radius, center.second, radius, center.first, center.second - radius,
                      look),
          {});
}

void Svg::area(Point at, double width, double height, std::string_view look, double opacity,
               std::string_view help) {
  element(fmt::format("rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" class=\"{}\"{}",
                      at.first, at.second, width, height, look,
                      opacity < 1 ? fmt::format(" fill-opacity=\"{:.3f}\"", opacity) : ""),
          help);
}

void Svg::mark(Point at, std::size_t series, std::string_view help) {
  constexpr double r = 3.6;
  const std::string look = fmt::format("class=\"{}{}\"", series < 4 ? "mark" : "open", series % 8);
  const auto [x, y] = at;
  std::vector<Point> corners;
  if (series % 4 == 1) corners = {{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}};
  if (series % 4 == 2) corners = {{x, y - 1.3 * r}, {x + 1.3 * r, y}, {x, y + 1.3 * r}, {x - 1.3 * r, y}};
  if (series % 4 == 3) corners = {{x, y - 1.3 * r}, {x + 1.2 * r, y + r}, {x - 1.2 * r, y + r}};
  element(corners.empty() ? fmt::format("circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" {}", x, y, r, look)
                          : fmt::format("polygon points=\"{}\" {}", places_text(corners), look),
          help);
}

std::string Svg::finish(double width, double height) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" "
      "font-family=\"DejaVu Sans, Noto Sans, Noto Sans CJK SC, WenQuanYi Micro Hei, sans-serif\">\n"
      "<style>polyline,path{{fill:none;stroke-width:1.6;stroke-linejoin:round}}path,line{{stroke-width:1}}"
      ".strong{{font-weight:bold}}.guide{{stroke-dasharray:4 "
      "3}}{2}@media(prefers-color-scheme:dark){{{3}}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n{4}</svg>\n",
      width, height, style_of(light), style_of(dark), body);
}

double text_width(std::string_view words, double size) {
  double width = 0;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) width += 0.62; // Latin letters of DejaVu Sans, on the average
    if (byte >= 0xc0) width += 1;   // the first byte of any other character
  }
  return width * size;
}

} // namespace texelscope
