// What the address modes read outside of the texture, as small pictures for tooltips.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void address_picture(Context&, AddressMode); // at the cursor
void address_pictures(Context&);             // of each mode, with its name

} // namespace texelscope::ui
