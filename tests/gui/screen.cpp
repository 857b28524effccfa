#include "gui/screen.h"

#include <algorithm>
#include <cmath>

namespace texelscope::gui {

namespace {
constexpr double sliver = 12; // pixels at scale 1: a thinner part of a line may show no letter

struct Rect {
  int x0, y0, x1, y1;
  bool overlaps(const Rect& other) const {
    return x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1;
  }
};

Rect rect_of(const Json& item, const Shot& shot) {
  const Json& r = item.at("rect");
  const auto pixel = [](double v, int end) { return std::clamp(int(std::lround(v)), 0, end); };
  return {pixel(r[0], shot.width), pixel(r[1], shot.height), pixel(r[2], shot.width),
          pixel(r[3], shot.height)};
}

bool has_one_color(const Shot& shot, const Rect& rect) {
  const auto& first = shot.at(rect.x0, rect.y0);
  for (int y = rect.y0; y < rect.y1; ++y)
    for (int x = rect.x0; x < rect.x1; ++x)
      if (shot.at(x, y) != first) return false;
  return true;
}

// What covers other items: a message, and the card of the tour.
bool is_message(const Json& item) {
  const std::string name = item.at("name");
  return name.starts_with("toast.") || name == "tour.card";
}

// The rectangles of the messages, enlarged by the frame around their text.
std::vector<Rect> messages(const Json& map, const Shot& shot, int margin) {
  std::vector<Rect> rects;
  for (const Json& item : map.at("items")) {
    if (!is_message(item)) continue;
    const Rect r = rect_of(item, shot);
    rects.push_back({r.x0 - margin, r.y0 - margin, r.x1 + margin, r.y1 + margin});
  }
  return rects;
}

bool is_still(const Json& item, const Json& before) {
  return std::any_of(before.begin(), before.end(), [&](const Json& other) {
    return other.at("name") == item.at("name") && other.at("rect") == item.at("rect");
  });
}
} // namespace

std::vector<std::string> items_not_drawn(const Json& before, const Shot& shot, const Json& after) {
  std::vector<std::string> names;
  const double scale = after.at("scale");
  const auto above = messages(after, shot, int(20 * scale));
  for (const Json& item : after.at("items")) {
    if (!item.at("visible") || item.at("text").get<std::string>().empty()) continue;
    const Rect rect = rect_of(item, shot);
    if (rect.x1 - rect.x0 < sliver * scale || rect.y1 - rect.y0 < sliver * scale) continue;
    const bool covered = !is_message(item) && std::any_of(above.begin(), above.end(),
                                                          [&](const Rect& m) { return m.overlaps(rect); });
    if (!covered && has_one_color(shot, rect) && is_still(item, before.at("items")))
      names.push_back(item.at("name"));
  }
  return names;
}

} // namespace texelscope::gui
