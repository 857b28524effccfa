// Windows over all others. While a modal one is open, neither keys nor clicks reach what lies behind it.
#pragma once

#include <span>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Centered, in design pixels, and no larger than the window. False: draw nothing and do not end it.
bool begin_modal(Context&, const char* id, float width, float height);
void end_modal();
void close_modal(const char* id); // in each frame in which it is not open

bool begin_popup_window(Context&, const char* id, float width,
                        float height); // not modal; ended by ImGui::End()

bool pressed(const Context&, int key);
// A press of the key itself: what a held key repeats answers no question.
bool key_pressed(const Context&, int key);

struct Answer {
  const char* name; // in the ui map
  const char* label;
};
// Buttons in a row: Left, Right and Tab choose one, Enter or a click presses it. The pressed one, or -1.
int answers(Context&, std::span<const Answer>, int& chosen);

} // namespace texelscope::ui
