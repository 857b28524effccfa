// The comparison in the result's place.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

// Whether the pictures or their difference stand where the result would.
bool shows_comparison(const Context&);
void compare_picture(Context&);
void region_frame(Context&);

// The picture's pixel under a place in the window, and back: side by side, both halves show its middle.
Pixel pixel_under(const Context&, float window_x, float window_y);
std::array<float, 2> place_of(const Context&, const Pixel&);

// A drag with Ctrl, or after the button was pressed, marks the region. True while it takes the mouse.
bool mark_region(Context&, float window_x, float window_y);

} // namespace texelscope::ui
