// What is really on the screen, against what the ui map says is there.
#pragma once

#include <string>
#include <vector>

#include "gui/desktop.h"
#include "gui/x11.h"

namespace texelscope::gui {

// The names of the visible items with text whose rectangle shows a single color: nothing was drawn there. Slivers at the edge of
// what is scrolled away do not count.
std::vector<std::string> items_not_drawn(const Json& map, const Shot& shot);

} // namespace texelscope::gui
