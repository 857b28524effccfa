// The controls on screen: name, rectangle in window pixels, shown text. Tests click by name and read the
// shown texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelscope::ui {

struct MapItem {
  std::string name; // "sampler.filter.linear", "result", "status.notes"
  float x0, y0, x1, y1;
  std::string text;
  bool visible = true; // false: scrolled out of view
  float cut = 0;       // pixels of its text that do not fit and cannot be scrolled into view
};

using UiMap = std::vector<MapItem>;

} // namespace texelscope::ui
