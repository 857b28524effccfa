// Small pictures for tooltips of what the address modes read outside the texture.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void address_picture(Context&, AddressMode); // at the cursor
void address_pictures(Context&);             // of each mode, with its name

} // namespace texelscope::ui
