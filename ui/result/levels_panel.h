#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void lod_part(Context&, const Area&); // the level of detail, within LEVELS

} // namespace texelscope::ui
