// The panels, their sizes and their positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "kernels/studies/lessons/panels.h"
#include "ui/frame/theme.h"

namespace texelscope::ui {

// The visible panels and their sizes, in design pixels.
struct Panels {
  float left_width = 320, right_width = 270;
  float bottom_height = 0; // 0: a quarter of the window, until it is dragged
  float lab_height =
      0; // of a lab that leaves the result visible; 0: somewhat more than half, until it is dragged
  bool show_left = true, show_right = true, show_bottom = true;
  bool texture_is_hero = false; // E: the texture takes the large place
  Tab tab = Tab::why;           // the requested one; while it is unavailable, the first one is shown
  Lab lab = Lab::none;          // the one in the window's center
  int focused = -1;             // F6
  bool list_open = false;       // a menu or list was open in the last frame
  bool presenting = false;      // the lesson and the result alone, for a projector
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
  Area menu, left, result, result_picture, texture, texture_picture, bottom_right, why, cost, status;
  Area tabs; // the row above bottom_right, in the same position whichever tab is open
  Area lab;  // over result, texture and its tabs; their pictures are still made, for WHY and COST
  bool result_beside_lab = false; // over the texture alone, the result above it
  bool narrow = false;            // the right column's panels are tabs beside the texture
  Area lesson;                    // while presenting; empty if none is open
  bool presenting = false;        // only the lesson and the result have areas
};

// Whether the tab's panel is visible.
inline bool shows(Tab tab, const Panels& panels, const Layout& areas) {
  return panels.tab == tab && areas.bottom_right.width() > 0 && areas.lab.width() == 0;
}

struct State;
Layout layout(float width, float height, const Theme& theme, const State& state);
// The scale at which a window of this size is read from the back of a room.
float presenter_scale(float width, float height);
int result_tool_rows(const Theme&,
                     float width); // of a result panel of this width; 1, the least, before fonts are loaded

} // namespace texelscope::ui
