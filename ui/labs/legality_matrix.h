// The legality lab's matrix.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Draws the frame's table, scrolling under its header; a click chooses a cell. Returns the cell under the
// mouse.
std::optional<legality::CellPlace> legality_matrix(Context&, float height);

// A verdict's text color, and its mark.
ImU32 verdict_ink(const Context&, legality::Verdict);
const char* verdict_mark(legality::Verdict);

} // namespace texelscope::ui
