// Highlights the texels of the chosen fetch in the texture panel.
#pragma once

#include <array>
#include <vector>

#include "ui/widgets/context.h"

namespace texelscope::ui {

void footprint(Context&);
// The levels and planes of the texture that the chosen fetch reads.
std::vector<std::array<int, 2>> planes_read(const Context&);

} // namespace texelscope::ui
