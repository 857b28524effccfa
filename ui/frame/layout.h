// The panels, their sizes and their positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "kernels/studies/lessons/panels.h"
#include "ui/frame/theme.h"

namespace texelscope::ui {

// What a small window shows, one at a time.
enum class ShownColumn : std::uint8_t { settings, picture, why };

// The visible panels and their sizes, in design pixels.
struct Panels {
  float left_width = 240, right_width = 268;
  float bottom_height = 0; // 0: about a fifth of the window, until it is dragged
  float lab_height =
      0; // of a lab that leaves the result visible; 0: somewhat more than half, until it is dragged
  bool show_left = true, show_right = true;
  bool show_bottom = true;      // else of the lower row its tabs remain
  bool bottom_in_small = false; // the same in a lesson and in a small window, which begin without it
  bool texture_is_hero = false; // E: the texture takes the large place
  Tab tab = Tab::levels;        // the requested one; while it is unavailable, the first one is shown
  Lab lab = Lab::none;          // the one in the window's center
  ShownColumn column = ShownColumn::picture;
  int focused = -1;        // F6
  bool list_open = false;  // a menu, list or dialog was open when the last frame ended
  bool presenting = false; // the result, and the lesson or the chosen column, for a projector
};

struct Area {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width() const { return x1 - x0; }
  float height() const { return y1 - y0; }
  bool contains(float x, float y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
  // Square pixels that lie in both.
  float overlap(const Area& other) const {
    return std::max(0.0f, std::min(x1, other.x1) - std::max(x0, other.x0)) *
           std::max(0.0f, std::min(y1, other.y1) - std::max(y0, other.y0));
  }
};

// The areas of the pictures in window pixels, known before the frame is drawn so that they have exactly this
// size.
struct Layout {
  Area menu, left, result, result_picture, texture, texture_picture, bottom_right, why, status;
  Area rail; // in the place of the left column, which it opens
  Area tabs; // the row above bottom_right, in the same position whichever tab is open; all that remains of
             // the lower row while it is folded
  Area lab;  // over result, texture and its tabs; their pictures are still made, for WHY and COST
  bool result_beside_lab = false; // over the texture alone, the result above it
  Area columns;                   // the row that chooses a column of a small window
  bool one_column = false;        // only the chosen column has areas, but the result's picture keeps its size
  Area lesson;                    // above WHY, or beside the result while presenting; empty if none is open
  bool presenting = false;        // only the result, and the lesson, the settings or WHY have areas
};

// Whether the tab's panel is visible.
inline bool shows(Tab tab, const Panels& panels, const Layout& areas) {
  return panels.tab == tab && areas.bottom_right.width() > 0 && areas.lab.width() == 0;
}

struct State;
Layout layout(float width, float height, const Theme& theme, const State& state);
// The scale at which a window of this size is read from the back of a room.
float presenter_scale(float width, float height);
// Whether the lower row shows more than its tabs. A lesson and a small window fold it at first.
bool bottom_is_open(const State&, const Layout&);
void open_bottom(State&, const Layout&, bool open);

} // namespace texelscope::ui
