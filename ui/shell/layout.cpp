#include <algorithm>
#include <cmath>

#include "ui/frame/ui.h"

namespace texelscope::ui {

float presenter_scale(float width, float height) {
  return std::min(height / 380, width / 670);
}

namespace {
// The lesson beside the result; below it if the window is not wide.
Layout presenter_layout(float width, float height, const Theme& theme, const State& state) {
  const float gap = theme.px(6);
  Layout l;
  l.presenting = true;
  l.menu = {0, 0, width, gap};
  l.status = {0, height, width, height}; // messages stand above it
  l.result = {gap, gap, width - gap, height - gap};
  if (state.lesson.open() && width > height * 1.1f) {
    const float middle = std::floor(width * 0.46f);
    l.lesson = {gap, gap, middle, height - gap};
    l.result.x0 = middle + gap;
  } else if (state.lesson.open()) {
    const float middle = std::floor(height * 0.45f);
    l.lesson = {gap, middle + gap, width - gap, height - gap};
    l.result.y1 = middle;
  }
  // At the left and at the bottom are rulers, and the name of the upright one is above it. Below is a
  // caption.
  const Area& panel = l.result;
  l.result_picture = {panel.x0 + theme.px(46), panel.y0 + theme.px(18), panel.x1 - theme.px(10),
                      panel.y1 - theme.px(44)};
  Area& a = l.result_picture;
  a.x1 = std::max(a.x1, a.x0 + 1);
  a.y1 = std::max(a.y1, a.y0 + 1);
  a = {std::floor(a.x0), std::floor(a.y0), std::floor(a.x1), std::floor(a.y1)};
  return l;
}
} // namespace

// The columns are left, center and right, above a status line; the center has the result above the texture.
// One of the two, the hero, takes the large place. Below 1100 design pixels of width, WHY and COST become
// tabs beside the texture; while a lesson is open, WHY is beside the result. Which tab is open only affects
// the texture's border.
Layout layout(float width, float height, const Theme& theme, const State& state) {
  if (state.panels.presenting) return presenter_layout(width, height, theme, state);
  const auto px = [&](float v) { return theme.px(v); };
  const float gap = px(6), bar = px(30), status = px(30);
  Layout l;
  l.narrow = width < px(1100);
  l.menu = {0, 0, width, bar};
  l.status = {0, height - status, width, height};
  const float top = bar, bottom = height - status - px(2);
  float x0 = gap, x1 = width - gap;
  if (state.panels.show_left) {
    const float w = std::clamp(px(state.panels.left_width), px(220), std::max(px(220), width * 0.45f));
    l.left = {x0, top, x0 + w, bottom};
    x0 += w + gap;
  }
  if (state.panels.show_right && !l.narrow) {
    const float w = std::clamp(px(state.panels.right_width), px(200), std::max(px(200), width * 0.4f));
    // COST needs a fixed height; WHY has more content and gets the rest.
    const float split = std::floor(std::max(top + (bottom - top) * 0.52f, bottom - px(320)));
    l.why = {x1 - w, top, x1, split - gap / 2};
    l.cost = {x1 - w, split + gap / 2, x1, bottom};
    x1 -= w + gap;
  }
  float split = bottom;
  const bool lesson = state.lesson.open();
  if (state.panels.show_bottom || lesson) { // hiding the texture keeps the lesson
    const bool wants_wide = (state.panels.tab == Tab::scope && state.scope.wide) ||
                            (state.panels.tab == Tab::profile && state.profile.wide);
    const bool wide = !state.panels.show_bottom || (wants_wide && !state.panels.texture_is_hero);
    const float share = lesson ? 0.44f : 0.29f; // text to read gets more room than a tool
    const float wanted =
        state.panels.bottom_height > 0 ? px(state.panels.bottom_height) : (bottom - top) * share;
    const float h = std::clamp(std::floor(wanted), px(110), std::max(px(110), (bottom - top) * 0.7f));
    split = bottom - h;
    const float middle = std::floor(x0 + (x1 - x0) * (lesson ? 0.36f : 0.4f));
    if (!wide) l.texture = {x0, split, middle - gap / 2, bottom};
    l.tabs = {state.panels.show_bottom ? middle + gap / 2 : x0, split, x1, split + px(25)};
    l.bottom_right = {wide ? x0 : l.tabs.x0, split, x1, bottom};
    split -= gap;
  }
  float result_end = x1;
  if (l.narrow && lesson && state.panels.show_right && state.panels.lab == Lab::none) {
    const float w = std::clamp(px(state.panels.right_width), std::min(px(200), (x1 - x0) * 0.5f),
                               std::max(px(200), (x1 - x0) * 0.36f));
    l.why = {x1 - w, top, x1, split};
    result_end = l.why.x0 - gap;
  }
  l.result = {x0, top, result_end, split};
  if (state.panels.lab != Lab::none) l.lab = {x0, top, x1, bottom};
  l.result_beside_lab = state.panels.lab == Lab::fetch;
  if (l.result_beside_lab) {
    const float wanted = state.panels.lab_height > 0 ? px(state.panels.lab_height) : (bottom - top) * 0.56f;
    l.lab.y0 = bottom - std::clamp(std::floor(wanted), px(160), std::max(px(160), (bottom - top) * 0.8f));
    l.result = {x0, top, x1, l.lab.y0 - gap};
    l.texture = l.bottom_right = l.tabs = {};
  } else if (state.panels.texture_is_hero && state.panels.show_bottom)
    std::swap(l.result, l.texture);
  const auto picture_of = [&](const Area& panel) {
    // Above are title and tools, at the left and bottom edges rulers.
    const float tools = px(12) + px(24) * float(result_tool_rows(theme, panel.width()));
    Area a = {panel.x0 + px(46), panel.y0 + tools, panel.x1 - px(8), panel.y1 - px(22)};
    a.x1 = std::max(a.x1, a.x0 + 1);
    a.y1 = std::max(a.y1, a.y0 + 1);
    return a;
  };
  l.result_picture = picture_of(l.result);
  if (l.texture.width() > 0 || state.panels.texture_is_hero) {
    l.texture_picture = {l.texture.x0 + px(8), l.texture.y0 + px(30), l.texture.x1 - px(8),
                         l.texture.y1 - px(8)};
    l.texture_picture.x1 = std::max(l.texture_picture.x1, l.texture_picture.x0 + 1);
    l.texture_picture.y1 = std::max(l.texture_picture.y1, l.texture_picture.y0 + 1);
  }
  for (Area* a : {&l.result_picture, &l.texture_picture})
    *a = {std::floor(a->x0), std::floor(a->y0), std::floor(a->x1), std::floor(a->y1)};
  return l;
}

} // namespace texelscope::ui
