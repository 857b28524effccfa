// Compares the screen with the ui map.
#pragma once

#include <string>
#include <vector>

#include "gui/desktop.h"
#include "gui/x11.h"

namespace texelscope::gui {

// The names of the visible items with text whose rectangle shows a single color: nothing was drawn there.
// `before` and `after`: the ui map on both sides of the shot; what moved between them does not count, nor do
// slivers at the edge of what is scrolled away, nor what lies under a message in the corner.
std::vector<std::string> items_not_drawn(const Json& before, const Shot& shot, const Json& after);

} // namespace texelscope::gui
