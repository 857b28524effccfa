// F6 and the first Tab: the panel that has the keyboard.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

// The next one that is there; a text field that had the keyboard loses it.
void focus_next_panel(Context&);
// Frames it, with its first control marked. A click ends it.
void mark_focused_panel(Context&);
// Whether Dear ImGui's Tab has no panel in which to look for a field.
bool nothing_is_focused();

} // namespace texelscope::ui
