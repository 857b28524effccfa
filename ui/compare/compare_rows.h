// The COMPARE panel's parts.
#pragma once

#include "ui/frame/compare.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

void compare_choices(Context&, const CompareFindings&); // the mode, and the two that are compared
float strip_mode_width(Context&);
void strip_modes(Context&);                                      // the same in the strip
void strip_sides(Context&, const CompareFindings&, float width); // of each choice
void strip_error(Context&, const CompareFound&, float end);      // the largest one, or why there is none
void compare_metrics(Context&, const CompareFound&);
void compare_histogram(Context&, const CompareFound&, float height); // how the differences are spread

} // namespace texelscope::ui
