// The COMPARE panel's parts.
#pragma once

#include "ui/frame/compare.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

void compare_choices(Context&, const CompareFindings&); // the mode, and the two that are compared
void compare_metrics(Context&, const CompareFound&);
void compare_histogram(Context&, const CompareFound&, float height); // how the differences are spread

} // namespace texelscope::ui
