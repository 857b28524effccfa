// The texels of the chosen fetch, lit in the texture panel.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void footprint(Context&);

} // namespace texelscope::ui
