// The oscilloscope's parts, in the picture and in its panel.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Over the picture.
void scope_overlay(Context&);
// Before the picture takes the mouse, the line's ends do.
void scope_handles(Context&);
// After the picture's item: whether a drag draws the line, which the picture then does not get.
bool draw_in_picture(Context&);

// Keys: the first takes an end, the other end, the cursor; arrows move what was taken. False: nothing was.
void select_in_scope(Context&);
bool nudge_in_scope(Context&, int dx, int dy);

// Shows `factor` times as much of the line; `share` of it stays where it is.
void zoom_scope(Context&, double share, double factor);

// How a series is drawn: the hue is the channel's.
struct CurveStyle {
  float width, alpha;
  float on, off; // design pixels of a dash and of the gap after it; 0: none
};
CurveStyle curve_style(scope::Series series);
// A piece of it, to tell which is which.
void curve_sample(Context&, scope::Series series, ImVec2 from, ImVec2 to, ImU32 color);

void scope_plot(Context&, const Area& area);
void scope_readout(Context&);

} // namespace texelscope::ui
