// What the panels of lessons and bugs draw alike.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// The font for words of lessons: of those in Chinese only one size has the characters.
ImFont* lesson_font(Context&, ImFont* otherwise);
// Words that wrap at the panel's edge.
void wrapped_text(Context&, ImFont*, ImU32, std::string_view shown, std::string_view name);
// A button in the same line as the last item while it has room there, else in a new one.
bool flowing_button(Context&, const std::string& name, const std::string& label, const std::string& help,
                    bool selected = false);

} // namespace texelscope::ui
