#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

// Once for each chosen pin and each place that it gets: the texture panel shows the level that the pin's
// fetch weighs most, and its texels large where they would be small. What the user chooses afterwards stays.
void follow_pin(Context&);

} // namespace texelscope::ui
