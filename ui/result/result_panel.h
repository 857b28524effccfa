// The result panel's parts.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void result_tools(Context&); // over the picture
void result_mouse(Context&); // on the picture: zoom, pan, brush, pins

} // namespace texelscope::ui
