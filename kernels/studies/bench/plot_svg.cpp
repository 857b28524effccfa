#include "kernels/studies/bench/plot_svg.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kernels/ground/base/xml_text.h"
#include "kernels/reports/profile/plot/plot_drawing.h"

namespace texelscope {

using namespace profile;

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

std::string points_text(const std::vector<Position>& points) {
  std::string list;
  for (const auto& [x, y] : points)
    list += fmt::format("{}{:.2f},{:.2f}", list.empty() ? "" : " ", x, y);
  return list;
}

constexpr double baseline = 12; // below the top of a line of text

const char* look_of(LineRole role) {
  constexpr const char* looks[] = {"grid", "axis", "guide", "whisker"};
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

// Lengths are pixels. A class says how an element looks, in light or dark as the page that shows it:
//   ink, dim, strong    text: plain, beside the point, a heading
//   ground, heat        areas: behind everything; a share of the best, by its opacity
//   grid, axis, guide, whisker   lines
//   line0 ... line7, mark0 ... mark7, open0 ... open7, bar0 ... bar7    a series' line, full and open marks,
//   bars
class SvgCanvas final : public Canvas {
public:
  SvgCanvas() : Canvas(file_spacing) {}

  double px(double pixels) const override { return pixels; }
  double text_width(std::string_view content) const override { return width_of(content, 12); }
  void text(Position at, std::string_view content, TextRole role, Align align = Align::left) override {
    constexpr const char* looks[] = {"ink", "dim", "strong", "ink"};
    add_text(at, content, looks[std::size_t(role)], align, role == TextRole::small ? 11 : 12);
  }
  void line(Position from, Position to, LineRole role) override {
    element(fmt::format("line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" class=\"{}\"", from.x,
                        from.y, to.x, to.y, look_of(role)),
            {});
  }
  void arc(Position center, double radius, LineRole role) override {
    element(fmt::format("path d=\"M{0:.2f},{1:.2f}A{2:.2f},{2:.2f} 0 0 0 {3:.2f},{4:.2f}\" class=\"{5}\"",
                        center.x + radius, center.y, radius, center.x, center.y - radius, look_of(role)),
            {});
  }
  void polyline(const std::vector<Position>& points, std::size_t series) override {
    element(fmt::format("polyline points=\"{}\" class=\"line{}\"", points_text(points), series), {});
  }
  void mark(Position center, std::size_t series, std::string_view help) override {
    constexpr double r = 3.6;
    const std::string look =
        fmt::format("class=\"{}{}\"", has_full_mark(series) ? "mark" : "open", series % 8);
    const std::vector<Position> corners = mark_corners(center, r, series);
    element(corners.empty()
                ? fmt::format("circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\" {}", center.x, center.y, r, look)
                : fmt::format("polygon points=\"{}\" {}", points_text(corners), look),
            help);
  }
  void bar(const Rect& rect, std::size_t series, std::string_view help) override {
    area(rect, fmt::format("bar{}", series), 0.7, help);
  }
  void heat(const Rect& rect, double share, std::string_view help) override {
    area(rect, "heat", 0.05 + 0.6 * share, help);
  }

  // Returns the approximate width.
  double title(Position at, std::string_view content) {
    add_text(at, content, "strong", Align::left, 17);
    return width_of(content, 18);
  }

  // Returns the whole file.
  std::string finish(double width, double height) const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} "
        "{1:.0f}\" "
        "font-family=\"DejaVu Sans, Noto Sans, Noto Sans CJK SC, WenQuanYi Micro Hei, sans-serif\">\n"
        "<style>polyline,path{{fill:none;stroke-width:1.6;stroke-linejoin:round}}path,line{{stroke-width:1}}"
        ".strong{{font-weight:bold}}.guide{{stroke-dasharray:4 "
        "3}}{2}@media(prefers-color-scheme:dark){{{3}}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n{4}</svg>\n",
        width, height, style_of(light), style_of(dark), body);
  }

private:
  void add_text(Position at, std::string_view content, std::string_view look, Align align, double size) {
    constexpr const char* anchors[] = {"start", "middle", "end"};
    body += fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" class=\"{}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", at.x,
        at.y + baseline, look, anchors[int(align)], size, xml_text(content));
  }
  void area(const Rect& rect, std::string_view look, double opacity, std::string_view help) {
    element(fmt::format("rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" class=\"{}\" "
                        "fill-opacity=\"{:.3f}\"",
                        rect.x, rect.y, rect.width, rect.height, look, opacity),
            help);
  }
  void element(const std::string& tag, std::string_view help) {
    const std::string name = tag.substr(0, tag.find(' '));
    body += "<" + tag + (help.empty() ? "/>\n" : "><title>" + xml_text(help) + "</title></" + name + ">\n");
  }

  std::string body;
};

constexpr double margin = 20;

struct Page {
  SvgCanvas canvas;
  double width = 0, bottom = 0; // of what was drawn

  // Draws the title and two lines below it.
  explicit Page(const Heading& heading) : bottom(margin + 14) {
    widen(margin + canvas.title({margin, bottom - baseline}, heading.title));
    for (const std::string* line : {&heading.machine, &heading.shared}) {
      if (line->empty()) continue;
      bottom += 19;
      canvas.text({margin, bottom - baseline}, *line, TextRole::dim);
      widen(margin + canvas.text_width(*line));
    }
  }
  void widen(double right) { width = std::max(width, right + margin); }
  std::string finish() const { return canvas.finish(width, bottom + margin); }
};

void legend(Page& page, const std::vector<std::string>& names, Position at) {
  draw_legend(page.canvas, names, at);
  page.widen(at.x + legend_width(page.canvas, names));
}

std::string svg_of(const Lines& plot) {
  Page page(plot.heading);
  const Rect axes = {margin + file_spacing.axes_left, page.bottom + 44, 640, 360};
  draw_lines(page.canvas, plot, axes);
  legend(page, legend_names(plot.series, plot.heading), {axes.x + axes.width + 28, axes.y});
  page.bottom = axes.y + std::max(axes.height + 42, legend_row * double(plot.series.size()));
  return page.finish();
}

std::string svg_of(const Polar& plot) {
  constexpr double radius = 400;
  Page page(plot.heading);
  const double top = page.bottom + 44;
  const Position center = {margin + 20, top + radius};
  draw_polar(page.canvas, plot, center, radius);
  legend(page, legend_names(plot.series, plot.heading), {center.x + radius + 70, top});
  page.bottom = center.y + 40;
  return page.finish();
}

std::string svg_of(const Matrix& plot) {
  Page page(plot.heading);
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
  Page page(plot.heading);
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
