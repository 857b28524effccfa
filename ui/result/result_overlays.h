// The overlays of the result.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void ruler(Context&, bool horizontal); // ticks along one edge at round values of u (or v)
void texel_grid(Context&);
void outside_strokes(Context&); // over what lies outside the [0,1] square
void unit_square(Context&);
void cell_labels(Context&); // of the sheet
void line_plot(Context&);   // of a 1-D texture's row
void resize_mark(Context&); // its size and magnification
void pin_marks(Context&);   // a numbered frame around each

} // namespace texelscope::ui
