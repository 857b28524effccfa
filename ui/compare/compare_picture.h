// The comparison that is shown instead of the result.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

inline constexpr float compare_strip_height = 26; // design pixels

// Whether the pictures or their difference replace the result.
bool shows_comparison(const Context&);
void compare_picture(Context&);
void region_frame(Context&);

// The picture's pixel at a position in the window, and back. Side by side, both halves show its center.
Pixel pixel_under(const Context&, float window_x, float window_y);
std::array<float, 2> place_of(const Context&, const Pixel&);

// Marks the region by a drag with Ctrl, or after the button was pressed. Returns true while it takes the
// mouse.
bool mark_region(Context&, float window_x, float window_y);

} // namespace texelscope::ui
