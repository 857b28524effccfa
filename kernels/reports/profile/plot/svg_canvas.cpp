#include "kernels/reports/profile/plot/svg_canvas.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/ground/base/xml_text.h"

namespace texelscope::profile {

namespace {
struct Look {
  const char *ground, *ink, *dim, *grid, *axis, *heat;
  std::array<const char*, 8> series; // distinguished with any color vision, 3:1 against the ground
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
  std::string style = fmt::format(
      ".ground{{fill:{}}}.ink,.strong{{fill:{}}}.dim{{fill:{}}}.grid{{stroke:{}}}"
      ".axis{{stroke:{}}}.guide{{stroke:{}}}.heat{{fill:{}}}.whisker{{stroke:{}}}.front{{stroke:{}}}",
      look.ground, look.ink, look.dim, look.grid, look.axis, look.dim, look.heat, look.ink, look.heat);
  for (std::size_t i = 0; i < look.series.size(); ++i)
    style += fmt::format(".line{0}{{stroke:{1}}}.mark{0}{{fill:{1};stroke:{1}}}.open{0}{{fill:{2};stroke:{1}}"
                         "}.bar{0}{{fill:{1}}}",
                         i, look.series[i], look.ground);
  return style;
}

std::string points_text(const std::vector<Position>& points) {
  std::string list;
  for (const auto& [x, y] : points)
    list += fmt::format("{}{:.2f},{:.2f}", list.empty() ? "" : " ", x, y);
  return list;
}

constexpr double baseline = 12; // below the top of a line of text

const char* look_of(LineRole role) {
  constexpr const char* looks[] = {"grid", "axis", "guide", "whisker", "front"};
  return looks[std::size_t(role)];
}

double width_of(std::string_view content, double size) {
  double width = 0;
  for (const char c : content) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) width += 0.62; // Latin letters of DejaVu Sans, on the average
    if (byte >= 0xc0) width += 1;   // the first byte of any other character
  }
  return width * size;
}
} // namespace

double SvgCanvas::text_width(std::string_view content) const {
  return width_of(content, 12);
}

void SvgCanvas::text(Position at, std::string_view content, TextRole role, Align align) {
  constexpr const char* looks[] = {"ink", "dim", "strong", "ink"};
  add_text(at, content, looks[std::size_t(role)], align, role == TextRole::small ? 11 : 12);
}

void SvgCanvas::line(Position from, Position to, LineRole role) {
  element(fmt::format("line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" class=\"{}\"", from.x,
                      from.y, to.x, to.y, look_of(role)),
          {});
}

void SvgCanvas::arc(Position center, double radius, LineRole role) {
  element(fmt::format("path d=\"M{0:.2f},{1:.2f}A{2:.2f},{2:.2f} 0 0 0 {3:.2f},{4:.2f}\" class=\"{5}\"",
                      center.x + radius, center.y, radius, center.x, center.y - radius, look_of(role)),
          {});
}

void SvgCanvas::ring(Position center, double radius, LineRole role) {
  element(fmt::format("circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" fill=\"none\" class=\"{}\"", center.x,
                      center.y, radius, look_of(role)),
          {});
}

void SvgCanvas::polyline(const std::vector<Position>& points, std::size_t series) {
  element(fmt::format("polyline points=\"{}\" class=\"line{}\"", points_text(points), series), {});
}

void SvgCanvas::mark(Position center, std::size_t series, std::string_view help) {
  constexpr double r = 3.6;
  const std::string look = fmt::format("class=\"{}{}\"", has_full_mark(series) ? "mark" : "open", series % 8);
  const std::vector<Position> corners = mark_corners(center, r, series);
  element(corners.empty()
              ? fmt::format("circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" {}", center.x, center.y, r, look)
              : fmt::format("polygon points=\"{}\" {}", points_text(corners), look),
          help);
}

void SvgCanvas::bar(const Rect& rect, std::size_t series, std::string_view help) {
  area(rect, fmt::format("bar{}", series), 0.7, help);
}

void SvgCanvas::heat(const Rect& rect, double share, std::string_view help) {
  area(rect, "heat", 0.05 + 0.6 * share, help);
}

double SvgCanvas::title(Position at, std::string_view content) {
  add_text(at, content, "strong", Align::left, 17);
  return width_of(content, 18);
}

std::string SvgCanvas::finish(double width, double height) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
      "{0:.0f} "
      "{1:.0f}\" "
      "font-family=\"DejaVu Sans, Noto Sans, Noto Sans CJK SC, WenQuanYi Micro Hei, sans-serif\">\n"
      "<style>polyline,path{{fill:none;stroke-width:1.6;stroke-linejoin:round}}path,line{{stroke-width:1}}"
      ".front{{stroke-width:2}}.strong{{font-weight:bold}}.guide{{stroke-dasharray:4 "
      "3}}{2}@media(prefers-color-scheme:dark){{{3}}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n{4}</svg>\n",
      width, height, style_of(light), style_of(dark), body);
}

void SvgCanvas::add_text(Position at, std::string_view content, std::string_view look, Align align,
                         double size) {
  constexpr const char* anchors[] = {"start", "middle", "end"};
  body += fmt::format(
      "<text x=\"{:.2f}\" y=\"{:.2f}\" class=\"{}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", at.x,
      at.y + baseline, look, anchors[int(align)], size, xml_text(content));
}

void SvgCanvas::area(const Rect& rect, std::string_view look, double opacity, std::string_view help) {
  element(fmt::format("rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" class=\"{}\" "
                      "fill-opacity=\"{:.3f}\"",
                      rect.x, rect.y, rect.width, rect.height, look, opacity),
          help);
}

void SvgCanvas::element(const std::string& tag, std::string_view help) {
  const std::string name = tag.substr(0, tag.find(' '));
  body += "<" + tag + (help.empty() ? "/>\n" : "><title>" + xml_text(help) + "</title></" + name + ">\n");
}

SvgPage::SvgPage(const Heading& heading) : bottom(margin + 14) {
  widen(margin + canvas.title({margin, bottom - baseline}, heading.title));
  for (const std::string* line : {&heading.machine, &heading.shared}) {
    if (line->empty()) continue;
    bottom += 19;
    canvas.text({margin, bottom - baseline}, *line, TextRole::dim);
    widen(margin + canvas.text_width(*line));
  }
}

void SvgPage::widen(double right) {
  width = std::max(width, right + margin);
}

} // namespace texelscope::profile
