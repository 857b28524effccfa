// The steps from the coordinate to the texels on each axis of a level.
#pragma once

#include <string>

#include "kernels/studies/explain/explain.h"
#include "ui/widgets/context.h"

namespace texelscope::ui {

// `place`: the end of the names in the ui map, ".3" for the fourth of several parts.
void why_axes(Context&, const Explanation&, const LevelTrace&, const std::string& place);

} // namespace texelscope::ui
