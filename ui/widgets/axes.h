// Parts of the axes of plots: one line of text at a position, horizontal lines, steps between ticks.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

// Drawn in the small font, or in the small monospaced one. `align`: the share of its width left of `at`.
void small_text(const Context&, ImVec2 at, ImU32, std::string_view, float align = 0);
float small_width(const Context&, std::string_view);
void mono_text(const Context&, ImVec2 at, ImU32, std::string_view, float align = 0);
float mono_width(const Context&, std::string_view);

// A line across the area at a height, with its value left of the area.
void level_line(const Context&, const Area&, float y, ImU32, std::string_view value);

// A round step so that about `room` ticks fit on an axis over `span`.
double tick_step(double span, double room);

} // namespace texelscope::ui
