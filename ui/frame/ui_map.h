// The controls on screen: name, rectangle in window pixels, shown text. Tests click by name and read what is
// shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelscope::ui {

struct MapItem {
  std::string name; // "sampler.filter.linear", "result", "status.notes"
  float x0, y0, x1, y1;
  std::string text;
  bool visible = true; // false: scrolled out of sight
  float cut = 0;       // pixels of its text for which there is no room, and to which nothing scrolls
};

using UiMap = std::vector<MapItem>;

} // namespace texelscope::ui
