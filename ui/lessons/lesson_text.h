// Code shared by the panels of lessons and bugs.
#pragma once

#include <string_view>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// The font for lesson texts: only one size has the characters of Chinese lessons.
ImFont* lesson_font(Context&, ImFont* otherwise);

// While the open step asks for a number, these are its answer's, and no shortcuts.
inline constexpr std::string_view digits_of_answers = "0123456789.,-+/";
bool asks_for_number(const Context&);
// The fonts of what is read in whole sentences: the card's text; its titles and questions. A presenter's
// window enlarges everything already.
ImFont* reading_font(Context&);
ImFont* heading_font(Context&);
// Text that wraps at the panel's edge.
void wrapped_text(Context&, ImFont*, ImU32, std::string_view shown, std::string_view name);
// A button on the same line as the last item if it fits there, else on a new one.
bool flowing_button(Context&, const std::string& name, const std::string& label, const std::string& help,
                    bool selected = false);

// The row below a lesson's title: where its steps lead, and how they went.
void step_dots(Context&, const Lesson&);

} // namespace texelscope::ui
