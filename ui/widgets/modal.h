// Windows over all others. While a modal one is open, keys and clicks do not reach anything behind it.
#pragma once

#include <span>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Centered, in design pixels, and at most as large as the main window. Returns false if nothing may be drawn
// and it must not be ended.
bool begin_modal(Context&, const char* id, float width, float height);
void end_modal();
void close_modal(const char* id); // in each frame in which it is not open

bool begin_popup_window(Context&, const char* id, float width,
                        float height); // not modal; ended by ImGui::End()

bool pressed(const Context&, int key);
// A new press of the key: repeats of a held key do not answer questions.
bool key_pressed(const Context&, int key);

struct Answer {
  const char* name; // in the ui map
  const char* label;
};
// Buttons in a row: Left, Right and Tab choose one, Enter or a click presses it. Returns the pressed one, or
// -1.
int answers(Context&, std::span<const Answer>, int& chosen);

} // namespace texelscope::ui
