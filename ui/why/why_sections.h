// The sections of WHY, in the order of a fetch's steps.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void why_answer(Context&, const FetchExplanation&); // the value and its explanation
void why_weights(Context&, const Explanation&);     // measured, beside the model's
void why_position(Context&, const Explanation&);    // the chosen pin's coordinate, as input fields
void why_coordinate(Context&, const Explanation&);
void why_level_of_detail(Context&, const Explanation&);
void why_texels(Context&, const Explanation&); // of every level or probe
void why_sums(Context&, const Explanation&);
void why_result(Context&, const Explanation&); // compared with the ideal, and with the backend's

} // namespace texelscope::ui
