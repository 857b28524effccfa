// The sections of WHY, in the order in which a fetch happens.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void why_answer(Context&, const FetchExplanation&); // the value and why it is that
void why_position(Context&, const Explanation&);    // the chosen pin's coordinate, to be typed
void why_coordinate(Context&, const Explanation&);
void why_level_of_detail(Context&, const Explanation&);
void why_texels(Context&, const Explanation&); // of every level or probe
void why_sums(Context&, const Explanation&);
void why_result(Context&, const Explanation&); // against the ideal, and against the backend's

} // namespace texelscope::ui
