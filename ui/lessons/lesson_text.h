// Code shared by the panels of lessons and bugs.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// The font for lesson texts: only one size has the characters of Chinese lessons.
ImFont* lesson_font(Context&, ImFont* otherwise);
// Text that wraps at the panel's edge.
void wrapped_text(Context&, ImFont*, ImU32, std::string_view shown, std::string_view name);
// A button on the same line as the last item if it fits there, else on a new one.
bool flowing_button(Context&, const std::string& name, const std::string& label, const std::string& help,
                    bool selected = false);

} // namespace texelscope::ui
