// Highlights the texels of the chosen fetch in the texture panel.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void footprint(Context&);

} // namespace texelscope::ui
