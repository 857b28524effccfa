#include "gui/screen.h"

#include <algorithm>
#include <cmath>

namespace texelscope::gui {

namespace {
constexpr int sliver = 6; // pixels, less than a letter

bool has_one_color(const Shot& shot, int x0, int y0, int x1, int y1) {
  const auto& first = shot.at(x0, y0);
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x)
      if (shot.at(x, y) != first) return false;
  return true;
}
} // namespace

std::vector<std::string> items_not_drawn(const Json& map, const Shot& shot) {
  std::vector<std::string> names;
  for (const Json& item : map.at("items")) {
    if (!item.at("visible") || item.at("text").get<std::string>().empty()) continue;
    const Json& rect = item.at("rect");
    const int x0 = std::max(0, int(std::floor(rect[0].get<double>()))), y0 = std::max(0, int(std::floor(rect[1].get<double>())));
    const int x1 = std::min(shot.width, int(std::ceil(rect[2].get<double>()))), y1 = std::min(shot.height, int(std::ceil(rect[3].get<double>())));
    if (x1 - x0 < sliver || y1 - y0 < sliver) continue;
    if (has_one_color(shot, x0, y0, x1, y1)) names.push_back(item.at("name"));
  }
  return names;
}

} // namespace texelscope::gui
