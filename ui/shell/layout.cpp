#include <algorithm>
#include <cmath>

#include "ui/frame/ui.h"

namespace texelscope::ui {

float presenter_scale(float width, float height) {
  return std::min(height / 380, width / 670);
}

namespace {
// In design pixels. The result's picture has a row of tools above and rulers at the left and below.
constexpr float gap_size = 6, menu_height = 30, status_height = 28, tabs_height = 25, rail_width = 26;
constexpr float tools_height = 30, ruler_width = 44, ruler_height = 18, picture_margin = 6;
constexpr float lesson_left_width = 216, lesson_right_width = 350;

void make_whole(Area& a) {
  a.x1 = std::max(a.x1, a.x0 + 1);
  a.y1 = std::max(a.y1, a.y0 + 1);
  a = {std::floor(a.x0), std::floor(a.y0), std::floor(a.x1), std::floor(a.y1)};
}

// What a presenter shows beside the result; null: the result has the window.
Area* presented_column(Layout& l, const State& state) {
  if (state.panels.column == ShownColumn::settings) return &l.left;
  if (state.panels.column == ShownColumn::why) return &l.why;
  return state.lesson.open() ? &l.lesson : nullptr;
}

// The chosen column or the lesson beside the result; below it if the window is not wide.
Layout presenter_layout(float width, float height, const Theme& theme, const State& state) {
  const float gap = theme.px(gap_size);
  Layout l;
  l.presenting = true;
  l.menu = {0, 0, width, gap};
  l.status = {0, height, width, height}; // messages stand above it
  l.result = {gap, gap, width - gap, height - gap};
  Area* const column = presented_column(l, state);
  if (column != nullptr && width > height * 1.1f) {
    const float middle = std::floor(width * 0.46f);
    *column = {gap, gap, middle, height - gap};
    l.result.x0 = middle + gap;
  } else if (column != nullptr) {
    const float middle = std::floor(height * 0.45f);
    *column = {gap, middle + gap, width - gap, height - gap};
    l.result.y1 = middle;
  }
  // At the left and at the bottom are rulers, and the name of the upright one is above it. Below is a
  // caption.
  const Area& panel = l.result;
  l.result_picture = {panel.x0 + theme.px(46), panel.y0 + theme.px(18), panel.x1 - theme.px(10),
                      panel.y1 - theme.px(44)};
  make_whole(l.result_picture);
  return l;
}

// Divides a window, from its edges to its middle.
class Division {
public:
  Division(float window_width, float window_height, const Theme& theme_, const State& state_)
      : theme(theme_), state(state_), panels(state_.panels), width(window_width), height(window_height),
        gap(theme_.px(gap_size)) {}

  Layout all() {
    l.one_column = width < px(960) || height < px(540);
    l.menu = {0, 0, width, px(menu_height)};
    l.status = {0, height - px(status_height), width, height};
    middle = {gap, l.menu.y1, width - gap, l.status.y0 - px(2)};
    if (l.one_column) {
      l.columns = {middle.x0, middle.y0, middle.x1, middle.y0 + px(tabs_height)};
      middle.y0 = l.columns.y1 + px(2);
      column();
    } else {
      left();
      right();
      lower_row();
      lab();
    }
    pictures();
    return l;
  }

private:
  float px(float design_pixels) const { return theme.px(design_pixels); }

  void left() {
    if (panels.lab == Lab::trace && !state.lesson.open()) return; // the session is not the program's
    if (!panels.show_left) {
      l.rail = {middle.x0, middle.y0, middle.x0 + px(rail_width), middle.y1};
      middle.x0 = l.rail.x1 + gap;
      return;
    }
    const float wanted =
        state.lesson.open() ? std::min(lesson_left_width, panels.left_width) : panels.left_width;
    const float w = std::clamp(px(wanted), px(200), std::max(px(200), width * 0.5f));
    l.left = {middle.x0, middle.y0, middle.x0 + w, middle.y1};
    middle.x0 = l.left.x1 + gap;
  }

  void right() {
    const bool lesson = state.lesson.open();
    if (!panels.show_right && !lesson) return; // hiding WHY keeps the lesson
    const bool narrow = width < px(1100);
    if (narrow && panels.lab != Lab::none && !lesson) return; // a lab needs the room more
    const float wanted = lesson ? std::max(lesson_right_width, panels.right_width) : panels.right_width;
    const float w = std::clamp(px(wanted), px(200), std::max(px(200), width * 0.4f));
    right_column({middle.x1 - w, middle.y0, middle.x1, middle.y1});
    middle.x1 -= w + gap;
  }

  // The card has the whole column until WHY may say something.
  void right_column(const Area& a) {
    const bool lesson = state.lesson.open(), why = panels.show_right && !(lesson && state.lesson.hides);
    if (lesson) l.lesson = a;
    if (why) l.why = a;
    if (!lesson || !why) return;
    const float split = std::floor(a.y0 + a.height() * 0.55f);
    l.lesson.y1 = split - gap / 2;
    l.why.y0 = split + gap / 2;
  }

  void lower_row() {
    l.result = middle;
    if (!bottom_is_open(state, l)) {
      l.tabs = {middle.x0, middle.y1 - px(tabs_height), middle.x1, middle.y1};
      l.result.y1 = l.tabs.y0 - px(2);
      return;
    }
    // About a fifth; less of a high window, whose result grows.
    const float room = middle.height();
    const float wanted = panels.bottom_height > 0 ? px(panels.bottom_height) : px(90) + room * 0.09f;
    const float h = std::clamp(std::floor(wanted), px(110), std::max(px(110), room * 0.88f));
    const Area row = {middle.x0, middle.y1 - h, middle.x1, middle.y1};
    const bool wants_wide =
        (panels.tab == Tab::scope && state.scope.wide) || (panels.tab == Tab::cost && state.profile.wide);
    const bool wide = wants_wide && !panels.texture_is_hero;
    const float split = std::floor(row.x0 + row.width() * (width < px(1100) ? 0.28f : 0.4f));
    if (!wide) l.texture = {row.x0, row.y0, split - gap / 2, row.y1};
    l.tabs = {split + gap / 2, row.y0, row.x1, row.y0 + px(tabs_height)};
    l.bottom_right = {wide ? row.x0 : l.tabs.x0, row.y0, row.x1, row.y1};
    l.result.y1 = row.y0 - gap;
    if (panels.texture_is_hero) std::swap(l.result, l.texture);
  }

  void lab() {
    if (panels.lab == Lab::none) return;
    l.lab = middle;
    l.result_beside_lab = panels.lab == Lab::fetch;
    if (!l.result_beside_lab) return;
    const float room = middle.height();
    const float wanted = panels.lab_height > 0 ? px(panels.lab_height) : room * 0.56f;
    l.lab.y0 = middle.y1 - std::clamp(std::floor(wanted), px(160), std::max(px(160), room * 0.8f));
    l.result = {middle.x0, middle.y0, middle.x1, l.lab.y0 - gap};
    l.texture = l.bottom_right = l.tabs = {};
  }

  // One column has the window; the result's picture keeps its size while another one is shown.
  void column() {
    lower_row();
    lab();
    if (panels.column == ShownColumn::picture) return;
    pictures();
    l.result = l.texture = l.bottom_right = l.tabs = l.lab = l.texture_picture = {};
    l.result_beside_lab = false;
    if (panels.column == ShownColumn::settings)
      l.left = middle;
    else
      right_column(middle);
  }

  void pictures() {
    if (const Area& a = l.result; a.width() > 0) {
      l.result_picture = {a.x0 + px(ruler_width), a.y0 + px(tools_height), a.x1 - px(picture_margin),
                          a.y1 - px(ruler_height)};
      make_whole(l.result_picture);
    }
    if (const Area& a = l.texture; a.width() > 0) {
      l.texture_picture = {a.x0 + px(8), a.y0 + px(30), a.x1 - px(8), a.y1 - px(8)};
      make_whole(l.texture_picture);
    }
  }

  const Theme& theme;
  const State& state;
  const Panels& panels;
  const float width, height, gap;
  Area middle; // what is not yet given away
  Layout l;
};
} // namespace

bool bottom_is_open(const State& state, const Layout& areas) {
  return areas.one_column || state.lesson.open() ? state.panels.bottom_in_small : state.panels.show_bottom;
}

void open_bottom(State& state, const Layout& areas, bool open) {
  (areas.one_column || state.lesson.open() ? state.panels.bottom_in_small : state.panels.show_bottom) = open;
}

// Three columns above a status line: the settings, the result above the lower row, and WHY, or a lesson above
// it. One of result and texture, the hero, takes the large place. Where the window has fewer than 960 x 540
// design pixels, one column at a time has it. Which tab is open only affects the texture's border.
Layout layout(float width, float height, const Theme& theme, const State& state) {
  if (state.panels.presenting) return presenter_layout(width, height, theme, state);
  return Division(width, height, theme, state).all();
}

} // namespace texelscope::ui
