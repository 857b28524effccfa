#include "app/profile/plot_svg.h"

#include <algorithm>

#include <fmt/format.h>

namespace texelscope {

std::string plot_svg(const profile::Drawing& drawing) {
  return std::visit([](const auto& plot) { return plot_parts::svg_of(plot); }, drawing);
}

namespace plot_parts {

double heading(Svg& svg, const profile::Heading& heading, double& width) {
  double y = margin + 14;
  svg.text({margin, y}, heading.title, "strong", Svg::Anchor::start, 17);
  width = std::max(width, text_width(heading.title, 18) + 2 * margin);
  for (const std::string* words : {&heading.machine, &heading.shared}) {
    if (words->empty()) continue;
    y += 19;
    svg.text({margin, y}, *words, "dim");
    width = std::max(width, text_width(*words, 12) + 2 * margin);
  }
  return y;
}

double legend(Svg& svg, const std::vector<profile::Series>& series, const profile::Heading& heading,
              Svg::Point at) {
  if (series.size() == 1 && series.front().name == heading.shared) return 0;
  double width = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double y = at.second + 20 * double(i);
    svg.polyline({{at.first, y}, {at.first + 24, y}}, fmt::format("line{}", i));
    svg.mark({at.first + 12, y}, i, {});
    svg.text({at.first + 32, y + 4}, series[i].name, "ink");
    width = std::max(width, 32 + text_width(series[i].name, 12));
  }
  return width;
}

} // namespace plot_parts

} // namespace texelscope
