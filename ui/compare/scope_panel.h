// The parts of the oscilloscope, in the picture and in its panel.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Drawn over the picture.
void scope_overlay(Context&);
// The line's ends take the mouse before the picture does.
void scope_handles(Context&);
// Called after the picture's item: whether a drag draws the line, which the picture then does not receive.
bool draw_in_picture(Context&);

// Key commands: the first selects an end, the other end, the cursor; arrows move the selected one. Returns
// false if none is selected.
void select_in_scope(Context&);
bool nudge_in_scope(Context&, int dx, int dy);

// Shows `factor` times as much of the line; the position `share` stays where it is.
void zoom_scope(Context&, double share, double factor);

// The style of a series' curve: the hue is the channel's.
struct CurveStyle {
  float width, alpha;
  float on, off; // design pixels of a dash and of the gap after it; 0: none
};
CurveStyle curve_style(scope::Series series);
// A sample of the curve for the legend.
void curve_sample(Context&, scope::Series series, ImVec2 from, ImVec2 to, ImU32 color);

void scope_plot(Context&, const Area& area);
void scope_readout(Context&);

} // namespace texelscope::ui
